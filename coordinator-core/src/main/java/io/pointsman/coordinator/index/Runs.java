/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import org.agrona.concurrent.UnsafeBuffer;

/** The pool of run records, laid out by {@link RunDescriptor} from the start of the arena. */
final class Runs {
    private static final int SHORT_MASK = 0xFFFF;

    private final UnsafeBuffer arena;
    private final int capacity;
    private int firstFree;
    private int highest;
    private int free;

    /**
     * @param arena    holds the records first.
     * @param capacity most runs at once; the record 0 comes on top.
     */
    Runs(final UnsafeBuffer arena, final int capacity) {
        this.arena = arena;
        this.capacity = capacity;
        free = capacity;
    }

    static int bytes(final int capacity) {
        return (capacity + 1) << RunDescriptor.LENGTH_SHIFT;
    }

    int free() {
        return free;
    }

    int used() {
        return capacity - free;
    }

    /** Highest number that was ever given out. */
    int highest() {
        return highest;
    }

    /** Takes a record without children, cells and holders; there must be a free one. */
    int take(final int parent, final int start) {
        final int run;
        if (firstFree != 0) {
            run = firstFree;
            firstFree = older(run);
        } else {
            run = ++highest;
        }
        free--;
        parent(run, parent);
        start(run, start);
        end(run, start);
        firstCell(run, 0);
        lastCell(run, 0);
        children(run, 0);
        newer(run, 0);
        older(run, 0);
        holderCell(run, 0);
        holders(run, 0);
        return run;
    }

    void give(final int run) {
        start(run, 0);
        end(run, 0);
        arena.putInt(at(run) + RunDescriptor.GUARD_OFFSET, guard(run) + 1);
        older(run, firstFree);
        firstFree = run;
        free++;
    }

    private static int at(final int run) {
        return run << RunDescriptor.LENGTH_SHIFT;
    }

    boolean isUsed(final int run) {
        return end(run) != 0;
    }

    int guard(final int run) {
        return arena.getInt(at(run) + RunDescriptor.GUARD_OFFSET);
    }

    /** What names this run to others, and never a later one in the same record. */
    long leaf(final int run) {
        return run == 0 ? PrefixIndex.NO_LEAF : ((long) guard(run) << Integer.SIZE) | run;
    }

    /** The run a leaf names, 0 when it is gone. */
    int ofLeaf(final long leaf) {
        final int run = (int) leaf;
        return run > 0 && run <= highest && isUsed(run) && leaf(run) == leaf ? run : 0;
    }

    int parent(final int run) {
        return arena.getInt(at(run) + RunDescriptor.PARENT_OFFSET);
    }

    void parent(final int run, final int parent) {
        arena.putInt(at(run) + RunDescriptor.PARENT_OFFSET, parent);
    }

    int start(final int run) {
        return arena.getShort(at(run) + RunDescriptor.START_OFFSET) & SHORT_MASK;
    }

    void start(final int run, final int depth) {
        arena.putShort(at(run) + RunDescriptor.START_OFFSET, (short) depth);
    }

    int end(final int run) {
        return arena.getShort(at(run) + RunDescriptor.END_OFFSET) & SHORT_MASK;
    }

    void end(final int run, final int depth) {
        arena.putShort(at(run) + RunDescriptor.END_OFFSET, (short) depth);
    }

    int firstCell(final int run) {
        return arena.getInt(at(run) + RunDescriptor.FIRST_CELL_OFFSET);
    }

    void firstCell(final int run, final int cell) {
        arena.putInt(at(run) + RunDescriptor.FIRST_CELL_OFFSET, cell);
    }

    int lastCell(final int run) {
        return arena.getInt(at(run) + RunDescriptor.LAST_CELL_OFFSET);
    }

    void lastCell(final int run, final int cell) {
        arena.putInt(at(run) + RunDescriptor.LAST_CELL_OFFSET, cell);
    }

    int children(final int run) {
        return arena.getInt(at(run) + RunDescriptor.CHILDREN_OFFSET);
    }

    void children(final int run, final int count) {
        arena.putInt(at(run) + RunDescriptor.CHILDREN_OFFSET, count);
    }

    int newer(final int run) {
        return arena.getInt(at(run) + RunDescriptor.NEWER_OFFSET);
    }

    void newer(final int run, final int value) {
        arena.putInt(at(run) + RunDescriptor.NEWER_OFFSET, value);
    }

    int older(final int run) {
        return arena.getInt(at(run) + RunDescriptor.OLDER_OFFSET);
    }

    void older(final int run, final int value) {
        arena.putInt(at(run) + RunDescriptor.OLDER_OFFSET, value);
    }

    int holderCell(final int run) {
        return arena.getInt(at(run) + RunDescriptor.HOLDER_CELL_OFFSET);
    }

    void holderCell(final int run, final int cell) {
        arena.putInt(at(run) + RunDescriptor.HOLDER_CELL_OFFSET, cell);
    }

    int holders(final int run) {
        return arena.getInt(at(run) + RunDescriptor.HOLDERS_OFFSET);
    }

    void holders(final int run, final int count) {
        arena.putInt(at(run) + RunDescriptor.HOLDERS_OFFSET, count);
    }

    /** Where in the arena the run's first holder is. */
    static int firstHolder(final int run) {
        return at(run) + RunDescriptor.FIRST_HOLDER_OFFSET;
    }
}
