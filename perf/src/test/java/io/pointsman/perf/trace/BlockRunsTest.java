/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

import org.agrona.collections.LongHashSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.nio.ByteOrder;
import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;

class BlockRunsTest {
    @Test
    void shouldWriteTheHashesOfAllRunsInOrder() {
        final BlockRuns runs = new BlockRuns.Builder().add(7, 1, 3).add(7, 5, 5).add(8, 6, 7).build();

        final long[] hashes = new long[runs.count()];
        runs.hashes(hashes);

        assertThat(hashes).containsExactly(BlockRuns.hash(7, 1), BlockRuns.hash(7, 2), BlockRuns.hash(7, 3),
            BlockRuns.hash(7, 5), BlockRuns.hash(8, 6), BlockRuns.hash(8, 7));
    }

    @Test
    void shouldWriteTheFirstHashesAsTheWireHasThemWhenLimited() {
        final BlockRuns runs = new BlockRuns.Builder().add(7, 1, 2).add(8, 6, 9).build();
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);

        runs.hashes(buffer, 8, 3);

        assertThat(buffer.getLong(0)).isZero();
        assertThat(buffer.getLong(8, ByteOrder.LITTLE_ENDIAN)).isEqualTo(BlockRuns.hash(7, 1));
        assertThat(buffer.getLong(24, ByteOrder.LITTLE_ENDIAN)).isEqualTo(BlockRuns.hash(8, 6));
        assertThat(buffer.getLong(32)).isZero();
        runs.hashes(buffer, 8, 100);
        assertThat(buffer.getLong(48, ByteOrder.LITTLE_ENDIAN)).isEqualTo(BlockRuns.hash(8, 9));
        assertThat(buffer.getLong(56)).isZero();
    }

    @Test
    void shouldBeEmptyAgainWhenBuilt() {
        final BlockRuns.Builder builder = new BlockRuns.Builder().add(1, 0, 99);
        assertThat(builder.build().count()).isEqualTo(100);
        assertThat(builder.build().count()).isZero();
    }

    @Test
    void shouldMoveEarlierRunsWhenAScopeIsGivenAfterwards() {
        final BlockRuns runs = new BlockRuns.Builder().add(0, 4, 4).scope(9).build();
        final long[] hashes = new long[1];
        runs.hashes(hashes);
        assertThat(hashes).containsExactly(BlockRuns.hash(9, 4));
    }

    @Test
    void shouldMakePositiveDistinctWellMixedHashesWhenScopesAndIdsAreNeighbours() {
        final LongHashSet met = new LongHashSet();
        final long[] ones = new long[63];
        final int scopes = 50;
        final int ids = 2_000;
        for (int scope = 0; scope < scopes; scope++) {
            for (int id = 0; id < ids; id++) {
                final long hash = BlockRuns.hash(BlockRuns.scope("trace_" + scope), id);
                assertThat(hash).isPositive();
                met.add(hash);
                for (int bit = 0; bit < 63; bit++) {
                    ones[bit] += hash >>> bit & 1;
                }
            }
        }
        assertThat(met.size()).isEqualTo(scopes * ids);
        // A fair coin thrown 100,000 times: five standard deviations are 790.
        assertThat(Arrays.stream(ones).boxed()).allSatisfy(count -> assertThat(count).isBetween(49_210L, 50_790L));
    }
}
