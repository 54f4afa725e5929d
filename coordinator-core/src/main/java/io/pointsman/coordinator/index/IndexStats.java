/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/** Running totals and levels of a {@link PrefixIndex}, read by the thread that owns it. */
public interface IndexStats {
    /**
     * Blocks that are in the index now.
     *
     * @return blocks.
     */
    long residentBlocks();

    /**
     * Blocks evicted because memory was short.
     *
     * @return blocks since start.
     */
    long evictedBlocks();

    /**
     * Times that learning ended early because a hash repeated an earlier one of its request.
     *
     * @return since start.
     */
    long repeatedHashes();

    /**
     * Times that learning ended early because a hash was found at another depth or under another parent.
     *
     * @return since start.
     */
    long misplacedHashes();

    /**
     * Times that learning ended early, or a refresh was skipped, because no memory could be had.
     *
     * @return since start.
     */
    long exhausted();
}
