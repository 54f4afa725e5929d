/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/**
 * Divides the memory given to an index among its pools.
 * <p>
 * Every cell needs its 128 bytes, a link of 8, two slots of 16 in the sample table, which is therefore never more than
 * half full, and a share of a run's record. Half as many runs as cells is what the traces need: runs of conversations
 * have several cells. The queue of pending requests holds at least four of the longest.
 */
final class MemoryPlan {
    private static final int SLOTS_PER_CELL = 2;
    private static final int CELLS_PER_RUN = 2;
    private static final int BYTES_PER_CELL = CellDescriptor.LENGTH + CellDescriptor.LINK_LENGTH
        + SLOTS_PER_CELL * SampleDescriptor.LENGTH + RunDescriptor.LENGTH / CELLS_PER_RUN;
    private static final int LONGEST_PENDING = 4;
    private static final int LEAST_CELLS = 16;
    private static final int MOST_CELLS =
        (Integer.MAX_VALUE - 4096) / (CellDescriptor.LENGTH + RunDescriptor.LENGTH / CELLS_PER_RUN);

    private final int cells;
    private final int pendingBytes;

    MemoryPlan(final long memoryBytes, final int maxBlocks) {
        pendingBytes = pendingBytes(maxBlocks);
        cells = (int) ((memoryBytes - pendingBytes) / BYTES_PER_CELL);
    }

    /** Least memory: the longest request fits, with some cells to spare. */
    static long leastBytes(final int maxBlocks) {
        return pendingBytes(maxBlocks) + (long) BYTES_PER_CELL * (LEAST_CELLS + maxBlocks / CellDescriptor.HASHES);
    }

    /** Most memory: runs and cells share one buffer, which an int can index. */
    static long mostBytes(final int maxBlocks) {
        return pendingBytes(maxBlocks) + (long) BYTES_PER_CELL * MOST_CELLS;
    }

    private static int pendingBytes(final int maxBlocks) {
        return LONGEST_PENDING * PendingDescriptor.length(maxBlocks);
    }

    int cells() {
        return cells;
    }

    int runs() {
        return cells / CELLS_PER_RUN;
    }

    int slots() {
        return cells * SLOTS_PER_CELL;
    }

    int pendingBytes() {
        return pendingBytes;
    }
}
