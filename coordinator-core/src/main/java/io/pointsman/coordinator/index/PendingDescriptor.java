/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import org.agrona.BitUtil;

/**
 * Layout of a request whose learning is pending.
 * <pre>
 *   0       4       8       12      16      24           32        40
 *  +-------+-------+-------+-------+-------+------------+---------+---------   ---+
 *  | bytes | rank  | life  | count | time  | assignment | owner   | hashes  ...   |
 *  +-------+-------+-------+-------+-------+------------+---------+---------   ---+
 * </pre>
 * Bytes is the whole entry's length. Entries follow one another and are never broken; where one does not fit before
 * the end of the queue's buffer, a rest marked with a negative count of bytes is skipped.
 */
final class PendingDescriptor {
    static final int BYTES_OFFSET = 0;
    static final int RANK_OFFSET = BYTES_OFFSET + Integer.BYTES;
    static final int LIFE_OFFSET = RANK_OFFSET + Integer.BYTES;
    static final int COUNT_OFFSET = LIFE_OFFSET + Integer.BYTES;
    static final int NOW_OFFSET = COUNT_OFFSET + Integer.BYTES;
    static final int ASSIGNMENT_OFFSET = NOW_OFFSET + Long.BYTES;
    static final int OWNER_OFFSET = ASSIGNMENT_OFFSET + Long.BYTES;
    static final int HASHES_OFFSET = OWNER_OFFSET + Long.BYTES;

    private PendingDescriptor() {
    }

    /** Length of an entry in bytes. */
    static int length(final int count) {
        return BitUtil.align(HASHES_OFFSET + count * Long.BYTES, Long.BYTES);
    }
}
