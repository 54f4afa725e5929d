/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/** A request that is being learned, and how far. One instance serves one request after another. */
final class Learning {
    private int rank;
    private int life;
    private int count;
    private long nowNs;
    private long assignment;
    private long ownerId;
    private boolean isStarted;
    private int learned;
    private long leaf;
    private int end;

    /** Takes up a request of which nothing is learned yet. */
    void of(final int rankIndex, final int rankLife, final int blocks) {
        rank = rankIndex;
        life = rankLife;
        count = blocks;
        isStarted = false;
        learned = 0;
        leaf = PrefixIndex.NO_LEAF;
    }

    void assigned(final long timeNs, final long number, final long owner) {
        nowNs = timeNs;
        assignment = number;
        ownerId = owner;
    }

    int rank() {
        return rank;
    }

    /** The rank's life when it was assigned to. */
    int life() {
        return life;
    }

    int count() {
        return count;
    }

    long nowNs() {
        return nowNs;
    }

    long assignment() {
        return assignment;
    }

    long ownerId() {
        return ownerId;
    }

    boolean isStarted() {
        return isStarted;
    }

    void start() {
        isStarted = true;
        end = count;
    }

    /** Where learning ends: the block that repeats an earlier one, or all. */
    int end() {
        return end;
    }

    void end(final int blocks) {
        end = blocks;
    }

    /** Leading blocks that are learned. */
    int learned() {
        return learned;
    }

    /** The run in which the learned blocks end. */
    long leaf() {
        return leaf;
    }

    void progress(final int blocks, final long endLeaf) {
        learned = blocks;
        leaf = endLeaf;
    }
}
