/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import io.aeron.protocol.DataHeaderFlyweight;
import java.nio.ByteOrder;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** A term that holds fragments as Aeron's does, so that an adapter can be shown them one by one. */
final class TermOfFragments {
    static final byte BEGIN = FrameDescriptor.BEGIN_FRAG_FLAG;
    static final byte END = FrameDescriptor.END_FRAG_FLAG;
    static final byte MIDDLE = 0;

    private final UnsafeBuffer term = new UnsafeBuffer(new byte[1 << 20]);
    private final Header header = new Header(0, 20);
    private int termOffset;

    /** Shows one fragment to the adapter and moves on. */
    void show(final MessageAdapter adapter, final int sessionId, final byte flags, final byte[] source,
        final int offset, final int length) {
        final int frameLength = DataHeaderFlyweight.HEADER_LENGTH + length;
        if (termOffset + frameLength + FrameDescriptor.FRAME_ALIGNMENT > term.capacity()) {
            termOffset = 0;
        }
        term.putInt(termOffset, frameLength, ByteOrder.LITTLE_ENDIAN);
        term.putByte(termOffset + DataHeaderFlyweight.FLAGS_FIELD_OFFSET, flags);
        term.putInt(termOffset + DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET, termOffset, ByteOrder.LITTLE_ENDIAN);
        term.putInt(termOffset + DataHeaderFlyweight.SESSION_ID_FIELD_OFFSET, sessionId, ByteOrder.LITTLE_ENDIAN);
        final int payloadOffset = termOffset + DataHeaderFlyweight.HEADER_LENGTH;
        term.putBytes(payloadOffset, source, offset, length);
        header.buffer(term).offset(termOffset);
        termOffset = BitUtil.align(termOffset + frameLength, FrameDescriptor.FRAME_ALIGNMENT);
        adapter.onFragment(term, payloadOffset, length, header);
    }

    /** Leaves a gap, as if a fragment had been lost. */
    void skip() {
        termOffset += FrameDescriptor.FRAME_ALIGNMENT;
    }

    /** Shows a whole message in fragments of at most the given length. */
    void showAll(final MessageAdapter adapter, final int sessionId, final byte[] message, final int fragmentLength) {
        int offset = 0;
        do {
            final int length = Math.min(fragmentLength, message.length - offset);
            final byte first = offset == 0 ? BEGIN : MIDDLE;
            final byte last = offset + length == message.length ? END : MIDDLE;
            show(adapter, sessionId, (byte) (first | last), message, offset, length);
            offset += length;
        } while (offset < message.length);
    }
}
