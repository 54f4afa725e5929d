/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.coordinator.index.IndexContext;
import io.pointsman.coordinator.index.PrefixIndex;
import io.pointsman.coordinator.index.RunPrefixIndex;

/** Makes the index a router works with. */
@FunctionalInterface
public interface IndexFactory {
    /** The index that serves: runs in fixed off-heap memory. */
    IndexFactory RUNS = (configuration, listener) -> new RunPrefixIndex(new IndexContext()
        .memoryBytes(configuration.indexMemoryLength()).maxRanks(configuration.maxRanks())
        .maxBlocks(configuration.maxBlocks()).retention(configuration.retention()).ttlNs(configuration.ttlNs())
        .leafListener(listener));

    /**
     * Makes an empty index.
     *
     * @param configuration of the router, with ranks, blocks, retention, time to live and memory.
     * @param listener      to be told where each learned request's path ends.
     * @return an index, which the router closes.
     */
    PrefixIndex create(RouterConfiguration configuration, PrefixIndex.LeafListener listener);
}
