/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.coordinator.index.PrefixIndex;

/** Makes the index a router works with. */
@FunctionalInterface
public interface IndexFactory {
    /**
     * Makes an empty index.
     *
     * @param configuration of the router, with ranks, blocks, retention, time to live and memory.
     * @param listener      to be told where each learned request's path ends.
     * @return an index, which the router closes.
     */
    PrefixIndex create(RouterConfiguration configuration, PrefixIndex.LeafListener listener);
}
