/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One message that arrives in fragments, of one image. What exceeds the buffer is measured but not kept, so that the
 * refusal can say how long the message was and still read its head. Single-threaded; owned by a {@link MessageAdapter}.
 */
final class FragmentAssembly {
    private final UnsafeBuffer buffer;
    private int sessionId;
    private int nextTermOffset;
    private long length;

    FragmentAssembly(final int capacity) {
        buffer = new UnsafeBuffer(new byte[capacity]);
    }

    void begin(final int ofSessionId) {
        sessionId = ofSessionId;
        length = 0;
    }

    void append(final DirectBuffer source, final int offset, final int fragmentLength, final int followingTermOffset) {
        final int room = (int) Math.max(0, buffer.capacity() - length);
        buffer.putBytes((int) Math.min(length, buffer.capacity()), source, offset, Math.min(room, fragmentLength));
        length += fragmentLength;
        nextTermOffset = followingTermOffset;
    }

    int sessionId() {
        return sessionId;
    }

    int nextTermOffset() {
        return nextTermOffset;
    }

    DirectBuffer buffer() {
        return buffer;
    }

    long length() {
        return length;
    }

    boolean isWhole() {
        return length <= buffer.capacity();
    }
}
