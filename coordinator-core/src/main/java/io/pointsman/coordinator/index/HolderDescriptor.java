/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/**
 * Layout of a holder: the belief that one rank holds all blocks of one run.
 * <pre>
 *   0               8               16      20      24
 *  +---------------+---------------+-------+-------+
 *  |     stamp     |  assignment   | life  | rank  |
 *  +---------------+---------------+-------+-------+
 * </pre>
 * The stamp is the time of the last assignment under least recently used, and the number of requests in flight under
 * ref-zero; neither needs the other's. Life is the rank's number in {@link RankLives}.
 */
final class HolderDescriptor {
    static final int STAMP_OFFSET = 0;
    static final int ASSIGNMENT_OFFSET = STAMP_OFFSET + Long.BYTES;
    static final int LIFE_OFFSET = ASSIGNMENT_OFFSET + Long.BYTES;
    static final int RANK_OFFSET = LIFE_OFFSET + Integer.BYTES;
    static final int LENGTH = RANK_OFFSET + Integer.BYTES;

    private HolderDescriptor() {
    }
}
