/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.coordinator.index.IndexStats;
import io.pointsman.coordinator.index.NaivePrefixIndex;
import io.pointsman.coordinator.index.PrefixIndex;
import io.pointsman.coordinator.index.PrefixMatch;
import org.agrona.DirectBuffer;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An index that sees that each leaf is released as often as it was told, and can tell leaves late, one a learnMore.
 * Requests whose paths end in the same place may be told the same leaf.
 */
final class RecordingIndex implements PrefixIndex {
    private final PrefixIndex index;
    private final LeafListener listener;
    private final boolean tellsLater;
    private final Queue<Runnable> untold = new ArrayDeque<>();
    private final Map<Long, Integer> openLeaves = new HashMap<>();
    private long releases;

    RecordingIndex(
            final IndexFactory factory,
            final RouterConfiguration configuration,
            final LeafListener listener,
            final boolean tellsLater) {
        this.listener = listener;
        this.tellsLater = tellsLater;
        index = factory.create(configuration, this::onLearned);
    }

    static PrefixIndex naive(final RouterConfiguration configuration, final LeafListener listener) {
        return new NaivePrefixIndex(configuration.retention(), configuration.ttlNs(), listener);
    }

    private void onLearned(final long ownerId, final long leaf) {
        if (tellsLater) {
            untold.add(() -> tell(ownerId, leaf));
        } else {
            tell(ownerId, leaf);
        }
    }

    private void tell(final long ownerId, final long leaf) {
        if (leaf != NO_LEAF) {
            openLeaves.merge(leaf, 1, Integer::sum);
        }
        listener.onLearned(ownerId, leaf);
    }

    /** Leaves that have been told and not been released. */
    int openLeaves() {
        return openLeaves.values().stream().mapToInt(Integer::intValue).sum();
    }

    long releases() {
        return releases;
    }

    @Override
    public void release(final long leaf, final int rankIndex, final int generation, final int cacheVersion) {
        assertThat(openLeaves).as("open leaves").containsKey(leaf);
        openLeaves.computeIfPresent(leaf, (key, count) -> count == 1 ? null : count - 1);
        releases++;
        index.release(leaf, rankIndex, generation, cacheVersion);
    }

    @Override
    public void rankLife(final int rankIndex, final int generation, final int cacheVersion) {
        index.rankLife(rankIndex, generation, cacheVersion);
    }

    @Override
    public void match(
            final DirectBuffer hashes, final int offset, final int count, final long nowNs, final PrefixMatch match) {
        index.match(hashes, offset, count, nowNs, match);
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
        index.learn(hashes, offset, count, rankIndex, nowNs, assignment, ownerId);
    }

    @Override
    public int learnMore() {
        final int work = index.learnMore();
        if (untold.isEmpty()) {
            return work;
        }
        untold.remove().run();
        return work + 1;
    }

    @Override
    public int sweep(final long nowNs, final int limit) {
        return index.sweep(nowNs, limit);
    }

    @Override
    public IndexStats stats() {
        return index.stats();
    }

    @Override
    public void close() {
        index.close();
    }
}
