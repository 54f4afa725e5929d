/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.coordinator.index.IndexStats;
import io.pointsman.coordinator.index.PrefixIndex;
import io.pointsman.coordinator.index.PrefixMatch;
import io.pointsman.coordinator.index.Retention;
import org.agrona.DirectBuffer;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Block by block, a hash map of holders: the obvious index, to test the router with. */
final class BlockMapIndex implements PrefixIndex, IndexStats {
    private static final class Holder {
        private int generation;
        private int cacheVersion;
        private long lastNs;
        private long assignment;
        private int references;
    }

    private final Retention retention;
    private final long ttlNs;
    private final LeafListener listener;
    private final int[] generations;
    private final int[] cacheVersions;
    private final Map<Long, Map<Integer, Holder>> blocks = new HashMap<>();
    private final Map<Long, List<Holder>> leaves = new HashMap<>();
    private final List<Runnable> pending = new ArrayList<>();
    private final boolean tellsLater;
    private long nextLeaf = 1;
    private long releases;

    BlockMapIndex(final RouterConfiguration configuration, final LeafListener listener, final boolean tellsLater) {
        retention = configuration.retention();
        ttlNs = configuration.ttlNs();
        generations = new int[configuration.maxRanks()];
        cacheVersions = new int[configuration.maxRanks()];
        this.listener = listener;
        this.tellsLater = tellsLater;
    }

    @Override
    public void rankLife(final int rankIndex, final int generation, final int cacheVersion) {
        generations[rankIndex] = generation;
        cacheVersions[rankIndex] = cacheVersion;
    }

    @Override
    public void match(
            final DirectBuffer hashes, final int offset, final int count, final long nowNs, final PrefixMatch match) {
        for (int rank = 0; rank < generations.length; rank++) {
            int depth = 0;
            long assignment = 0;
            while (depth < count) {
                final long hash = hashes.getLong(offset + depth * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
                final Holder holder = blocks.getOrDefault(hash, Map.of()).get(rank);
                if (holder == null || !isLive(holder, rank, nowNs)) {
                    break;
                }
                assignment = holder.assignment;
                depth++;
            }
            if (depth > 0) {
                match.add(rank, depth, assignment);
            }
        }
    }

    private boolean isLive(final Holder holder, final int rank, final long nowNs) {
        return isSameLife(holder, rank)
            && (retention == Retention.REF_ZERO ? holder.references > 0 : ttlNs == 0 || nowNs - holder.lastNs <= ttlNs);
    }

    private boolean isSameLife(final Holder holder, final int rank) {
        return holder.generation == generations[rank] && holder.cacheVersion == cacheVersions[rank];
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
        final List<Holder> path = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final long hash = hashes.getLong(offset + i * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
            final Map<Integer, Holder> holders = blocks.computeIfAbsent(hash, key -> new HashMap<>());
            Holder holder = holders.get(rankIndex);
            if (holder == null || !isSameLife(holder, rankIndex)) {
                holder = new Holder();
                holder.generation = generations[rankIndex];
                holder.cacheVersion = cacheVersions[rankIndex];
                holders.put(rankIndex, holder);
            }
            holder.lastNs = nowNs;
            holder.assignment = assignment;
            holder.references += retention == Retention.REF_ZERO ? 1 : 0;
            path.add(holder);
        }
        if (retention == Retention.REF_ZERO) {
            final long leaf = path.isEmpty() ? NO_LEAF : nextLeaf++;
            leaves.put(leaf, path);
            if (tellsLater) {
                pending.add(() -> listener.onLearned(ownerId, leaf));
            } else {
                listener.onLearned(ownerId, leaf);
            }
        }
    }

    @Override
    public int learnMore() {
        if (pending.isEmpty()) {
            return 0;
        }
        pending.remove(0).run();
        return 1;
    }

    @Override
    public void release(final long leaf, final int rankIndex, final int generation, final int cacheVersion) {
        releases++;
        for (final Holder holder : leaves.remove(leaf)) {
            if (holder.generation != generation || holder.cacheVersion != cacheVersion || holder.references == 0) {
                throw new IllegalStateException("released in another life than it was learned in");
            }
            holder.references--;
        }
    }

    /** Leaves that have been told and not been released. */
    int openLeaves() {
        return leaves.size();
    }

    long releases() {
        return releases;
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
        return blocks.size();
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
        blocks.clear();
    }
}
