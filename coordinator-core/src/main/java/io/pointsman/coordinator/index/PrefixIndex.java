/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import org.agrona.DirectBuffer;

/**
 * What each rank is believed to hold: for a chain of block hashes, how many leading blocks are on which rank.
 * <p>
 * Block hashes are chained, so one hash at one depth names a whole prefix. A hash that is met at another depth than the
 * one it was learned at does not count.
 * <p>
 * Time is passed in as monotonic nanoseconds and never goes back. Assignments are numbered from 1, rising. A holder is
 * live while its life (generation and cache version) is the rank's current one and it is retained: under least recently
 * used, while {@code nowNs - lastNs <= ttlNs} (a time to live of 0 is endless); under ref-zero, while a request that
 * includes the block is in flight on the rank.
 * <p>
 * Single-threaded. Memory is fixed at construction; no call allocates.
 */
public interface PrefixIndex extends AutoCloseable {
    /** The leaf that {@link #learn} answers when there was nothing to learn; releasing it does nothing. */
    long NO_LEAF = 0;

    /**
     * Sets a rank's current life. Holders of another generation or cache version are worthless from now on; they are
     * forgotten in O(1) and reclaimed later.
     *
     * @param rankIndex    in [0, most ranks).
     * @param generation   of the rank, from 1; 0 when the rank is gone.
     * @param cacheVersion of the rank, rising.
     */
    void rankLife(int rankIndex, int generation, int cacheVersion);

    /**
     * Finds the leading blocks that each rank holds.
     *
     * @param hashes buffer holding little-endian int64 block hashes, read in place.
     * @param offset of the first hash.
     * @param count  of hashes, at least 0.
     * @param nowNs  now.
     * @param match  receives the ranks that hold at least the first block, each with depth and assignment number.
     */
    void match(DirectBuffer hashes, int offset, int count, long nowNs, PrefixMatch match);

    /**
     * Records that a request was assigned: every one of its blocks is held by the rank from now on. Under ref-zero the
     * request also holds a reference on its path, until {@link #release}.
     * <p>
     * Learning is cut into pieces: this call does the first and leaves the rest pending, see {@link #learnMore}. The
     * hashes are copied where they are needed later. Learning ends early at a block that repeats an earlier one of the
     * same request, at a hash that is not positive or is found at another depth or under another parent, and where
     * memory cannot be had; each is counted.
     * <p>
     * Requests are learned in the order of calls: while one is pending, later ones wait behind it, and when there is no
     * room to wait, the oldest is completed first. If the rank's life changes meanwhile, the rest is dropped.
     *
     * @param hashes       buffer holding little-endian int64 block hashes, each positive.
     * @param offset       of the first hash.
     * @param count        of hashes.
     * @param rankIndex    the rank assigned to; its current life is what the holders get.
     * @param nowNs        now.
     * @param assignment   the assignment's number, greater than any before.
     * @param ownerId      who will be told of the leaf when learning is complete, see {@link LeafListener}.
     */
    void learn(DirectBuffer hashes, int offset, int count, int rankIndex, long nowNs, long assignment, long ownerId);

    /**
     * Continues pending learning, oldest first, by one piece.
     *
     * @return work done; 0 when nothing is pending.
     */
    int learnMore();

    /**
     * Releases a request's reference on its path under ref-zero: block holders whose count reaches zero are no longer
     * live. Nothing happens under least recently used, or when the rank's life is no longer the one it was learned in.
     *
     * @param leaf         as told to the {@link LeafListener}, at most once each.
     * @param rankIndex    the rank it was learned for.
     * @param generation   the generation it was learned in.
     * @param cacheVersion the cache version it was learned in.
     */
    void release(long leaf, int rankIndex, int generation, int cacheVersion);

    /**
     * Drops expired and dead holders, and leaf runs that nobody holds, within bounded work.
     *
     * @param nowNs now.
     * @param limit most runs to visit.
     * @return runs changed or freed.
     */
    int sweep(long nowNs, int limit);

    /**
     * The running totals, for the counters.
     *
     * @return a view that changes with the index.
     */
    IndexStats stats();

    /** Frees the memory. */
    @Override
    void close();

    /** Is told where a learned request's path ends. */
    @FunctionalInterface
    interface LeafListener {
        /**
         * Learning of a request is complete.
         *
         * @param ownerId as given to {@link PrefixIndex#learn}.
         * @param leaf    to be given to {@link PrefixIndex#release} once; {@link #NO_LEAF} when there is nothing to
         *                release: nothing was learned, the rank's life changed, or retention is least recently used.
         */
        void onLearned(long ownerId, long leaf);
    }
}
