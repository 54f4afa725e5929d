/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import org.agrona.concurrent.UnsafeBuffer;

/** Requests to learn later, in order, in fixed memory laid out by {@link PendingDescriptor}. */
final class PendingQueue {
    private static final int SKIP = -1;

    private final UnsafeBuffer buffer;
    private int head;
    private int tail;
    private int usedBytes;

    PendingQueue(final UnsafeBuffer buffer) {
        this.buffer = buffer;
    }

    boolean isEmpty() {
        return usedBytes == 0;
    }

    /**
     * Adds a request.
     *
     * @return false when there is no room; never, when it is empty.
     */
    boolean offer(final Learning learning, final UnsafeBuffer vector) {
        final int length = PendingDescriptor.length(learning.count());
        if (!makeRoom(length)) {
            return false;
        }
        final int offset = tail;
        buffer.putInt(offset + PendingDescriptor.BYTES_OFFSET, length);
        buffer.putInt(offset + PendingDescriptor.RANK_OFFSET, learning.rank());
        buffer.putInt(offset + PendingDescriptor.LIFE_OFFSET, learning.life());
        buffer.putInt(offset + PendingDescriptor.COUNT_OFFSET, learning.count());
        buffer.putLong(offset + PendingDescriptor.NOW_OFFSET, learning.nowNs());
        buffer.putLong(offset + PendingDescriptor.ASSIGNMENT_OFFSET, learning.assignment());
        buffer.putLong(offset + PendingDescriptor.OWNER_OFFSET, learning.ownerId());
        buffer.putBytes(offset + PendingDescriptor.HASHES_OFFSET, vector, 0, learning.count() * Long.BYTES);
        tail += length;
        usedBytes += length;
        return true;
    }

    /** Sees that an entry fits at the tail, where necessary by going back to the buffer's start. */
    private boolean makeRoom(final int length) {
        if (usedBytes == 0) {
            head = 0;
            tail = 0;
        }
        final boolean isWrapped = usedBytes > 0 && tail <= head;
        if (isWrapped) {
            return length <= head - tail;
        }
        final int rest = buffer.capacity() - tail;
        if (length <= rest) {
            return true;
        }
        if (length > head) {
            return false;
        }
        if (rest > 0) {
            buffer.putInt(tail + PendingDescriptor.BYTES_OFFSET, SKIP);
        }
        usedBytes += rest;
        tail = 0;
        return true;
    }

    /** Lets a request that is not started be the oldest one here. */
    void load(final Learning learning) {
        learning.of(buffer.getInt(head + PendingDescriptor.RANK_OFFSET),
            buffer.getInt(head + PendingDescriptor.LIFE_OFFSET),
            buffer.getInt(head + PendingDescriptor.COUNT_OFFSET));
        learning.assigned(buffer.getLong(head + PendingDescriptor.NOW_OFFSET),
            buffer.getLong(head + PendingDescriptor.ASSIGNMENT_OFFSET),
            buffer.getLong(head + PendingDescriptor.OWNER_OFFSET));
    }

    /** Lets a buffer be the hashes of the oldest request. */
    void wrap(final UnsafeBuffer vector) {
        vector.wrap(buffer, head + PendingDescriptor.HASHES_OFFSET,
            buffer.getInt(head + PendingDescriptor.COUNT_OFFSET) * Long.BYTES);
    }

    /** Removes the oldest request. */
    void remove() {
        final int length = buffer.getInt(head + PendingDescriptor.BYTES_OFFSET);
        head += length;
        usedBytes -= length;
        final int rest = buffer.capacity() - head;
        if (usedBytes > 0 && (rest == 0 || buffer.getInt(head + PendingDescriptor.BYTES_OFFSET) == SKIP)) {
            usedBytes -= rest;
            head = 0;
        }
    }
}
