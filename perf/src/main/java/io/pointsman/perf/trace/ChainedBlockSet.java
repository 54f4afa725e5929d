/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

import org.agrona.collections.LongHashSet;

/**
 * Blocks seen by an endless cache. Since hashes are chained and whole prompts are added, a block is in it only together
 * with all before it, so that the known part of a prompt is found by bisection: a dozen look-ups for thousands of
 * blocks. One thread.
 */
final class ChainedBlockSet {
    private final LongHashSet set = new LongHashSet();

    /**
     * Adds a prompt.
     *
     * @param hashes of its blocks.
     * @param count  of blocks.
     * @return how many leading blocks were in the set before.
     */
    int add(final long[] hashes, final int count) {
        int known = 0;
        int end = count;
        while (known < end) {
            final int middle = (known + end) >>> 1;
            if (set.contains(hashes[middle])) {
                known = middle + 1;
            } else {
                end = middle;
            }
        }
        for (int i = known; i < count; i++) {
            set.add(hashes[i]);
        }
        return known;
    }

    void clear() {
        set.clear();
    }
}
