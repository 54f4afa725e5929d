/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import org.agrona.concurrent.UnsafeBuffer;

/** The pool of cells, laid out by {@link CellDescriptor}: the arena from a base on, and the links in a buffer apart. */
final class Cells {
    private final UnsafeBuffer arena;
    private final int base;
    private final UnsafeBuffer links;
    private final int capacity;
    private int firstFree;
    private int highest;
    private int free;

    /**
     * @param arena    holds the cells.
     * @param base     where in the arena they start.
     * @param links    one for each cell.
     * @param capacity most cells at once; the cell 0 comes on top, of which only the link has memory.
     */
    Cells(final UnsafeBuffer arena, final int base, final UnsafeBuffer links, final int capacity) {
        this.arena = arena;
        this.base = base - CellDescriptor.LENGTH;
        this.links = links;
        this.capacity = capacity;
        free = capacity;
    }

    static int bytes(final int capacity) {
        return capacity << CellDescriptor.LENGTH_SHIFT;
    }

    static int linkBytes(final int capacity) {
        return (capacity + 1) << CellDescriptor.LINK_LENGTH_SHIFT;
    }

    int free() {
        return free;
    }

    int used() {
        return capacity - free;
    }

    /** Takes a cell that is linked to none; there must be a free one. */
    int take(final int owner) {
        final int cell;
        if (firstFree != 0) {
            cell = firstFree;
            firstFree = next(cell);
        } else {
            cell = ++highest;
        }
        free--;
        owner(cell, owner);
        next(cell, 0);
        return cell;
    }

    void give(final int cell) {
        next(cell, firstFree);
        firstFree = cell;
        free++;
    }

    /** Where in the arena the cell is. */
    int offset(final int cell) {
        return base + (cell << CellDescriptor.LENGTH_SHIFT);
    }

    /** Where in the arena a hash cell has the hash of a depth. */
    int hashOffset(final int cell, final int depth) {
        return offset(cell) + (depth & CellDescriptor.HASHES_MASK) * Long.BYTES;
    }

    long hash(final int cell, final int depth) {
        return arena.getLong(hashOffset(cell, depth));
    }

    void hash(final int cell, final int depth, final long hash) {
        arena.putLong(hashOffset(cell, depth), hash);
    }

    /** A hash cell's run, or how many holders a holder cell has. */
    int owner(final int cell) {
        return links.getInt((cell << CellDescriptor.LINK_LENGTH_SHIFT) + CellDescriptor.OWNER_OFFSET);
    }

    void owner(final int cell, final int owner) {
        links.putInt((cell << CellDescriptor.LINK_LENGTH_SHIFT) + CellDescriptor.OWNER_OFFSET, owner);
    }

    int next(final int cell) {
        return links.getInt((cell << CellDescriptor.LINK_LENGTH_SHIFT) + CellDescriptor.NEXT_OFFSET);
    }

    void next(final int cell, final int next) {
        links.putInt((cell << CellDescriptor.LINK_LENGTH_SHIFT) + CellDescriptor.NEXT_OFFSET, next);
    }
}
