/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/**
 * What a {@link PrefixIndex#match} found: for each rank that holds at least the first block, its depth in blocks and
 * the number of the assignment that last covered its deepest matched block.
 * <p>
 * Reused for every request by one thread; clearing costs as many steps as ranks were found, not as many as there are.
 */
public final class PrefixMatch {
    private final int[] depths;
    private final long[] assignments;
    private final int[] ranks;
    private int size;
    private int knownBlocks;

    /**
     * Creates an empty match.
     *
     * @param maxRanks most ranks there can be.
     */
    public PrefixMatch(final int maxRanks) {
        depths = new int[maxRanks];
        assignments = new long[maxRanks];
        ranks = new int[maxRanks];
    }

    /** Forgets what was found. */
    public void clear() {
        for (int i = 0; i < size; i++) {
            depths[ranks[i]] = 0;
            assignments[ranks[i]] = 0;
        }
        size = 0;
        knownBlocks = 0;
    }

    /**
     * Adds a rank, once between two calls of {@link #clear}.
     *
     * @param rankIndex  of the rank.
     * @param depth      in blocks, at least 1.
     * @param assignment number of the last one that covered the deepest matched block.
     */
    public void add(final int rankIndex, final int depth, final long assignment) {
        depths[rankIndex] = depth;
        assignments[rankIndex] = assignment;
        ranks[size++] = rankIndex;
    }

    /**
     * Leading blocks a rank holds.
     *
     * @param rankIndex of the rank.
     * @return blocks, 0 when the rank was not found.
     */
    public int depth(final int rankIndex) {
        return depths[rankIndex];
    }

    /**
     * Number of the assignment that last covered a rank's deepest matched block.
     *
     * @param rankIndex of the rank.
     * @return the number, 0 when the rank was not found.
     */
    public long assignment(final int rankIndex) {
        return assignments[rankIndex];
    }

    /**
     * How many ranks were found.
     *
     * @return ranks with a depth of at least 1.
     */
    public int size() {
        return size;
    }

    /**
     * A rank that was found.
     *
     * @param position in [0, {@link #size()}).
     * @return its rank index.
     */
    public int rank(final int position) {
        return ranks[position];
    }

    /**
     * Sets how many leading blocks the index knows at all, whoever holds them.
     *
     * @param blocks known.
     */
    public void knownBlocks(final int blocks) {
        knownBlocks = blocks;
    }

    /**
     * How many leading blocks the index knows at all, whoever holds them; a diagnostic.
     *
     * @return blocks known.
     */
    public int knownBlocks() {
        return knownBlocks;
    }
}
