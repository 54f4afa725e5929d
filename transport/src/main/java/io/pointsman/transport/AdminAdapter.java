/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import io.pointsman.codecs.ChangePolicyDecoder;
import io.pointsman.codecs.ControlSignalDecoder;
import io.pointsman.codecs.InvalidateDecoder;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RemoveRankDecoder;
import org.agrona.DirectBuffer;

/** Checks and decodes the messages of the admin stream. Called by the thread that polls; allocates nothing. */
public final class AdminAdapter extends MessageAdapter {
    private static final MessageLayout[] LAYOUTS = MessageLayout.byTemplate(
        MessageLayout.of(RemoveRankDecoder.TEMPLATE_ID, RemoveRankDecoder.BLOCK_LENGTH)
            .correlationId(RemoveRankDecoder.correlationIdEncodingOffset()),
        MessageLayout.of(InvalidateDecoder.TEMPLATE_ID, InvalidateDecoder.BLOCK_LENGTH)
            .correlationId(InvalidateDecoder.correlationIdEncodingOffset()),
        MessageLayout.of(ControlSignalDecoder.TEMPLATE_ID, ControlSignalDecoder.BLOCK_LENGTH)
            .correlationId(ControlSignalDecoder.correlationIdEncodingOffset())
            .enumeration(ControlSignalDecoder.kindEncodingOffset(), 8),
        MessageLayout.of(ChangePolicyDecoder.TEMPLATE_ID, ChangePolicyDecoder.BLOCK_LENGTH)
            .correlationId(ChangePolicyDecoder.correlationIdEncodingOffset())
            .enumeration(ChangePolicyDecoder.signalEncodingOffset(), 2)
            .enumeration(ChangePolicyDecoder.costEncodingOffset(), 2));

    private final AdminListener listener;
    private final RemoveRankDecoder removeRank = new RemoveRankDecoder();
    private final InvalidateDecoder invalidate = new InvalidateDecoder();
    private final ControlSignalDecoder controlSignal = new ControlSignalDecoder();
    private final ChangePolicyDecoder changePolicy = new ChangePolicyDecoder();

    /**
     * An adapter in front of a listener.
     *
     * @param listener that takes the messages.
     */
    public AdminAdapter(final AdminListener listener) {
        // Every message of this stream fits one fragment of any MTU.
        super(LAYOUTS, 1);
        this.listener = listener;
    }

    @Override
    void dispatch(final int sessionId, final int templateId, final DirectBuffer buffer, final int blockOffset,
        final int blockLength, final int version) {
        switch (templateId) {
            case RemoveRankDecoder.TEMPLATE_ID:
                listener.onRemoveRank(sessionId, removeRank.wrap(buffer, blockOffset, blockLength, version));
                break;
            case InvalidateDecoder.TEMPLATE_ID:
                listener.onInvalidate(sessionId, invalidate.wrap(buffer, blockOffset, blockLength, version));
                break;
            case ControlSignalDecoder.TEMPLATE_ID:
                listener.onControlSignal(sessionId, controlSignal.wrap(buffer, blockOffset, blockLength, version));
                break;
            case ChangePolicyDecoder.TEMPLATE_ID:
                listener.onChangePolicy(sessionId, changePolicy.wrap(buffer, blockOffset, blockLength, version));
                break;
            default:
                throw new IllegalStateException("A layout without a case: template " + templateId);
        }
    }

    @Override
    void refuse(
        final int sessionId, final RejectCode code, final long correlationId, final long value, final long allowed) {
        listener.onRefused(sessionId, code, correlationId, value, allowed);
    }
}
