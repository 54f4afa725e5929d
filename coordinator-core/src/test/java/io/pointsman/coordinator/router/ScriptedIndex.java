/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.coordinator.index.IndexStats;
import io.pointsman.coordinator.index.PrefixIndex;
import io.pointsman.coordinator.index.PrefixMatch;
import org.agrona.DirectBuffer;

/** Does not allocate, and finds the ranks it was told: shows what the router itself costs. */
final class ScriptedIndex implements PrefixIndex, IndexStats {
    private final LeafListener listener;
    private final int matches;
    private long learned;

    ScriptedIndex(final LeafListener listener, final int matches) {
        this.listener = listener;
        this.matches = matches;
    }

    @Override
    public void rankLife(final int rankIndex, final int generation, final int cacheVersion) {
        learned++;
    }

    @Override
    public void match(
            final DirectBuffer hashes, final int offset, final int count, final long nowNs, final PrefixMatch match) {
        for (int i = 0; i < matches; i++) {
            match.add(i, 1 + i % count, learned + i);
        }
    }

    @Override
    public void learn(
            final DirectBuffer hashes,
            final int offset,
            final int count,
            final int rankIndex,
            final long nowNs,
            final long assignment,
            final long ownerId) {
        learned++;
        listener.onLearned(ownerId, assignment);
    }

    @Override
    public int learnMore() {
        return 0;
    }

    @Override
    public void release(final long leaf, final int rankIndex, final int generation, final int cacheVersion) {
        learned--;
    }

    @Override
    public int sweep(final long nowNs, final int limit) {
        return 0;
    }

    @Override
    public IndexStats stats() {
        return this;
    }

    @Override
    public long residentBlocks() {
        return learned;
    }

    @Override
    public long evictedBlocks() {
        return 0;
    }

    @Override
    public long repeatedHashes() {
        return 0;
    }

    @Override
    public long misplacedHashes() {
        return 0;
    }

    @Override
    public long exhausted() {
        return 0;
    }

    @Override
    public void close() {
        learned = 0;
    }
}
