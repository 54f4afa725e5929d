/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BlockHashesTest {
    private static final int OFFSET = 12;
    private static final int COUNT = 70;

    @Test
    void shouldFindTheFirstHashThatIsNotPositiveWhereverItIs() {
        for (final UnsafeBuffer buffer : new UnsafeBuffer[]{
            new UnsafeBuffer(new byte[OFFSET + COUNT * 8]),
            new UnsafeBuffer(ByteBuffer.allocateDirect(OFFSET + COUNT * 8))}) {
            for (final long bad : new long[]{0, -1, Long.MIN_VALUE, Long.MIN_VALUE + 1, -4_000_000_000L}) {
                for (int position = 0; position < COUNT; position++) {
                    fill(buffer, position % 2 == 0 ? 1 : Long.MAX_VALUE);
                    assertThat(BlockHashes.firstNotPositive(buffer, OFFSET, COUNT)).isEqualTo(BlockHashes.NONE);
                    buffer.putLong(OFFSET + position * 8, bad, ByteOrder.LITTLE_ENDIAN);
                    buffer.putLong(OFFSET + (COUNT - 1) * 8, bad, ByteOrder.LITTLE_ENDIAN);
                    assertThat(BlockHashes.firstNotPositive(buffer, OFFSET, COUNT)).isEqualTo(position);
                    assertThat(BlockHashes.firstNotPositive(buffer, OFFSET, position)).isEqualTo(BlockHashes.NONE);
                }
            }
        }
    }

    private static void fill(final UnsafeBuffer buffer, final long hash) {
        for (int i = 0; i < COUNT; i++) {
            buffer.putLong(OFFSET + i * 8, hash, ByteOrder.LITTLE_ENDIAN);
        }
    }

    @Test
    void shouldNotReadBeyondTheBuffer() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[OFFSET + COUNT * 8]);
        fill(buffer, 1);
        assertThatThrownBy(() -> BlockHashes.firstNotPositive(buffer, OFFSET, COUNT + 1))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(BlockHashes.firstNotPositive(null, 0, 0)).isEqualTo(BlockHashes.NONE);
    }
}
