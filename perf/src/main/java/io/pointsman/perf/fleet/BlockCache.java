/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.fleet;

/** The prefix cache of one virtual rank. Used by one thread. */
public interface BlockCache {
    /**
     * Takes a prompt: tells how much of it is cached, and caches all of it.
     *
     * @param hashes of the prompt's blocks, from index 0 on.
     * @param count  of blocks.
     * @return how many leading blocks were cached before.
     */
    int admit(long[] hashes, int count);

    /**
     * Blocks cached now.
     *
     * @return blocks.
     */
    int size();

    /**
     * A cache of a capacity.
     *
     * @param capacityBlocks most blocks; 0: endless.
     * @return the cache.
     */
    static BlockCache ofCapacity(final int capacityBlocks) {
        return capacityBlocks == 0 ? new EndlessBlockCache() : new LruBlockCache(capacityBlocks);
    }
}
