/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/**
 * Layout of a run's record: one cache line, so that walking from a leaf to its root touches one line a run.
 * <pre>
 *   0               4       6       8               12              16
 *  +---------------+-------+-------+---------------+---------------+
 *  |  parent run   | start |  end  |  first cell   |   last cell   |
 *  +---------------+-------+-------+---------------+---------------+
 *  |   children    |     guard     |  newer / mark |  older / next |
 *  +---------------+-------+-------+---------------+---------------+
 *  |  holder cell  | holders       | first holder: stamp           |
 *  +---------------+---------------+---------------+---------------+
 *  | assignment                    |     life      |     rank      |
 *  +-------------------------------+---------------+---------------+
 *                                                                  64
 * </pre>
 * Start and end are depths in blocks, end exclusive; a free record has both 0. A run's number is its record's position;
 * number 0 is none. The guard rises whenever the record is freed, so that a leaf kept by someone never names a later
 * run. Newer and older are the neighbours in the recency list; under ref-zero, which has no such list, newer is the
 * mark of the path that is being learned. A free record's older is the next free one.
 */
final class RunDescriptor {
    static final int PARENT_OFFSET = 0;
    static final int START_OFFSET = PARENT_OFFSET + Integer.BYTES;
    static final int END_OFFSET = START_OFFSET + Short.BYTES;
    static final int FIRST_CELL_OFFSET = END_OFFSET + Short.BYTES;
    static final int LAST_CELL_OFFSET = FIRST_CELL_OFFSET + Integer.BYTES;
    static final int CHILDREN_OFFSET = LAST_CELL_OFFSET + Integer.BYTES;
    static final int GUARD_OFFSET = CHILDREN_OFFSET + Integer.BYTES;
    static final int NEWER_OFFSET = GUARD_OFFSET + Integer.BYTES;
    static final int OLDER_OFFSET = NEWER_OFFSET + Integer.BYTES;
    static final int HOLDER_CELL_OFFSET = OLDER_OFFSET + Integer.BYTES;
    static final int HOLDERS_OFFSET = HOLDER_CELL_OFFSET + Integer.BYTES;
    static final int FIRST_HOLDER_OFFSET = HOLDERS_OFFSET + Integer.BYTES;
    static final int LENGTH = FIRST_HOLDER_OFFSET + HolderDescriptor.LENGTH;
    static final int LENGTH_SHIFT = Integer.numberOfTrailingZeros(LENGTH);

    private RunDescriptor() {
    }
}
