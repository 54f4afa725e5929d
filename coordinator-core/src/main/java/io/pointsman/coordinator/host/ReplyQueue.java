/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;

/**
 * Replies that a frontend has not taken yet, in order, in fixed memory: first in, first out, each with the time until
 * which it is kept and the request whose reservation it announces.
 * <p>
 * A ring of records aligned to 8 bytes; a record never wraps, the rest of the ring before a wrap is padding:
 * <pre>
 *   0              4              8              16             24
 *   +--------------+--------------+--------------+--------------+----------------+
 *   | length       | padding flag | deadlineNs   | request id   | message        |
 *   +--------------+--------------+--------------+--------------+----------------+
 * </pre>
 * Single-threaded.
 */
final class ReplyQueue {
    private static final int LENGTH_OFFSET = 0;
    private static final int PADDING_OFFSET = 4;
    private static final int DEADLINE_OFFSET = 8;
    private static final int REQUEST_ID_OFFSET = 16;
    private static final int HEADER_LENGTH = 24;

    private final UnsafeBuffer ring;
    private final int capacity;
    private long head;
    private long tail;

    /**
     * Creates an empty queue.
     *
     * @param capacity in bytes; rounded up to a power of two.
     */
    ReplyQueue(final int capacity) {
        this.capacity = BitUtil.findNextPositivePowerOfTwo(capacity);
        ring = new UnsafeBuffer(ByteBuffer.allocateDirect(this.capacity));
    }

    /**
     * Appends a message.
     *
     * @param message    holds it.
     * @param offset     of it.
     * @param length     of it.
     * @param deadlineNs until when it is kept.
     * @param requestId  whose reservation it announces, negative when it was announced before; 0 for none.
     * @return false when there is no room.
     */
    boolean offer(final DirectBuffer message, final int offset, final int length, final long deadlineNs,
        final long requestId) {
        final int needed = BitUtil.align(HEADER_LENGTH + length, 8);
        int index = (int)tail & (capacity - 1);
        final int toEnd = capacity - index;
        final int padding = toEnd < needed ? toEnd : 0;
        if (tail + padding + needed - head > capacity) {
            return false;
        }
        if (padding > 0) {
            ring.putInt(index + LENGTH_OFFSET, padding);
            ring.putInt(index + PADDING_OFFSET, 1);
            tail += padding;
            index = 0;
        }
        ring.putInt(index + LENGTH_OFFSET, length);
        ring.putInt(index + PADDING_OFFSET, 0);
        ring.putLong(index + DEADLINE_OFFSET, deadlineNs);
        ring.putLong(index + REQUEST_ID_OFFSET, requestId);
        ring.putBytes(index + HEADER_LENGTH, message, offset, length);
        tail += needed;
        return true;
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** The oldest message's buffer; valid with {@link #offset} and {@link #length} while the queue is not empty. */
    DirectBuffer buffer() {
        return ring;
    }

    int offset() {
        return headIndex() + HEADER_LENGTH;
    }

    int length() {
        return ring.getInt(headIndex() + LENGTH_OFFSET);
    }

    long deadlineNs() {
        return ring.getLong(headIndex() + DEADLINE_OFFSET);
    }

    long requestId() {
        return ring.getLong(headIndex() + REQUEST_ID_OFFSET);
    }

    /** Removes the oldest message. */
    void remove() {
        final int length = length();
        head += BitUtil.align(HEADER_LENGTH + length, 8);
    }

    void clear() {
        head = tail;
    }

    private int headIndex() {
        final int index = (int)head & (capacity - 1);
        if (ring.getInt(index + PADDING_OFFSET) == 1) {
            head += ring.getInt(index + LENGTH_OFFSET);
            return 0;
        }
        return index;
    }
}
