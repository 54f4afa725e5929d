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
    /** The index that serves, with the same seed every time. */
    IndexFactory RUNS = runs(0);

    /**
     * The index that serves: runs in fixed off-heap memory.
     *
     * @param seed that senders of hashes should not know; it changes no decision.
     * @return its factory.
     */
    static IndexFactory runs(final long seed) {
        return (configuration, listener) -> new RunPrefixIndex(new IndexContext()
            .memoryBytes(configuration.indexMemoryLength()).maxRanks(configuration.maxRanks())
            .maxBlocks(configuration.maxBlocks()).retention(configuration.retention()).ttlNs(configuration.ttlNs())
            .leafListener(listener).seed(seed));
    }

    /**
     * Makes an empty index.
     *
     * @param configuration of the router, with ranks, blocks, retention, time to live and memory.
     * @param listener      to be told where each learned request's path ends.
     * @return an index, which the router closes.
     */
    PrefixIndex create(RouterConfiguration configuration, PrefixIndex.LeafListener listener);
}
