/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.agrona.DirectBuffer;

/**
 * The prefix index as anyone would write it down: one map from hash to block, and for each block one holder a rank.
 * The oracle of {@link RunPrefixIndex}. Learns at once and never runs out of memory.
 */
public final class NaivePrefixIndex implements PrefixIndex {
    private final Retention retention;
    private final long ttlNs;
    private final LeafListener leafListener;
    private final Map<Long, Block> blocks = new HashMap<>();
    private final Map<Integer, Life> lives = new HashMap<>();
    private final Map<Long, List<Long>> paths = new HashMap<>();
    private final Counts counts = new Counts();
    private long lastLeaf;

    /**
     * Creates an empty index.
     *
     * @param retention    how long a rank is believed to hold a block.
     * @param ttlNs        time to live in nanoseconds, 0 for endless.
     * @param leafListener is told of leaves.
     */
    public NaivePrefixIndex(final Retention retention, final long ttlNs, final LeafListener leafListener) {
        this.retention = retention;
        this.ttlNs = ttlNs;
        this.leafListener = leafListener;
    }

    @Override
    public void rankLife(final int rankIndex, final int generation, final int cacheVersion) {
        lives.put(rankIndex, new Life(generation, cacheVersion));
    }

    private Life life(final int rank) {
        return lives.getOrDefault(rank, new Life(0, 0));
    }

    @Override
    public void match(final DirectBuffer hashes, final int offset, final int count, final long nowNs,
                      final PrefixMatch match) {
        match.clear();
        final Map<Integer, Integer> depths = new HashMap<>();
        final Map<Integer, Long> assignments = new HashMap<>();
        int depth = 0;
        for (; depth < count; depth++) {
            final Block block = blocks.get(hash(hashes, offset, depth));
            if (block == null || !block.isAt(depth, parent(hashes, offset, depth))) {
                break;
            }
            for (final Map.Entry<Integer, Holder> entry : block.holders.entrySet()) {
                final int rank = entry.getKey();
                if (depths.getOrDefault(rank, 0) == depth && isLive(rank, entry.getValue(), nowNs)) {
                    depths.put(rank, depth + 1);
                    assignments.put(rank, entry.getValue().assignment);
                }
            }
        }
        depths.forEach((rank, blocksHeld) -> match.add(rank, blocksHeld, assignments.get(rank)));
        match.knownBlocks(depth);
    }

    private boolean isLive(final int rank, final Holder holder, final long nowNs) {
        return holder.life.equals(life(rank))
            && (retention == Retention.REF_ZERO ? holder.references > 0
                : ttlNs == 0 || nowNs - holder.lastNs <= ttlNs);
    }

    private static long hash(final DirectBuffer hashes, final int offset, final int block) {
        return hashes.getLong(offset + block * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
    }

    private static long parent(final DirectBuffer hashes, final int offset, final int block) {
        return block == 0 ? 0 : hash(hashes, offset, block - 1);
    }

    @Override
    public void learn(final DirectBuffer hashes, final int offset, final int count, final int rankIndex,
                      final long nowNs, final long assignment, final long ownerId) {
        final List<Long> path = new ArrayList<>();
        final Life life = life(rankIndex);
        if (life.generation != 0) {
            learnRange(hashes, offset, count, new Assignment(rankIndex, life, nowNs, assignment), path);
        }
        leafListener.onLearned(ownerId, leaf(path));
    }

    /** Names a path, to be released later. */
    long leaf(final List<Long> path) {
        if (path.isEmpty() || retention == Retention.LRU) {
            return NO_LEAF;
        }
        paths.put(++lastLeaf, path);
        return lastLeaf;
    }

    /** Learns the blocks of a request from those in its path on, and adds them to the path. */
    void learnRange(final DirectBuffer hashes, final int offset, final int to, final Assignment assignment,
                    final List<Long> path) {
        final Set<Long> seen = new HashSet<>(path);
        for (int depth = path.size(); depth < to; depth++) {
            final long hash = hash(hashes, offset, depth);
            final long parent = parent(hashes, offset, depth);
            if (!seen.add(hash)) {
                counts.repeated++;
                return;
            }
            final Block block = blocks.getOrDefault(hash, new Block(depth, parent));
            if (hash <= 0 || !block.isAt(depth, parent)) {
                counts.misplaced++;
                return;
            }
            blocks.put(hash, block);
            path.add(hash);
            assign(block, assignment);
        }
    }

    private void assign(final Block block, final Assignment assignment) {
        final Holder old = block.holders.get(assignment.rank);
        final Holder holder = old != null && old.life.equals(assignment.life) ? old : new Holder(assignment.life);
        holder.lastNs = assignment.nowNs;
        holder.assignment = assignment.number;
        holder.references++;
        block.holders.put(assignment.rank, holder);
    }

    @Override
    public int learnMore() {
        return 0;
    }

    @Override
    public void release(final long leaf, final int rankIndex, final int generation, final int cacheVersion) {
        final List<Long> path = paths.remove(leaf);
        final Life life = new Life(generation, cacheVersion);
        if (path == null || !life.equals(life(rankIndex))) {
            return;
        }
        for (final long hash : path) {
            final Block block = blocks.get(hash);
            final Holder holder = block.holders.get(rankIndex);
            if (holder.life.equals(life) && --holder.references == 0) {
                block.holders.remove(rankIndex);
            }
        }
    }

    /** Forgets a block for all ranks. */
    void forget(final long hash) {
        blocks.remove(hash);
    }

    /** The live holders of a block, as text by rank; a fast index must have the same. */
    Map<Integer, String> holders(final long hash, final long nowNs) {
        final Map<Integer, String> live = new TreeMap<>();
        final Block block = blocks.get(hash);
        if (block != null) {
            block.holders.forEach((rank, holder) -> {
                if (isLive(rank, holder, nowNs)) {
                    live.put(rank, describe(
                        retention == Retention.REF_ZERO ? holder.references : holder.lastNs, holder.assignment));
                }
            });
        }
        return live;
    }

    static String describe(final long stamp, final long assignment) {
        return stamp + " by assignment " + assignment;
    }

    @Override
    public int sweep(final long nowNs, final int limit) {
        int work = 0;
        final Iterator<Block> all = blocks.values().iterator();
        while (all.hasNext()) {
            final Block block = all.next();
            block.holders.entrySet().removeIf(entry -> !isLive(entry.getKey(), entry.getValue(), nowNs));
            if (block.holders.isEmpty()) {
                all.remove();
                work++;
            }
        }
        return work;
    }

    @Override
    public IndexStats stats() {
        return counts;
    }

    @Override
    public void close() {
        blocks.clear();
    }

    /** A rank's life. */
    record Life(int generation, int cacheVersion) {
    }

    /** A request's assignment to a rank. */
    record Assignment(int rank, Life life, long nowNs, long number) {
    }

    private static final class Block {
        private final int depth;
        private final long parent;
        private final Map<Integer, Holder> holders = new HashMap<>();

        Block(final int depth, final long parent) {
            this.depth = depth;
            this.parent = parent;
        }

        boolean isAt(final int position, final long parentHash) {
            return depth == position && parent == parentHash;
        }
    }

    private static final class Holder {
        private final Life life;
        private long lastNs;
        private long assignment;
        private int references;

        Holder(final Life life) {
            this.life = life;
        }
    }

    private final class Counts implements IndexStats {
        private long repeated;
        private long misplaced;

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
            return repeated;
        }

        @Override
        public long misplacedHashes() {
            return misplaced;
        }

        @Override
        public long exhausted() {
            return 0;
        }
    }
}
