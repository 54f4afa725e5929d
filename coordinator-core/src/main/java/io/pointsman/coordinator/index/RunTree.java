/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * The runs as a forest: adds, splits and frees them, keeping records, cells, sample table, holders and recency list
 * together.
 * <p>
 * Memory that is short is taken back: under least recently used from the oldest run, which is a leaf, unless it belongs
 * to the path that is being learned; under ref-zero, where every run is in use while a request is in flight, from runs
 * of dead lives that the sweep has not met yet.
 */
final class RunTree {
    /** Runs looked at in one go when memory is short under ref-zero. */
    private static final int RECLAIM_VISITS = 256;
    /** Goes after which it gives up, so that nobody waits for a whole sweep. */
    private static final int RECLAIM_GOES = 16;

    private final Runs runs;
    private final Cells cells;
    private final SampleTable table;
    private final Holders holders;
    private final RecencyList recency;
    private final UnsafeBuffer arena;
    private final IndexCounters counters;
    private final IndexObserver observer;
    private final boolean isRefZero;

    private int pathEnd;
    private int mark = 1;
    private int sweptRun;
    private int evictedCells;

    RunTree(final IndexMemory memory, final Holders holders, final IndexCounters counters,
            final IndexContext context) {
        runs = memory.runs();
        cells = memory.cells();
        table = memory.table();
        arena = memory.arena();
        recency = new RecencyList(runs);
        this.holders = holders;
        this.counters = counters;
        observer = context.observer();
        isRefZero = context.retention() == Retention.REF_ZERO;
    }

    RecencyList recency() {
        return recency;
    }

    /** Cells taken back by eviction since {@link #beginPiece}. */
    int evictedCells() {
        return evictedCells;
    }

    void beginPiece() {
        evictedCells = 0;
        pathEnd = 0;
    }

    /** Ends the protection of the path that was learned. */
    void endPiece() {
        pathEnd = 0;
        mark++;
    }

    /** Nothing of the path that ends in this run is taken back until the piece ends. */
    void protect(final int run) {
        pathEnd = run;
    }

    /**
     * Refreshes a path from its leaf to its root, which protects it.
     *
     * @return how many cells it takes to add a rank to all its runs.
     */
    int touch(final int leaf, final int rank) {
        protect(leaf);
        int needed = 0;
        for (int run = leaf; run != 0; run = runs.parent(run)) {
            if (isRefZero) {
                runs.newer(run, mark);
            } else {
                recency.refresh(run);
            }
            if (holders.find(run, rank) == Holders.NONE) {
                needed += holders.cellsToAdd(run);
            }
        }
        return needed;
    }

    /**
     * Sees that there are free records and cells.
     *
     * @return false when they cannot be had.
     */
    boolean reserve(final int runsNeeded, final int cellsNeeded, final long nowNs) {
        int goes = isRefZero ? RECLAIM_GOES : Integer.MAX_VALUE;
        while (runs.free() < runsNeeded || cells.free() < cellsNeeded) {
            if (goes-- == 0 || !(isRefZero ? sweep(nowNs, RECLAIM_VISITS) > 0 : evictOldest())) {
                return false;
            }
        }
        return true;
    }

    private boolean evictOldest() {
        final int oldest = recency.oldest();
        if (oldest == 0 || oldest == pathEnd) {
            return false;
        }
        final int freeBefore = cells.free();
        counters.onEvicted(runs.end(oldest) - runs.start(oldest));
        if (observer != null) {
            tellEvicted(oldest);
        }
        free(oldest);
        evictedCells += cells.free() - freeBefore;
        return true;
    }

    private void tellEvicted(final int run) {
        int depth = runs.start(run);
        for (int cell = runs.firstCell(run); cell != 0; cell = cells.next(cell)) {
            final int end = Math.min(cellEnd(depth), runs.end(run));
            observer.onEvicted(depth, arena, cells.hashOffset(cell, depth), end - depth);
            depth = end;
        }
    }

    private static int cellEnd(final int depth) {
        return (depth | CellDescriptor.HASHES_MASK) + 1;
    }

    /** Adds a run without blocks behind its parent; there must be a free record. */
    int addRun(final int parent, final int start) {
        final int run = runs.take(parent, start);
        if (parent != 0) {
            runs.children(parent, runs.children(parent) + 1);
        }
        if (!isRefZero) {
            if (parent == 0) {
                recency.addNewest(run);
            } else {
                recency.addBehind(run, parent);
            }
        }
        return run;
    }

    /** Links a cell, which is in the table already, behind a run's last one. */
    void addCell(final int run, final int cell) {
        cells.owner(cell, run);
        if (runs.firstCell(run) == 0) {
            runs.firstCell(run, cell);
        } else {
            cells.next(runs.lastCell(run), cell);
        }
        runs.lastCell(run, cell);
    }

    int cellsToSplit(final int run, final int depth) {
        return holders.cellsToCopy(run) + ((depth & CellDescriptor.HASHES_MASK) == 0 ? 0 : 1);
    }

    /**
     * Splits a run, for which there must be a free record and cells. The tail keeps the run's number, since those in
     * flight and the children point to it.
     *
     * @return the head; 0 when the block at that depth is in the table elsewhere, and nothing changed.
     */
    int split(final int tail, final int depth) {
        final int start = runs.start(tail);
        final int headCells = (depth - 1 >> CellDescriptor.HASHES_SHIFT) - (start >> CellDescriptor.HASHES_SHIFT) + 1;
        final int lastCell = cell(tail, headCells - 1);
        final int tailCell = (depth & CellDescriptor.HASHES_MASK) == 0
            ? cells.next(lastCell) : splitCell(tail, lastCell, depth);
        if (tailCell == 0) {
            return 0;
        }
        final int head = runs.take(runs.parent(tail), start);
        runs.end(head, depth);
        runs.children(head, 1);
        runs.firstCell(head, runs.firstCell(tail));
        runs.lastCell(head, lastCell);
        cells.next(lastCell, 0);
        for (int cell = runs.firstCell(head); cell != 0; cell = cells.next(cell)) {
            cells.owner(cell, head);
        }
        runs.parent(tail, head);
        runs.start(tail, depth);
        runs.firstCell(tail, tailCell);
        holders.copy(tail, head);
        if (isRefZero) {
            runs.newer(head, mark);
        } else {
            recency.addBefore(head, tail);
        }
        return head;
    }

    private int cell(final int run, final int position) {
        int cell = runs.firstCell(run);
        for (int i = 0; i < position; i++) {
            cell = cells.next(cell);
        }
        return cell;
    }

    private int splitCell(final int run, final int cell, final int depth) {
        final int fresh = cells.take(run);
        if (!table.add(cells.hash(cell, depth), fresh, depth)) {
            cells.give(fresh);
            return 0;
        }
        arena.putBytes(cells.offset(fresh), arena, cells.offset(cell), CellDescriptor.LENGTH);
        cells.next(fresh, cells.next(cell));
        if (runs.lastCell(run) == cell) {
            runs.lastCell(run, fresh);
        }
        return fresh;
    }

    /** Frees a run without children. */
    void free(final int run) {
        int depth = runs.start(run);
        int cell = runs.firstCell(run);
        while (cell != 0) {
            final int next = cells.next(cell);
            table.remove(cells.hash(cell, depth));
            cells.give(cell);
            depth = cellEnd(depth);
            cell = next;
        }
        holders.clear(run);
        final int parent = runs.parent(run);
        if (parent != 0) {
            runs.children(parent, runs.children(parent) - 1);
        }
        if (!isRefZero) {
            recency.remove(run);
        }
        counters.onFreed(runs.end(run) - runs.start(run));
        runs.give(run);
    }

    /** Whether nobody holds a run, nor anything behind it. */
    boolean isUnheld(final int run) {
        return runs.holders(run) == 0 && runs.children(run) == 0;
    }

    /**
     * Drops holders that are not live, and leaves that nobody holds, going on from where it stopped last.
     *
     * @return runs changed or freed.
     */
    int sweep(final long nowNs, final int limit) {
        final int highest = runs.highest();
        int work = 0;
        int visits = Math.min(limit, highest);
        while (visits > 0) {
            visits--;
            sweptRun = sweptRun >= highest ? 1 : sweptRun + 1;
            if (runs.isUsed(sweptRun) && !isMarked(sweptRun)) {
                final int dropped = holders.dropDead(sweptRun, nowNs);
                final int freed = freeUnheld(sweptRun);
                work += freed == 0 && dropped > 0 ? 1 : freed;
                visits -= freed;
            }
        }
        return work;
    }

    private boolean isMarked(final int run) {
        return isRefZero && runs.newer(run) == mark;
    }

    /** Frees a run that nobody holds, then its parents as far as the same holds for them. */
    private int freeUnheld(final int leaf) {
        int freed = 0;
        int run = leaf;
        while (run != 0 && isUnheld(run) && !isMarked(run)) {
            final int parent = runs.parent(run);
            free(run);
            freed++;
            run = parent;
        }
        return freed;
    }
}
