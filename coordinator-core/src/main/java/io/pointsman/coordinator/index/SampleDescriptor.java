/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/**
 * Layout of a slot of the {@link SampleTable}.
 * <pre>
 *   0               8       12      16
 *  +---------------+-------+-------+
 *  |     hash      | cell  | depth |
 *  +---------------+-------+-------+
 * </pre>
 * Hash 0 marks an empty slot; block hashes are positive. Four slots share a cache line.
 */
final class SampleDescriptor {
    static final int HASH_OFFSET = 0;
    static final int CELL_OFFSET = HASH_OFFSET + Long.BYTES;
    static final int DEPTH_OFFSET = CELL_OFFSET + Integer.BYTES;
    static final int LENGTH = DEPTH_OFFSET + Integer.BYTES;
    static final int LENGTH_SHIFT = Integer.numberOfTrailingZeros(LENGTH);

    private SampleDescriptor() {
    }
}
