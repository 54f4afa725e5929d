/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

/**
 * One entry of the {@link InFlightTable}, a cache line:
 * <pre>
 *   0                 8                 16                24       28        32
 *   +-----------------+-----------------+-----------------+--------+---------+
 *   | correlation id  | request id      | leaf            | rank   | genera- |
 *   |                 |                 |                 | index  | tion    |
 *   +--------+--------+--------+--------+--------+--------+--------+---------+
 *   | leaf   | leaf   | leaf   | matched| next   | pre-   | report | f | r|f |
 *   | rank   | gener. | version| blocks |        | vious  | mark   |   |  |  |
 *   +--------+--------+--------+--------+--------+--------+--------+---------+
 *   32       36       40       44       48       52       56       60  62 63
 *                                                      frontend, reason, flags
 * </pre>
 * Leaf, leaf rank, leaf generation and leaf cache version are what the index has to be told when the request is over;
 * they name the life the request was learned in, which differs from (rank, generation) once the request has moved. Next
 * and previous link the entries of one frontend, newest first; next also links free entries. Links are slot + 1, 0 for
 * none.
 */
final class InFlightDescriptor {
    static final int CORRELATION_ID_OFFSET = 0;
    static final int REQUEST_ID_OFFSET = CORRELATION_ID_OFFSET + Long.BYTES;
    static final int LEAF_OFFSET = REQUEST_ID_OFFSET + Long.BYTES;
    static final int RANK_INDEX_OFFSET = LEAF_OFFSET + Long.BYTES;
    static final int GENERATION_OFFSET = RANK_INDEX_OFFSET + Integer.BYTES;
    static final int LEAF_RANK_OFFSET = GENERATION_OFFSET + Integer.BYTES;
    static final int LEAF_GENERATION_OFFSET = LEAF_RANK_OFFSET + Integer.BYTES;
    static final int LEAF_CACHE_VERSION_OFFSET = LEAF_GENERATION_OFFSET + Integer.BYTES;
    static final int MATCHED_BLOCKS_OFFSET = LEAF_CACHE_VERSION_OFFSET + Integer.BYTES;
    static final int NEXT_OFFSET = MATCHED_BLOCKS_OFFSET + Integer.BYTES;
    static final int PREVIOUS_OFFSET = NEXT_OFFSET + Integer.BYTES;
    static final int REPORT_MARK_OFFSET = PREVIOUS_OFFSET + Integer.BYTES;
    static final int FRONTEND_OFFSET = REPORT_MARK_OFFSET + Integer.BYTES;
    static final int REASON_OFFSET = FRONTEND_OFFSET + Short.BYTES;
    static final int FLAGS_OFFSET = REASON_OFFSET + Byte.BYTES;
    static final int ENTRY_LENGTH = FLAGS_OFFSET + Byte.BYTES;
    static final int ENTRY_LENGTH_SHIFT = 6;

    /** The index has been asked to learn the request, and has not told the leaf yet. */
    static final int LEARN_PENDING = 1;
    /** The leaf is to be released when it is told, since the request has left the rank. */
    static final int LEAF_VOID = 2;
    /** The request is over; only the pending leaf keeps the entry. */
    static final int OVER = 4;
    /** Known from a report, not from a decision: its finish may carry an earlier epoch. */
    static final int ADOPTED = 8;
    /** Its first token has been reported. */
    static final int FIRST_TOKEN = 16;
    /** Its frontend has placed it by itself: an answer that cannot be delivered does not end it. */
    static final int PLACED = 32;

    private InFlightDescriptor() {
    }
}
