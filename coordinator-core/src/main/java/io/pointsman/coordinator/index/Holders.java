/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * The holders of each run, laid out by {@link HolderDescriptor}: the first in the run's record, where nearly all runs
 * of conversations have their only one, further ones in cells. A holder is named by its offset in the arena. Within a
 * run they have no order; a removed one is replaced by the last.
 */
final class Holders {
    static final int NONE = -1;
    private static final int PER_CELL = CellDescriptor.HOLDERS;

    private final UnsafeBuffer arena;
    private final Runs runs;
    private final Cells cells;
    private final RankLives lives;
    private final boolean isRefZero;
    private final long ttlNs;

    Holders(final UnsafeBuffer arena, final Runs runs, final Cells cells, final RankLives lives,
            final Retention retention, final long ttlNs) {
        this.arena = arena;
        this.runs = runs;
        this.cells = cells;
        this.lives = lives;
        isRefZero = retention == Retention.REF_ZERO;
        this.ttlNs = ttlNs == 0 ? Long.MAX_VALUE : ttlNs;
    }

    int rank(final int holder) {
        return arena.getInt(holder + HolderDescriptor.RANK_OFFSET);
    }

    int life(final int holder) {
        return arena.getInt(holder + HolderDescriptor.LIFE_OFFSET);
    }

    long stamp(final int holder) {
        return arena.getLong(holder + HolderDescriptor.STAMP_OFFSET);
    }

    long assignment(final int holder) {
        return arena.getLong(holder + HolderDescriptor.ASSIGNMENT_OFFSET);
    }

    /** Of the rank's current life, and retained. Under ref-zero a holder without references is removed at once. */
    boolean isLive(final int holder, final long nowNs) {
        return life(holder) == lives.life(rank(holder)) && (isRefZero || nowNs - stamp(holder) <= ttlNs);
    }

    /** A rank's holder in a run, of whatever life, else {@link #NONE}. */
    int find(final int run, final int rank) {
        final int count = runs.holders(run);
        if (count == 0) {
            return NONE;
        }
        final int first = Runs.firstHolder(run);
        if (rank(first) == rank) {
            return first;
        }
        for (int cell = count == 1 ? 0 : runs.holderCell(run); cell != 0; cell = cells.next(cell)) {
            final int start = cells.offset(cell);
            final int end = start + cells.owner(cell) * HolderDescriptor.LENGTH;
            for (int holder = start; holder < end; holder += HolderDescriptor.LENGTH) {
                if (rank(holder) == rank) {
                    return holder;
                }
            }
        }
        return NONE;
    }

    /** How many cells adding one more holder takes, 0 or 1. */
    int cellsToAdd(final int run) {
        if (runs.holders(run) == 0) {
            return 0;
        }
        final int cell = runs.holderCell(run);
        return cell == 0 || cells.owner(cell) == PER_CELL ? 1 : 0;
    }

    /** How many cells a copy of a run's holders takes. */
    int cellsToCopy(final int run) {
        return (Math.max(0, runs.holders(run) - 1) + PER_CELL - 1) / PER_CELL;
    }

    /**
     * A rank holds a run from now on: its holder is refreshed; one of another life is reset; a missing one is added,
     * for which there must be a free cell if it takes one.
     */
    void assign(final int run, final int rank, final long nowNs, final long assignment) {
        final int life = lives.life(rank);
        int holder = find(run, rank);
        final boolean isOfLife = holder != NONE && life(holder) == life;
        if (holder == NONE) {
            holder = add(run);
            arena.putInt(holder + HolderDescriptor.RANK_OFFSET, rank);
        }
        final long references = isOfLife ? stamp(holder) + 1 : 1;
        arena.putLong(holder + HolderDescriptor.STAMP_OFFSET, isRefZero ? references : nowNs);
        arena.putLong(holder + HolderDescriptor.ASSIGNMENT_OFFSET, assignment);
        arena.putInt(holder + HolderDescriptor.LIFE_OFFSET, life);
    }

    /** Takes a place for one more holder of a run, for which there must be a free cell if it takes one. */
    private int add(final int run) {
        final int count = runs.holders(run);
        runs.holders(run, count + 1);
        if (count == 0) {
            return Runs.firstHolder(run);
        }
        int cell = runs.holderCell(run);
        int used = cell == 0 ? PER_CELL : cells.owner(cell);
        if (used == PER_CELL) {
            final int fresh = cells.take(0);
            cells.next(fresh, cell);
            runs.holderCell(run, fresh);
            cell = fresh;
            used = 0;
        }
        cells.owner(cell, used + 1);
        return cells.offset(cell) + used * HolderDescriptor.LENGTH;
    }

    /** Takes a reference back; the holder goes with its last one. */
    void release(final int run, final int holder) {
        final long references = stamp(holder) - 1;
        if (references > 0) {
            arena.putLong(holder + HolderDescriptor.STAMP_OFFSET, references);
        } else {
            remove(run, holder);
        }
    }

    private void remove(final int run, final int holder) {
        final int count = runs.holders(run) - 1;
        runs.holders(run, count);
        if (count == 0) {
            return;
        }
        final int cell = runs.holderCell(run);
        final int used = cells.owner(cell) - 1;
        final int last = cells.offset(cell) + used * HolderDescriptor.LENGTH;
        if (holder != last) {
            arena.putBytes(holder, arena, last, HolderDescriptor.LENGTH);
        }
        if (used == 0) {
            runs.holderCell(run, cells.next(cell));
            cells.give(cell);
        } else {
            cells.owner(cell, used);
        }
    }

    /**
     * Removes the holders of a run that are not live.
     *
     * @return how many.
     */
    int dropDead(final int run, final long nowNs) {
        final int before = runs.holders(run);
        int cell = before > 1 ? runs.holderCell(run) : 0;
        while (cell != 0) {
            final int next = cells.next(cell);
            final int start = cells.offset(cell);
            // From the last on: what takes a removed one's place has been looked at.
            int holder = start + (cells.owner(cell) - 1) * HolderDescriptor.LENGTH;
            for (; holder >= start; holder -= HolderDescriptor.LENGTH) {
                if (!isLive(holder, nowNs)) {
                    remove(run, holder);
                }
            }
            cell = next;
        }
        if (runs.holders(run) > 0 && !isLive(Runs.firstHolder(run), nowNs)) {
            remove(run, Runs.firstHolder(run));
        }
        return before - runs.holders(run);
    }

    /**
     * Whether a rank is the only live holder of a run, and, under ref-zero, with one reference; if so, the others are
     * gone afterwards. Blocks appended to such a run are held like those it has.
     */
    boolean isSole(final int run, final int rank, final long nowNs) {
        if (runs.holders(run) > 1) {
            dropDead(run, nowNs);
        }
        final int first = Runs.firstHolder(run);
        return runs.holders(run) == 1 && rank(first) == rank && (!isRefZero || stamp(first) == 1);
    }

    /** Frees all holders of a run. */
    void clear(final int run) {
        int cell = runs.holderCell(run);
        while (cell != 0) {
            final int next = cells.next(cell);
            cells.give(cell);
            cell = next;
        }
        runs.holderCell(run, 0);
        runs.holders(run, 0);
    }

    /** Gives a run without holders those of another, for which there must be cells. */
    void copy(final int from, final int to) {
        runs.holders(to, runs.holders(from));
        arena.putBytes(Runs.firstHolder(to), arena, Runs.firstHolder(from), HolderDescriptor.LENGTH);
        int last = 0;
        for (int cell = runs.holderCell(from); cell != 0; cell = cells.next(cell)) {
            final int fresh = cells.take(cells.owner(cell));
            arena.putBytes(cells.offset(fresh), arena, cells.offset(cell), CellDescriptor.LENGTH);
            if (last == 0) {
                runs.holderCell(to, fresh);
            } else {
                cells.next(last, fresh);
            }
            last = fresh;
        }
    }

    /** Adds to a match each rank that holds a run and is not in it yet. */
    void collect(final int run, final int depth, final long nowNs, final PrefixMatch match) {
        final int count = runs.holders(run);
        if (count == 0) {
            return;
        }
        collectHolder(Runs.firstHolder(run), depth, nowNs, match);
        for (int cell = count == 1 ? 0 : runs.holderCell(run); cell != 0; cell = cells.next(cell)) {
            final int start = cells.offset(cell);
            final int end = start + cells.owner(cell) * HolderDescriptor.LENGTH;
            for (int holder = start; holder < end; holder += HolderDescriptor.LENGTH) {
                collectHolder(holder, depth, nowNs, match);
            }
        }
    }

    private void collectHolder(final int holder, final int depth, final long nowNs, final PrefixMatch match) {
        final int rank = rank(holder);
        if (match.depth(rank) == 0 && isLive(holder, nowNs)) {
            match.add(rank, depth, assignment(holder));
        }
    }
}
