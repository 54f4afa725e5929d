/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * The memory of a {@link RunPrefixIndex} and the pools in it, as {@link MemoryPlan} divides it.
 * <pre>
 *   arena   | run 0 | run 1 | ... | cell 1 | cell 2 | ...        one buffer, so that an int names any holder
 *   links   | link 0 | link 1 | ...                              of the cells
 *   slots   | slot 0 | slot 1 | ...                              the sample table
 *   pending | entry | entry | ...                                requests to learn later
 * </pre>
 */
final class IndexMemory {
    private final OffHeap arena;
    private final OffHeap links;
    private final OffHeap slots;
    private final OffHeap pending;
    private final Runs runs;
    private final Cells cells;
    private final SampleTable table;

    IndexMemory(final MemoryPlan plan) {
        arena = new OffHeap(Runs.bytes(plan.runs()) + Cells.bytes(plan.cells()));
        links = new OffHeap(Cells.linkBytes(plan.cells()));
        slots = new OffHeap(SampleTable.bytes(plan.slots()));
        pending = new OffHeap(plan.pendingBytes());
        runs = new Runs(arena.buffer(), plan.runs());
        cells = new Cells(arena.buffer(), Runs.bytes(plan.runs()), links.buffer(), plan.cells());
        table = new SampleTable(slots.buffer(), plan.slots());
    }

    UnsafeBuffer arena() {
        return arena.buffer();
    }

    UnsafeBuffer pending() {
        return pending.buffer();
    }

    Runs runs() {
        return runs;
    }

    Cells cells() {
        return cells;
    }

    SampleTable table() {
        return table;
    }

    void free() {
        arena.free();
        links.free();
        slots.free();
        pending.free();
    }
}
