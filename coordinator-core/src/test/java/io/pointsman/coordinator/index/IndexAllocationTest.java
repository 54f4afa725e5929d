/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Once warm, the index allocates nothing, whatever is asked of it. */
class IndexAllocationTest {
    private static final int OPERATIONS = 100_000;
    private static final int MAX_BLOCKS = 2048;

    private final UnsafeBuffer wire = new UnsafeBuffer(new byte[MAX_BLOCKS * Long.BYTES]);
    private final PrefixMatch match = new PrefixMatch(32);
    private final long[] leaves = new long[64];
    private final int[] ranks = new int[64];
    private final Random random = new Random(1);
    private RunPrefixIndex index;
    private long assignment;
    private long cacheVersion;

    private void onLearned(final long ownerId, final long leaf) {
        leaves[(int) ownerId & 63] = leaf;
    }

    private void step() {
        final int blocks = random.nextInt(100) == 0 ? MAX_BLOCKS : random.nextInt(60);
        final int shared = random.nextInt(40);
        long parent = 0;
        for (int i = 0; i < blocks; i++) {
            parent = Vectors.chained(parent, i < shared ? i : assignment);
            wire.putLong(i * Long.BYTES, parent);
        }
        final int owner = (int) (assignment + 1 & 63);
        index.release(leaves[owner], ranks[owner], 1, (int) cacheVersion);
        leaves[owner] = 0;
        index.match(wire, 0, blocks, assignment, match);
        ranks[owner] = random.nextInt(32);
        index.learn(wire, 0, blocks, ranks[owner], assignment, ++assignment, owner);
        index.learnMore();
        index.sweep(assignment, 4);
        if (assignment % 10_000 == 0) {
            cacheVersion++;
            for (int rank = 0; rank < 32; rank++) {
                index.rankLife(rank, 1, (int) cacheVersion);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAllocateNothingWhenWarm(final Retention retention) {
        final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (RunPrefixIndex created = new RunPrefixIndex(new IndexContext().retention(retention).maxRanks(32)
                .memoryBytes(1 << 20).maxBlocks(MAX_BLOCKS).ttlNs(5000).leafListener(this::onLearned))) {
            index = created;
            for (int rank = 0; rank < 32; rank++) {
                index.rankLife(rank, 1, 0);
            }
            for (int i = 0; i < OPERATIONS; i++) {
                step();
            }
            final long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            final long again = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < OPERATIONS; i++) {
                step();
            }
            final long after = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            assertThat(after - again).isEqualTo(again - before);
            IndexValidator.validate(index, retention);
        }
    }
}
