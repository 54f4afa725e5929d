/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/**
 * Layout of a cell, the unit in which runs get memory: two cache lines and a link kept apart from them.
 * <pre>
 *   hash cell     0       8                                         128
 *                +-------+-------+-------+---------   ---+-------+
 *                | d = 0 |   1   |   2   |     ...       |  15   |    hash of depth d mod 16
 *                +-------+-------+-------+---------   ---+-------+
 *   holder cell   0               24                    96        120
 *                +---------------+---------   ---+---------------+
 *                |   holder 0    |     ...       |    holder 4   |
 *                +---------------+---------   ---+---------------+
 *   link          0               4               8
 *                +---------------+---------------+
 *                | run, or used  |   next cell   |
 *                +---------------+---------------+
 * </pre>
 * A hash cell covers 16 depths starting at a multiple of 16, of which its run uses those it has; hence every cell has
 * exactly one entry in the {@link SampleTable}: its first used block, which is the run's first one or at a multiple of
 * 16. A run's hash cells are linked in order of depth. Its holder cells are linked newest first; only the newest may be
 * partly used. Cell 0 is none. A free cell's next is the next free one.
 */
final class CellDescriptor {
    static final int HASHES = 16;
    static final int HASHES_SHIFT = Integer.numberOfTrailingZeros(HASHES);
    static final int HASHES_MASK = HASHES - 1;
    static final int LENGTH = HASHES * Long.BYTES;
    static final int LENGTH_SHIFT = Integer.numberOfTrailingZeros(LENGTH);
    static final int HOLDERS = LENGTH / HolderDescriptor.LENGTH;

    static final int OWNER_OFFSET = 0;
    static final int NEXT_OFFSET = OWNER_OFFSET + Integer.BYTES;
    static final int LINK_LENGTH = NEXT_OFFSET + Integer.BYTES;
    static final int LINK_LENGTH_SHIFT = Integer.numberOfTrailingZeros(LINK_LENGTH);

    private CellDescriptor() {
    }
}
