/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import static io.pointsman.coordinator.router.InFlightDescriptor.CORRELATION_ID_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.ENTRY_LENGTH;
import static io.pointsman.coordinator.router.InFlightDescriptor.ENTRY_LENGTH_SHIFT;
import static io.pointsman.coordinator.router.InFlightDescriptor.FLAGS_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.LEAF_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.RANK_INDEX_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.REQUEST_ID_OFFSET;
import static org.assertj.core.api.Assertions.assertThat;

class InFlightTableTest {
    private static final int MAX_ENTRIES = 500;
    private static final int MAX_FRONTENDS = 256;

    private final InFlightTable table = new InFlightTable(MAX_ENTRIES, MAX_FRONTENDS);
    private long sequence;

    private record Key(int frontendIndex, long correlationId) {
    }

    @AfterEach
    void tearDown() {
        table.close();
    }

    private int insert(final int frontendIndex, final long correlationId) {
        return table.insert(frontendIndex, correlationId, ++sequence);
    }

    private void end(final int slot) {
        table.remove(slot);
        table.free(slot);
    }

    @Test
    void shouldFillOneCacheLine() {
        assertThat(ENTRY_LENGTH).isEqualTo(64).isEqualTo(1 << ENTRY_LENGTH_SHIFT);
    }

    @Test
    void shouldAgreeWithAHashMapWhenUsedAtRandom() {
        final Random random = new Random(7);
        final Map<Key, Integer> model = new HashMap<>();
        final List<Key> keys = new ArrayList<>();
        for (int i = 0; i < 400_000; i++) {
            final Key key = new Key(random.nextInt(4) * 85, 1 + random.nextInt(1_500));
            final int slot = table.find(key.frontendIndex(), key.correlationId());
            assertThat(slot).isEqualTo(model.getOrDefault(key, InFlightTable.NONE));
            if (slot == InFlightTable.NONE && !table.isFull() && random.nextInt(100) < 60) {
                model.put(key, insert(key.frontendIndex(), key.correlationId()));
                keys.add(key);
            } else if (!keys.isEmpty() && random.nextInt(100) < 80) {
                final Key gone = keys.remove(random.nextInt(keys.size()));
                end(model.remove(gone));
            }
            assertThat(table.size()).isEqualTo(model.size());
        }
        assertThat(model).isNotEmpty();
        model.forEach((key, slot) -> assertThat(table.getLong(slot, CORRELATION_ID_OFFSET))
            .isEqualTo(key.correlationId()));
    }

    @Test
    void shouldFindEveryKeyWhenFull() {
        for (int i = 0; i < MAX_ENTRIES; i++) {
            assertThat(table.isFull()).isFalse();
            insert(i % MAX_FRONTENDS, i + 1);
        }
        assertThat(table.isFull()).isTrue();
        for (int i = 0; i < MAX_ENTRIES; i++) {
            assertThat(table.find(i % MAX_FRONTENDS, i + 1)).isEqualTo(i);
            assertThat(table.frontendIndex(i)).isEqualTo(i % MAX_FRONTENDS);
        }
        assertThat(table.find(1, 1)).isEqualTo(InFlightTable.NONE);
    }

    @Test
    void shouldNeverRepeatARequestIdWhenASlotIsReused() {
        final int slot = insert(0, 1);
        final long first = table.getLong(slot, REQUEST_ID_OFFSET);
        assertThat(table.slotOf(first)).isEqualTo(slot);
        end(slot);
        assertThat(table.slotOf(first)).isEqualTo(InFlightTable.NONE);
        assertThat(insert(0, 1)).isEqualTo(slot);
        assertThat(table.getLong(slot, REQUEST_ID_OFFSET)).isGreaterThan(first);
        assertThat(table.slotOf(first)).isEqualTo(InFlightTable.NONE);
    }

    @Test
    void shouldFindNoSlotWhenTheRequestIdIsAbsurd() {
        insert(0, 1);
        final long unusedSlot = 1L << InFlightTable.SLOT_BITS | 1;
        for (final long absurd : new long[]{0, -1, 1, Long.MAX_VALUE, Long.MIN_VALUE, unusedSlot}) {
            assertThat(table.slotOf(absurd)).as("%d", absurd).isEqualTo(InFlightTable.NONE);
        }
    }

    @Test
    void shouldClearAnEntryWhenItsSlotIsReused() {
        final int slot = insert(3, 9);
        table.putLong(slot, LEAF_OFFSET, 77);
        table.putInt(slot, RANK_INDEX_OFFSET, 5);
        table.set(slot, InFlightDescriptor.ADOPTED | InFlightDescriptor.FIRST_TOKEN);
        end(slot);
        assertThat(insert(4, 10)).isEqualTo(slot);
        assertThat(table.getLong(slot, LEAF_OFFSET)).isZero();
        assertThat(table.getInt(slot, RANK_INDEX_OFFSET)).isZero();
        assertThat(table.getByte(slot, FLAGS_OFFSET)).isZero();
        assertThat(table.frontendIndex(slot)).isEqualTo(4);
    }

    @Test
    void shouldWalkOneFrontendsRequestsWhenOthersComeAndGo() {
        for (int i = 1; i <= 10; i++) {
            insert(1, i);
            insert(2, i);
        }
        table.startCursor(1);
        assertThat(table.nextAtCursor(1)).isEqualTo(table.find(1, 10));
        end(table.find(1, 9));
        end(table.find(2, 8));
        insert(1, 11);
        end(table.find(1, 1));
        for (int i = 8; i >= 2; i--) {
            assertThat(table.nextAtCursor(1)).isEqualTo(table.find(1, i));
        }
        assertThat(table.nextAtCursor(1)).isEqualTo(InFlightTable.NONE);
        assertThat(table.newest(1)).isEqualTo(table.find(1, 11));
        assertThat(table.newest(3)).isEqualTo(InFlightTable.NONE);
    }
}
