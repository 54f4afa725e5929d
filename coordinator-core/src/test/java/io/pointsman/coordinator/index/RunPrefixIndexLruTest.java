/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/** The run index under {@link Retention#LRU}. */
class RunPrefixIndexLruTest extends PrefixIndexContract {
    RunPrefixIndexLruTest() {
        super(Retention.LRU);
    }

    @Override
    PrefixIndex create(final Retention kind, final long ttlNs, final PrefixIndex.LeafListener listener) {
        return new RunPrefixIndex(new IndexContext().memoryBytes(1 << 20).maxRanks(RANKS).maxBlocks(256)
            .retention(kind).ttlNs(ttlNs).leafListener(listener));
    }
}
