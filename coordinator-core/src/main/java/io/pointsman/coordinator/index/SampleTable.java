/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Open-addressing table from the hash of each cell's first block to the cell, laid out by {@link SampleDescriptor}.
 * <p>
 * Linear probing; removal shifts later entries back, so there are no tombstones. It has two slots for each cell there
 * can be, hence is never more than half full and needs no rule of its own for being full. Its size need not be a power
 * of two: the mixed hash's upper half is scaled to it.
 */
final class SampleTable {
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final UnsafeBuffer table;
    private final int slots;
    private int size;

    SampleTable(final UnsafeBuffer table, final int slots) {
        this.table = table;
        this.slots = slots;
    }

    static int bytes(final int slots) {
        return slots << SampleDescriptor.LENGTH_SHIFT;
    }

    int size() {
        return size;
    }

    private int home(final long hash) {
        return (int) ((((hash * MIX) >>> Integer.SIZE) * slots) >>> Integer.SIZE);
    }

    /** The cell whose first block has this hash at this depth, 0 when there is none. */
    int find(final long hash, final int depth) {
        int slot = home(hash);
        while (true) {
            final int offset = slot << SampleDescriptor.LENGTH_SHIFT;
            final long key = table.getLong(offset + SampleDescriptor.HASH_OFFSET);
            // Empty first: a request may ask for 0, and an emptied slot keeps its cell.
            if (key == 0) {
                return 0;
            }
            if (key == hash) {
                return table.getInt(offset + SampleDescriptor.DEPTH_OFFSET) == depth
                    ? table.getInt(offset + SampleDescriptor.CELL_OFFSET) : 0;
            }
            slot = slot + 1 == slots ? 0 : slot + 1;
        }
    }

    /**
     * Adds a cell.
     *
     * @return false when the hash is there already, at whatever depth, and nothing changed.
     */
    boolean add(final long hash, final int cell, final int depth) {
        int slot = home(hash);
        while (true) {
            final int offset = slot << SampleDescriptor.LENGTH_SHIFT;
            final long key = table.getLong(offset + SampleDescriptor.HASH_OFFSET);
            if (key == 0) {
                table.putLong(offset + SampleDescriptor.HASH_OFFSET, hash);
                table.putInt(offset + SampleDescriptor.CELL_OFFSET, cell);
                table.putInt(offset + SampleDescriptor.DEPTH_OFFSET, depth);
                size++;
                return true;
            }
            if (key == hash) {
                return false;
            }
            slot = slot + 1 == slots ? 0 : slot + 1;
        }
    }

    /** Removes a hash that is there. */
    void remove(final long hash) {
        int hole = home(hash);
        while (table.getLong(hole << SampleDescriptor.LENGTH_SHIFT) != hash) {
            if (table.getLong(hole << SampleDescriptor.LENGTH_SHIFT) == 0) {
                throw new IllegalStateException("hash to remove is not in the table");
            }
            hole = hole + 1 == slots ? 0 : hole + 1;
        }
        size--;
        int slot = hole;
        while (true) {
            slot = slot + 1 == slots ? 0 : slot + 1;
            final long key = table.getLong(slot << SampleDescriptor.LENGTH_SHIFT);
            if (key == 0) {
                table.putLong(hole << SampleDescriptor.LENGTH_SHIFT, 0);
                return;
            }
            final int home = home(key);
            // An entry may move back to the hole unless its home lies behind the hole, seen around the end.
            final boolean stays = hole <= slot ? hole < home && home <= slot : hole < home || home <= slot;
            if (!stays) {
                move(slot, hole);
                hole = slot;
            }
        }
    }

    private void move(final int from, final int to) {
        final int source = from << SampleDescriptor.LENGTH_SHIFT;
        final int target = to << SampleDescriptor.LENGTH_SHIFT;
        table.putLong(target, table.getLong(source));
        table.putLong(target + Long.BYTES, table.getLong(source + Long.BYTES));
    }
}
