/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Finds how much of a request the index knows, and the run that has the deepest known block.
 * <p>
 * Every multiple of 16 of a known prefix is in the sample table, so the deepest known sample is searched first: from
 * the end of the request back in growing steps, since most requests are known nearly to their end, then in eighths of
 * what lies between. No probe within a round needs the outcome of another, so that they overlap. From that sample on
 * hashes are compared in sequence, and where a run ends the child is looked up by its first hash.
 */
final class PathLocator {
    private final Runs runs;
    private final Cells cells;
    private final SampleTable table;

    private UnsafeBuffer vector;
    private int sampleDepth;
    private int sampleCell;
    private int rootCell;
    private int known;
    private int run;

    PathLocator(final Runs runs, final Cells cells, final SampleTable table) {
        this.runs = runs;
        this.cells = cells;
        this.table = table;
    }

    /** Leading blocks that the index knows. */
    int known() {
        return known;
    }

    /** The run that has the deepest known block, 0 when none is known. */
    int run() {
        return run;
    }

    /** The run that has the first block, 0 when it is not known. */
    int root() {
        return rootCell == 0 ? 0 : cells.owner(rootCell);
    }

    /** Looks up the first blocks of a request, at least one. */
    void locate(final UnsafeBuffer hashes, final int count) {
        vector = hashes;
        known = 0;
        run = 0;
        rootCell = table.find(hash(0), 0);
        if (rootCell != 0) {
            findSample((count + CellDescriptor.HASHES_MASK) >>> CellDescriptor.HASHES_SHIFT);
            followChildren(Math.min(count, sampleDepth + CellDescriptor.HASHES));
        }
    }

    private void findSample(final int samples) {
        int low = 0;
        int high = samples;
        sampleCell = rootCell;
        int step = 1;
        for (int sample = samples - 1; sample > 0; sample -= step, step <<= 1) {
            final int cell = sample(sample);
            if (cell != 0) {
                low = sample;
                sampleCell = cell;
                break;
            }
            high = sample;
        }
        while (high - low > 1) {
            final int stride = Math.max(1, (high - low) >>> 3);
            for (int sample = high - stride; sample > low; sample -= stride) {
                final int cell = sample(sample);
                if (cell != 0) {
                    low = sample;
                    sampleCell = cell;
                } else {
                    high = sample;
                }
            }
        }
        sampleDepth = low << CellDescriptor.HASHES_SHIFT;
    }

    private int sample(final int sample) {
        final int depth = sample << CellDescriptor.HASHES_SHIFT;
        return table.find(hash(depth), depth);
    }

    private void followChildren(final int limit) {
        int deepest = cells.owner(sampleCell);
        int end = compare(sampleCell, sampleDepth, Math.min(limit, runs.end(deepest)));
        while (end < limit && end == runs.end(deepest)) {
            final int cell = table.find(hash(end), end);
            if (cell == 0) {
                break;
            }
            final int child = cells.owner(cell);
            if (runs.parent(child) != deepest || runs.start(child) != end) {
                break;
            }
            deepest = child;
            end = compare(cell, end, Math.min(limit, runs.end(child)));
        }
        known = end;
        run = deepest;
    }

    /** Where the request leaves a cell's hashes, whose block at {@code from} is known to be equal. */
    private int compare(final int cell, final int from, final int to) {
        int depth = from + 1;
        while (depth < to && hash(depth) == cells.hash(cell, depth)) {
            depth++;
        }
        return depth;
    }

    private long hash(final int block) {
        return vector.getLong(block * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
    }
}
