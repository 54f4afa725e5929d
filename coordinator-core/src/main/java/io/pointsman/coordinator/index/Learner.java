/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Learns requests, each in pieces that are bounded in new blocks and in cells evicted for them.
 * <p>
 * The first piece refreshes the known path from its leaf to its root, after splitting the last run where the request
 * covers only part of it; either all runs of the path get the rank as holder, or none. What is new is appended: to the
 * last run, if nothing hangs on it and its blocks are held by this rank for this request only, else to a new run.
 */
final class Learner {
    /** New blocks of a piece. */
    static final int PIECE_BLOCKS = 512;
    /** Cells evicted in a piece after which it ends; what one eviction frees beyond that is not held back. */
    static final int PIECE_EVICTED_CELLS = 512;

    private final Runs runs;
    private final Cells cells;
    private final SampleTable table;
    private final Holders holders;
    private final RankLives lives;
    private final RunTree tree;
    private final PathLocator locator;
    private final IndexCounters counters;
    private final RepeatFilter filter;

    private UnsafeBuffer vector;
    private Learning learning;
    private int lastRun;
    private boolean isEnded;

    Learner(final IndexMemory memory, final Holders holders, final RankLives lives, final RunTree tree,
            final PathLocator locator, final IndexCounters counters, final RepeatFilter filter) {
        this.filter = filter;
        runs = memory.runs();
        cells = memory.cells();
        table = memory.table();
        this.holders = holders;
        this.lives = lives;
        this.tree = tree;
        this.locator = locator;
        this.counters = counters;
    }

    /**
     * Learns one piece of a request.
     *
     * @return true when nothing is left to do.
     */
    boolean learnPiece(final Learning request, final UnsafeBuffer hashes) {
        vector = hashes;
        learning = request;
        isEnded = false;
        tree.beginPiece();
        if (lives.life(request.rank()) != request.life()) {
            request.progress(request.learned(), PrefixIndex.NO_LEAF);
            isEnded = true;
        } else if (request.isStarted()) {
            resume();
        } else {
            request.start();
            begin();
            if (!isEnded && request.learned() < request.count()) {
                request.end(filter.firstRepeat(vector, request.learned(), request.count()));
            }
        }
        if (!isEnded && request.learned() < request.count()) {
            appendPiece();
        }
        tree.endPiece();
        return isEnded || request.learned() == request.count();
    }

    private void begin() {
        locator.locate(vector, learning.count());
        lastRun = locator.run();
        if (lastRun != 0) {
            refresh(locator.known());
        }
    }

    private void refresh(final int known) {
        final int rank = learning.rank();
        final boolean isCut = known < runs.end(lastRun);
        final int cellsNeeded = tree.touch(lastRun, rank) + (isCut ? tree.cellsToSplit(lastRun, known) : 0);
        if (!tree.reserve(isCut ? 1 : 0, cellsNeeded, learning.nowNs())) {
            counters.onExhausted();
            isEnded = true;
            return;
        }
        if (isCut) {
            lastRun = tree.split(lastRun, known);
            if (lastRun == 0) {
                counters.onMisplacedHash();
                isEnded = true;
                return;
            }
            tree.protect(lastRun);
        }
        for (int run = lastRun; run != 0; run = runs.parent(run)) {
            holders.assign(run, rank, learning.nowNs(), learning.assignment());
        }
        learning.progress(known, runs.leaf(lastRun));
    }

    /** Goes on behind the blocks that are learned, if they are still there as they were left. */
    private void resume() {
        lastRun = runs.ofLeaf(learning.leaf());
        if (learning.learned() == 0) {
            return;
        }
        final int holder = lastRun == 0 ? Holders.NONE : holders.find(lastRun, learning.rank());
        isEnded = holder == Holders.NONE || runs.end(lastRun) != learning.learned()
            || holders.life(holder) != learning.life() || holders.assignment(holder) != learning.assignment();
        tree.protect(lastRun);
    }

    private void appendPiece() {
        final int from = learning.learned();
        final int to = Math.min(learning.end(), from + PIECE_BLOCKS);
        final int end = append(from, to);
        counters.onLearned(end - from);
        learning.progress(end, runs.leaf(lastRun));
        if (end == learning.end() && end < learning.count()) {
            counters.onRepeatedHash();
            isEnded = true;
        }
    }

    private int append(final int from, final int to) {
        boolean isExtending = lastRun != 0 && runs.children(lastRun) == 0
            && holders.isSole(lastRun, learning.rank(), learning.nowNs());
        int depth = from;
        while (depth < to && !isEnded) {
            if (!isExtending || (depth & CellDescriptor.HASHES_MASK) == 0) {
                if (tree.evictedCells() >= PIECE_EVICTED_CELLS || !addCell(depth, isExtending)) {
                    break;
                }
                isExtending = true;
            }
            depth = fillCell(depth, Math.min(to, (depth | CellDescriptor.HASHES_MASK) + 1));
            runs.end(lastRun, depth);
        }
        return depth;
    }

    /** Gives the last run a cell for a depth, or makes it a new run with one. */
    private boolean addCell(final int depth, final boolean isExtending) {
        if (!tree.reserve(isExtending ? 0 : 1, 1, learning.nowNs())) {
            counters.onExhausted();
            isEnded = true;
            return false;
        }
        final int cell = cells.take(0);
        final long hash = hash(depth);
        if (hash <= 0 || !table.add(hash, cell, depth)) {
            cells.give(cell);
            counters.onMisplacedHash();
            isEnded = true;
            return false;
        }
        if (!isExtending) {
            lastRun = tree.addRun(lastRun, depth);
            holders.assign(lastRun, learning.rank(), learning.nowNs(), learning.assignment());
            tree.protect(lastRun);
        }
        tree.addCell(lastRun, cell);
        return true;
    }

    private int fillCell(final int from, final int to) {
        final int cell = runs.lastCell(lastRun);
        for (int depth = from; depth < to; depth++) {
            final long hash = hash(depth);
            if (hash <= 0) {
                counters.onMisplacedHash();
                isEnded = true;
                return depth;
            }
            cells.hash(cell, depth, hash);
        }
        return to;
    }

    private long hash(final int block) {
        return vector.getLong(block * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
    }
}
