/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import io.aeron.ExclusivePublication;
import io.pointsman.transport.FrontendProxy;
import org.agrona.BitUtil;

/**
 * Finished, Aborted and Reassigned messages that could not be sent yet, in order: a ring each of kinds, correlation ids
 * and values (output tokens; nothing; place). They change the coordinator's counts, so none may be lost. Fixed size,
 * single-threaded, allocates nothing.
 */
final class DeferredMessages {
    static final byte FINISHED = 0;
    static final byte ABORTED = 1;
    static final byte REASSIGNED = 2;

    private final byte[] kinds;
    private final long[] correlationIds;
    private final long[] values;
    private final int mask;
    private long head;
    private long tail;

    DeferredMessages(final int leastCapacity) {
        final int capacity = BitUtil.findNextPositivePowerOfTwo(leastCapacity);
        kinds = new byte[capacity];
        correlationIds = new long[capacity];
        values = new long[capacity];
        mask = capacity - 1;
    }

    boolean isFull() {
        return tail - head == kinds.length;
    }

    boolean isEmpty() {
        return tail == head;
    }

    int size() {
        return (int) (tail - head);
    }

    void add(final byte kind, final long correlationId, final long value) {
        final int slot = (int) tail & mask;
        kinds[slot] = kind;
        correlationIds[slot] = correlationId;
        values[slot] = value;
        tail++;
    }

    /** Sends what can be sent; answers how many were. */
    int flush(final FrontendProxy proxy, final ExclusivePublication publication) {
        int sent = 0;
        while (head != tail) {
            final int slot = (int) head & mask;
            if (send(proxy, publication, kinds[slot], correlationIds[slot], values[slot]) <= 0) {
                break;
            }
            head++;
            sent++;
        }
        return sent;
    }

    static long send(final FrontendProxy proxy, final ExclusivePublication publication, final byte kind,
        final long correlationId, final long value) {
        switch (kind) {
            case FINISHED:
                return proxy.finished(publication, correlationId, (int) value);
            case ABORTED:
                return proxy.aborted(publication, correlationId);
            case REASSIGNED:
                return proxy.reassigned(
                    publication, correlationId, InFlightTable.rankIndex(value), InFlightTable.generation(value));
            default:
                throw new IllegalStateException("kind " + kind);
        }
    }

    void clear() {
        head = tail;
    }
}
