/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.fleet;

import org.agrona.collections.LongHashSet;

/**
 * Never forgets. Looks at blocks one by one, in order, not relying on hashes being chained: what a replay is checked
 * against is to be obvious. Memory: some 16 bytes a block.
 */
final class EndlessBlockCache implements BlockCache {
    private final LongHashSet blocks = new LongHashSet();

    @Override
    public int admit(final long[] hashes, final int count) {
        int cached = 0;
        while (cached < count && blocks.contains(hashes[cached])) {
            cached++;
        }
        for (int i = cached; i < count; i++) {
            blocks.add(hashes[i]);
        }
        return cached;
    }

    @Override
    public int size() {
        return blocks.size();
    }
}
