/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.aeron.ExclusivePublication;
import io.aeron.logbuffer.BufferClaim;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Where a proxy writes its next message: in place in the publication's log when it fits one fragment, else in a buffer
 * that is then offered. Single-threaded; owned by a proxy. Allocates nothing.
 */
final class MessageClaim {
    private final BufferClaim claim = new BufferClaim();
    private final UnsafeBuffer longMessage;
    private boolean isInPlace;
    private int length;

    MessageClaim(final int longestLength) {
        longMessage = new UnsafeBuffer(new byte[longestLength]);
    }

    /** Begins a message; a result that is not positive is Aeron's reason why it cannot be sent now. */
    long begin(final ExclusivePublication publication, final int messageLength) {
        length = messageLength;
        isInPlace = messageLength <= publication.maxPayloadLength();
        return isInPlace ? publication.tryClaim(messageLength, claim) : 1;
    }

    MutableDirectBuffer buffer() {
        return isInPlace ? claim.buffer() : longMessage;
    }

    int offset() {
        return isInPlace ? claim.offset() : 0;
    }

    /** Sends what was written; to be given the result of begin, which is the position after a claim. */
    long end(final ExclusivePublication publication, final long position) {
        if (isInPlace) {
            claim.commit();
            return position;
        }
        return publication.offer(longMessage, 0, length);
    }

    /** A buffer to encode a message into whose length is known only then, before {@link #offer}. */
    MutableDirectBuffer scratch() {
        return longMessage;
    }

    long offer(final ExclusivePublication publication, final int messageLength) {
        return publication.offer(longMessage, 0, messageLength);
    }

    /** The bytes of a text, cut between characters at the longest allowed. Allocates; for rare messages. */
    static byte[] text(final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MessageLimits.MAX_TEXT_LENGTH) {
            return bytes;
        }
        int end = MessageLimits.MAX_TEXT_LENGTH;
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return Arrays.copyOf(bytes, end);
    }

    /** Writes all eight bytes of a vector's dimensions, since the buffer may hold an earlier message. */
    static void putVectorHeader(
        final MutableDirectBuffer buffer, final int offset, final int entryLength, final int count) {
        buffer.putLong(offset, entryLength, LITTLE_ENDIAN);
        buffer.putShort(offset + MessageLimits.VECTOR_COUNT_OFFSET, (short) count, LITTLE_ENDIAN);
    }

    /** Writes a small group's dimensions. */
    static void putGroupHeader(
        final MutableDirectBuffer buffer, final int offset, final int entryLength, final int count) {
        buffer.putShort(offset, (short) entryLength, LITTLE_ENDIAN);
        buffer.putShort(offset + MessageLimits.GROUP_COUNT_OFFSET, (short) count, LITTLE_ENDIAN);
    }
}
