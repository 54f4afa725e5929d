/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import java.util.HashSet;
import java.util.Set;
import org.agrona.DirectBuffer;

/** A run index under test: learns, matches, and keeps what its listener and observer are told. */
final class IndexFixture implements IndexObserver, AutoCloseable {
    static final long TTL_NS = 1000;

    private final RunPrefixIndex index;
    private final Retention retention;
    private final PrefixMatch match;
    private final Set<Long> evicted = new HashSet<>();
    private long leaf = -1;
    private long completed;
    private long assignment;

    IndexFixture(final Retention retention, final long memoryBytes, final int maxBlocks) {
        this.retention = retention;
        match = new PrefixMatch(16);
        index = new RunPrefixIndex(new IndexContext().retention(retention).memoryBytes(memoryBytes)
            .maxBlocks(maxBlocks).maxRanks(16).ttlNs(TTL_NS).observer(this).leafListener((ownerId, newLeaf) -> {
                leaf = newLeaf;
                completed = ownerId;
            }));
        for (int rank = 0; rank < 16; rank++) {
            index.rankLife(rank, 1, 0);
        }
    }

    /** Starts to learn; the owner is the assignment's number. */
    void begin(final int rank, final long nowNs, final long... hashes) {
        index.learn(Vectors.wire(hashes), 0, hashes.length, rank, nowNs, ++assignment, assignment);
    }

    /** Learns to the end and answers the leaf. */
    long learn(final int rank, final long nowNs, final long... hashes) {
        begin(rank, nowNs, hashes);
        int work;
        do {
            work = index.learnMore();
        } while (work > 0);
        return leaf;
    }

    int depth(final int rank, final long nowNs, final long... hashes) {
        index.match(Vectors.wire(hashes), 0, hashes.length, nowNs, match);
        return match.depth(rank);
    }

    void release(final long requestLeaf, final int rank) {
        index.release(requestLeaf, rank, 1, 0);
    }

    void validate() {
        IndexValidator.validate(index, retention);
    }

    RunPrefixIndex index() {
        return index;
    }

    PrefixMatch match() {
        return match;
    }

    IndexStats stats() {
        return index.stats();
    }

    Set<Long> evicted() {
        return evicted;
    }

    long completed() {
        return completed;
    }

    @Override
    public void onEvicted(final int depth, final DirectBuffer hashes, final int offset, final int count) {
        for (int i = 0; i < count; i++) {
            evicted.add(hashes.getLong(offset + i * Long.BYTES));
        }
    }

    @Override
    public void onLearnedPiece(final long ownerId, final int learnedBlocks) {
        validate();
    }

    @Override
    public void close() {
        validate();
        index.close();
    }
}
