/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static io.pointsman.transport.MessageLimits.MAX_MESSAGE_LENGTH;

import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import io.pointsman.codecs.RejectCode;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * What all adapters do: take fragments, put messages together, check them, and hand on those that can be decoded.
 * <p>
 * A message in one fragment is read in place. One in several is put together in one of a fixed number of buffers of
 * {@link MessageLimits#MAX_MESSAGE_LENGTH} bytes, all made at construction; an image holds one only between the first
 * and the last fragment of a message. Nothing is allocated afterwards, and no bytes whatever make it throw.
 * <p>
 * Called by the thread that polls the subscription.
 */
public abstract class MessageAdapter implements FragmentHandler {
    private final MessageVerifier verifier;
    private final FragmentAssembly[] free;
    private final Int2ObjectHashMap<FragmentAssembly> assemblies;
    private int freeCount;

    /**
     * An adapter for the messages of one stream.
     *
     * @param layouts       of the stream's messages, by template id.
     * @param assemblyCount most messages that arrive in fragments at the same time; each has a buffer.
     */
    MessageAdapter(final MessageLayout[] layouts, final int assemblyCount) {
        verifier = new MessageVerifier(layouts);
        free = new FragmentAssembly[assemblyCount];
        for (int i = 0; i < assemblyCount; i++) {
            free[i] = new FragmentAssembly(MAX_MESSAGE_LENGTH);
        }
        freeCount = assemblyCount;
        assemblies = new Int2ObjectHashMap<>(assemblyCount * 2, 0.65f, true);
    }

    @Override
    public final void onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final byte flags = header.flags();
        if ((flags & FrameDescriptor.UNFRAGMENTED) == FrameDescriptor.UNFRAGMENTED) {
            onMessage(header.sessionId(), buffer, offset, length);
        } else if ((flags & FrameDescriptor.BEGIN_FRAG_FLAG) != 0) {
            begin(buffer, offset, length, header);
        } else {
            proceed(buffer, offset, length, header, (flags & FrameDescriptor.END_FRAG_FLAG) != 0);
        }
    }

    /**
     * Takes a whole message.
     *
     * @param sessionId of the image it came from.
     * @param buffer    that holds it.
     * @param offset    of its first byte.
     * @param length    in bytes; nothing beyond it is read.
     */
    public final void onMessage(final int sessionId, final DirectBuffer buffer, final int offset, final int length) {
        if (length > MAX_MESSAGE_LENGTH) {
            refuseOversized(sessionId, buffer, offset, length);
        } else if (verifier.accepts(buffer, offset, length)) {
            final int blockOffset = offset + MessageLimits.HEADER_LENGTH;
            dispatch(sessionId, verifier.templateId(), buffer, blockOffset, verifier.blockLength(), verifier.version());
        } else {
            refuse(sessionId, verifier.code(), verifier.correlationId(), verifier.value(), verifier.allowed());
        }
    }

    /**
     * Forgets what an image that went away had begun to say. To be called by the adapter's thread.
     *
     * @param sessionId of the image.
     */
    public final void onImageClosed(final int sessionId) {
        final FragmentAssembly assembly = assemblies.remove(sessionId);
        if (assembly != null) {
            free[freeCount++] = assembly;
        }
    }

    /**
     * Messages of which a part has arrived.
     *
     * @return their number, at most that of the buffers.
     */
    public final int assembling() {
        return assemblies.size();
    }

    abstract void dispatch(
        int sessionId, int templateId, DirectBuffer buffer, int blockOffset, int blockLength, int version);

    abstract void refuse(int sessionId, RejectCode code, long correlationId, long value, long allowed);

    private void begin(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final int sessionId = header.sessionId();
        FragmentAssembly assembly = assemblies.get(sessionId);
        if (assembly == null) {
            if (freeCount == 0) {
                refuse(sessionId, RejectCode.TOO_MANY_FRONTENDS, 0, assemblies.size() + 1L, free.length);
                return;
            }
            assembly = free[--freeCount];
            free[freeCount] = null;
            assemblies.put(sessionId, assembly);
        }
        assembly.begin(sessionId);
        assembly.append(buffer, offset, length, header.nextTermOffset());
    }

    private void proceed(
        final DirectBuffer buffer, final int offset, final int length, final Header header, final boolean isLast) {
        final FragmentAssembly assembly = assemblies.get(header.sessionId());
        if (assembly == null) {
            // Its beginning was refused, or came before this subscription did.
            return;
        }
        if (assembly.nextTermOffset() != header.termOffset()) {
            onImageClosed(header.sessionId());
            refuse(header.sessionId(), RejectCode.MALFORMED, 0, assembly.length(), 0);
            return;
        }
        assembly.append(buffer, offset, length, header.nextTermOffset());
        if (isLast) {
            // Before the listener is called, so that the buffer is not lost whatever the listener does.
            onImageClosed(header.sessionId());
            complete(assembly);
        }
    }

    private void complete(final FragmentAssembly assembly) {
        if (assembly.isWhole()) {
            onMessage(assembly.sessionId(), assembly.buffer(), 0, (int) assembly.length());
        } else {
            refuseOversized(assembly.sessionId(), assembly.buffer(), 0, assembly.length());
        }
    }

    /** Refuses a message longer than any; its head, which is there, still says whose it is. */
    private void refuseOversized(
        final int sessionId, final DirectBuffer buffer, final int offset, final long length) {
        if (verifier.accepts(buffer, offset, MAX_MESSAGE_LENGTH) || verifier.code() == RejectCode.MALFORMED) {
            final int bodyOffset = offset + MessageLimits.HEADER_LENGTH + verifier.blockLength();
            refuseOversized(sessionId, verifier.templateId(), verifier.correlationId(), buffer, bodyOffset,
                offset + MAX_MESSAGE_LENGTH, length);
        } else {
            refuse(sessionId, verifier.code(), verifier.correlationId(), verifier.value(), verifier.allowed());
        }
    }

    /** Overridden where a message's counts say more than its length does. */
    void refuseOversized(final int sessionId, final int templateId, final long correlationId, final DirectBuffer buffer,
        final int bodyOffset, final int end, final long length) {
        refuse(sessionId, RejectCode.MALFORMED, correlationId, length, MAX_MESSAGE_LENGTH);
    }
}
