/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/**
 * Configuration of a {@link RunPrefixIndex}; validated by {@link #conclude()}, which the index calls.
 */
public final class IndexContext {
    /** Default of {@link #memoryBytes()}. */
    public static final long MEMORY_BYTES_DEFAULT = 256L << 20;
    /** Default, and bound, of {@link #maxRanks()}. */
    public static final int MAX_RANKS_LIMIT = 1024;
    /** Default, and bound, of {@link #maxBlocks()}. */
    public static final int MAX_BLOCKS_LIMIT = 16_384;
    /** Default of {@link #ttlNs()}: 300 seconds. */
    public static final long TTL_NS_DEFAULT = 300_000_000_000L;

    private long memoryBytes = MEMORY_BYTES_DEFAULT;
    private int maxRanks = MAX_RANKS_LIMIT;
    private int maxBlocks = MAX_BLOCKS_LIMIT;
    private Retention retention = Retention.LRU;
    private long ttlNs = TTL_NS_DEFAULT;
    private PrefixIndex.LeafListener leafListener = (ownerId, leaf) -> { };
    private IndexObserver observer;
    private long seed;

    /**
     * Checks every value.
     *
     * @return this.
     * @throws IllegalArgumentException naming the value that is out of range, and what is allowed.
     */
    public IndexContext conclude() {
        check("maxRanks", maxRanks, 1, MAX_RANKS_LIMIT);
        check("maxBlocks", maxBlocks, 1, MAX_BLOCKS_LIMIT);
        check("ttlNs", ttlNs, 0, Long.MAX_VALUE);
        check("memoryBytes", memoryBytes, MemoryPlan.leastBytes(maxBlocks), MemoryPlan.mostBytes(maxBlocks));
        return this;
    }

    private static void check(final String name, final long value, final long least, final long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + "=" + value + ": allowed is " + least + " to " + most);
        }
    }

    /**
     * Memory that the index takes at start and keeps.
     *
     * @return bytes, off-heap.
     */
    public long memoryBytes() {
        return memoryBytes;
    }

    /**
     * Sets the memory that the index takes at start and keeps.
     *
     * @param bytes off-heap.
     * @return this.
     */
    public IndexContext memoryBytes(final long bytes) {
        memoryBytes = bytes;
        return this;
    }

    /**
     * Most ranks there can be.
     *
     * @return ranks, 1 to {@link #MAX_RANKS_LIMIT}.
     */
    public int maxRanks() {
        return maxRanks;
    }

    /**
     * Sets the most ranks there can be.
     *
     * @param ranks 1 to {@link #MAX_RANKS_LIMIT}.
     * @return this.
     */
    public IndexContext maxRanks(final int ranks) {
        maxRanks = ranks;
        return this;
    }

    /**
     * Most blocks of a request that are looked at; further ones are ignored.
     *
     * @return blocks, 1 to {@link #MAX_BLOCKS_LIMIT}.
     */
    public int maxBlocks() {
        return maxBlocks;
    }

    /**
     * Sets the most blocks of a request that are looked at.
     *
     * @param blocks 1 to {@link #MAX_BLOCKS_LIMIT}.
     * @return this.
     */
    public IndexContext maxBlocks(final int blocks) {
        maxBlocks = blocks;
        return this;
    }

    /**
     * How long a rank is believed to hold a block.
     *
     * @return the retention.
     */
    public Retention retention() {
        return retention;
    }

    /**
     * Sets how long a rank is believed to hold a block.
     *
     * @param value the retention.
     * @return this.
     */
    public IndexContext retention(final Retention value) {
        retention = value;
        return this;
    }

    /**
     * Time to live of a holder under {@link Retention#LRU}.
     *
     * @return nanoseconds; 0 is endless.
     */
    public long ttlNs() {
        return ttlNs;
    }

    /**
     * Sets the time to live of a holder under {@link Retention#LRU}.
     *
     * @param ns nanoseconds; 0 is endless.
     * @return this.
     */
    public IndexContext ttlNs(final long ns) {
        ttlNs = ns;
        return this;
    }

    /**
     * Who is told of the leaf of a learned request.
     *
     * @return the listener.
     */
    public PrefixIndex.LeafListener leafListener() {
        return leafListener;
    }

    /**
     * Sets who is told of the leaf of a learned request. It is called last in a step: it may call the index.
     *
     * @param listener to be told.
     * @return this.
     */
    public IndexContext leafListener(final PrefixIndex.LeafListener listener) {
        leafListener = listener;
        return this;
    }

    /**
     * Who is told of evictions and of the pieces of learning.
     *
     * @return the observer, null when there is none.
     */
    public IndexObserver observer() {
        return observer;
    }

    /**
     * Sets who is told of evictions and of the pieces of learning.
     *
     * @param value the observer, null for none. It must not call the index.
     * @return this.
     */
    public IndexContext observer(final IndexObserver value) {
        observer = value;
        return this;
    }

    /**
     * A number that senders of hashes do not know, so that they cannot choose hashes that cost more than others. It
     * changes no answer.
     *
     * @return the number.
     */
    public long seed() {
        return seed;
    }

    /**
     * Sets the number that senders of hashes do not know.
     *
     * @param number any.
     * @return this.
     */
    public IndexContext seed(final long number) {
        seed = number;
        return this;
    }
}
