/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The prefix index as a forest of runs with sampled heads, off-heap and in fixed memory.
 * <p>
 * A run is a stretch of one chain of blocks that all have the same holders with the same stamps. Its hashes stand in
 * cells of 16 depths; a table finds each cell by its first block. So matching looks up one block in 16, compares the
 * others in sequence, and walks from the deepest known run to its root for the ranks that hold it. An operation that
 * covers part of a run splits it. See {@link IndexMemory} for the memory, {@link PathLocator} for finding,
 * {@link Learner} for learning, {@link RunTree} for what keeps the runs in order.
 * <p>
 * Under ref-zero a run is freed with its last reference. Under least recently used the oldest leaves are evicted when
 * memory is short. Single-threaded; nothing is allocated after construction.
 */
public final class RunPrefixIndex implements PrefixIndex {
    private final int maxBlocks;
    private final boolean isRefZero;
    private final LeafListener leafListener;
    private final IndexObserver observer;
    private final IndexCounters counters = new IndexCounters();
    private final RankLives lives;
    private final IndexMemory memory;
    private final Runs runs;
    private final Holders holders;
    private final RunTree tree;
    private final PathLocator locator;
    private final Learner learner;
    private final PendingQueue pending;
    private final Learning current = new Learning();
    private final Learning later = new Learning();
    private final UnsafeBuffer vector = new UnsafeBuffer(0, 0);
    private boolean isClosed;

    /**
     * Creates an empty index and takes its memory.
     *
     * @param context the configuration, which is concluded here.
     * @throws IllegalArgumentException when a value is out of range.
     */
    public RunPrefixIndex(final IndexContext context) {
        context.conclude();
        maxBlocks = context.maxBlocks();
        isRefZero = context.retention() == Retention.REF_ZERO;
        leafListener = context.leafListener();
        observer = context.observer();
        lives = new RankLives(context.maxRanks());
        memory = new IndexMemory(new MemoryPlan(context.memoryBytes(), maxBlocks));
        runs = memory.runs();
        holders = new Holders(memory.arena(), runs, memory.cells(), lives, context.retention(), context.ttlNs());
        tree = new RunTree(memory, holders, counters, context);
        locator = new PathLocator(runs, memory.cells(), memory.table());
        learner = new Learner(
            memory, holders, lives, tree, locator, counters, new RepeatFilter(maxBlocks, context.seed()));
        pending = new PendingQueue(memory.pending());
    }

    @Override
    public void rankLife(final int rankIndex, final int generation, final int cacheVersion) {
        lives.change(rankIndex, generation, cacheVersion);
    }

    @Override
    public void match(final DirectBuffer hashes, final int offset, final int count, final long nowNs,
                      final PrefixMatch match) {
        match.clear();
        final int blocks = Math.min(count, maxBlocks);
        if (blocks <= 0) {
            return;
        }
        vector.wrap(hashes, offset, blocks * Long.BYTES);
        locator.locate(vector, blocks);
        final int known = locator.known();
        match.knownBlocks(known);
        final int root = locator.root();
        final int mostRanks = root == 0 ? 0 : runs.holders(root);
        // A rank that holds a run holds all runs above it, so the root has every rank there can be.
        for (int run = locator.run(); run != 0 && match.size() < mostRanks; run = runs.parent(run)) {
            holders.collect(run, Math.min(runs.end(run), known), nowNs, match);
        }
    }

    @Override
    public void learn(final DirectBuffer hashes, final int offset, final int count, final int rankIndex,
                      final long nowNs, final long assignment, final long ownerId) {
        final int blocks = Math.min(count, maxBlocks);
        if (blocks <= 0 || !lives.isPresent(rankIndex)) {
            leafListener.onLearned(ownerId, NO_LEAF);
            return;
        }
        vector.wrap(hashes, offset, blocks * Long.BYTES);
        final boolean isFirst = pending.isEmpty();
        final Learning learning = isFirst ? current : later;
        learning.of(rankIndex, lives.life(rankIndex), blocks);
        learning.assigned(nowNs, assignment, ownerId);
        if (isFirst && learnPiece(learning)) {
            complete(learning);
            return;
        }
        while (!pending.offer(learning, vector)) {
            learnMore();
            vector.wrap(hashes, offset, blocks * Long.BYTES);
        }
    }

    @Override
    public int learnMore() {
        if (pending.isEmpty()) {
            return 0;
        }
        if (!current.isStarted()) {
            pending.load(current);
        }
        pending.wrap(vector);
        if (learnPiece(current)) {
            pending.remove();
            complete(current);
        }
        return 1;
    }

    private boolean learnPiece(final Learning learning) {
        final boolean isComplete = learner.learnPiece(learning, vector);
        if (observer != null) {
            observer.onLearnedPiece(learning.ownerId(), learning.learned());
        }
        return isComplete;
    }

    private void complete(final Learning learning) {
        final long leaf = isRefZero ? learning.leaf() : NO_LEAF;
        learning.of(0, 0, 0);
        leafListener.onLearned(learning.ownerId(), leaf);
    }

    @Override
    public void release(final long leaf, final int rankIndex, final int generation, final int cacheVersion) {
        if (!isRefZero || !lives.isCurrent(rankIndex, generation, cacheVersion)) {
            return;
        }
        int run = runs.ofLeaf(leaf);
        while (run != 0) {
            final int holder = holders.find(run, rankIndex);
            if (holder == Holders.NONE || holders.life(holder) != lives.life(rankIndex)) {
                return;
            }
            final int parent = runs.parent(run);
            holders.release(run, holder);
            if (tree.isUnheld(run)) {
                tree.free(run);
            }
            run = parent;
        }
    }

    @Override
    public int sweep(final long nowNs, final int limit) {
        return tree.sweep(nowNs, limit);
    }

    @Override
    public IndexStats stats() {
        return counters;
    }

    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            memory.free();
        }
    }

    IndexMemory memory() {
        return memory;
    }

    Holders holders() {
        return holders;
    }

    RankLives lives() {
        return lives;
    }

    RunTree tree() {
        return tree;
    }
}
