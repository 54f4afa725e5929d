/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static io.pointsman.transport.MessageLimits.GROUP_COUNT_OFFSET;
import static io.pointsman.transport.MessageLimits.VECTOR_COUNT_OFFSET;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.pointsman.codecs.AbortedDecoder;
import io.pointsman.codecs.CloseDecoder;
import io.pointsman.codecs.ConnectDecoder;
import io.pointsman.codecs.ControlAcknowledgementDecoder;
import io.pointsman.codecs.FinishedDecoder;
import io.pointsman.codecs.FirstTokenDecoder;
import io.pointsman.codecs.InFlightReportDecoder;
import io.pointsman.codecs.RankHealthDecoder;
import io.pointsman.codecs.ReassignedDecoder;
import io.pointsman.codecs.RegisterRankDecoder;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteRequestDecoder;
import org.agrona.DirectBuffer;

/** Checks and decodes the messages of the ingress stream. Called by the thread that polls; allocates nothing. */
public final class IngressAdapter extends MessageAdapter {
    private static final MessageLayout[] LAYOUTS = MessageLayout.byTemplate(
        MessageLayout.of(ConnectDecoder.TEMPLATE_ID, ConnectDecoder.BLOCK_LENGTH)
            .enumeration(ConnectDecoder.administratorEncodingOffset(), 1)
            .text()
            .text(),
        MessageLayout.of(RouteRequestDecoder.TEMPLATE_ID, RouteRequestDecoder.BLOCK_LENGTH)
            .correlationId(RouteRequestDecoder.correlationIdEncodingOffset())
            .group(MessageLayout.VECTOR, MessageLimits.HASH_LENGTH)
            .group(MessageLayout.GROUP, MessageLimits.HASH_LENGTH),
        MessageLayout.of(ReassignedDecoder.TEMPLATE_ID, ReassignedDecoder.BLOCK_LENGTH),
        MessageLayout.of(FirstTokenDecoder.TEMPLATE_ID, FirstTokenDecoder.BLOCK_LENGTH),
        MessageLayout.of(FinishedDecoder.TEMPLATE_ID, FinishedDecoder.BLOCK_LENGTH),
        MessageLayout.of(AbortedDecoder.TEMPLATE_ID, AbortedDecoder.BLOCK_LENGTH),
        MessageLayout.of(InFlightReportDecoder.TEMPLATE_ID, InFlightReportDecoder.BLOCK_LENGTH)
            .enumeration(InFlightReportDecoder.lastEncodingOffset(), 1)
            .group(MessageLayout.VECTOR, MessageLimits.REPORT_ENTRY_LENGTH),
        MessageLayout.of(RegisterRankDecoder.TEMPLATE_ID, RegisterRankDecoder.BLOCK_LENGTH)
            .enumeration(RegisterRankDecoder.hashSchemeEncodingOffset(), 1)
            .text()
            .text(),
        MessageLayout.of(RankHealthDecoder.TEMPLATE_ID, RankHealthDecoder.BLOCK_LENGTH)
            .enumeration(RankHealthDecoder.healthyEncodingOffset(), 1),
        MessageLayout.of(ControlAcknowledgementDecoder.TEMPLATE_ID, ControlAcknowledgementDecoder.BLOCK_LENGTH),
        MessageLayout.of(CloseDecoder.TEMPLATE_ID, CloseDecoder.BLOCK_LENGTH));

    private final IngressListener listener;
    private final ConnectDecoder connect = new ConnectDecoder();
    private final RouteRequestDecoder routeRequest = new RouteRequestDecoder();
    private final ReassignedDecoder reassigned = new ReassignedDecoder();
    private final FirstTokenDecoder firstToken = new FirstTokenDecoder();
    private final FinishedDecoder finished = new FinishedDecoder();
    private final AbortedDecoder aborted = new AbortedDecoder();
    private final InFlightReportDecoder inFlightReport = new InFlightReportDecoder();
    private final RegisterRankDecoder registerRank = new RegisterRankDecoder();
    private final RankHealthDecoder rankHealth = new RankHealthDecoder();
    private final ControlAcknowledgementDecoder acknowledgement = new ControlAcknowledgementDecoder();
    private final CloseDecoder close = new CloseDecoder();

    /**
     * An adapter in front of a listener.
     *
     * @param listener      that takes the messages.
     * @param assemblyCount most frontends that send a message in fragments at the same time, at least 1; each has a
     *                      buffer of {@link MessageLimits#MAX_MESSAGE_LENGTH} bytes.
     */
    public IngressAdapter(final IngressListener listener, final int assemblyCount) {
        super(LAYOUTS, assemblyCount);
        this.listener = listener;
    }

    @Override
    void dispatch(final int sessionId, final int templateId, final DirectBuffer buffer, final int blockOffset,
        final int blockLength, final int version) {
        switch (templateId) {
            case RouteRequestDecoder.TEMPLATE_ID:
                onRouteRequest(sessionId, buffer, blockOffset, blockLength, version);
                break;
            case FirstTokenDecoder.TEMPLATE_ID:
                listener.onFirstToken(sessionId, firstToken.wrap(buffer, blockOffset, blockLength, version));
                break;
            case FinishedDecoder.TEMPLATE_ID:
                listener.onFinished(sessionId, finished.wrap(buffer, blockOffset, blockLength, version));
                break;
            case AbortedDecoder.TEMPLATE_ID:
                listener.onAborted(sessionId, aborted.wrap(buffer, blockOffset, blockLength, version));
                break;
            case ReassignedDecoder.TEMPLATE_ID:
                listener.onReassigned(sessionId, reassigned.wrap(buffer, blockOffset, blockLength, version));
                break;
            case InFlightReportDecoder.TEMPLATE_ID:
                onInFlightReport(sessionId, buffer, blockOffset, blockLength, version);
                break;
            default:
                dispatchRare(sessionId, templateId, buffer, blockOffset, blockLength, version);
                break;
        }
    }

    private void dispatchRare(final int sessionId, final int templateId, final DirectBuffer buffer,
        final int blockOffset, final int blockLength, final int version) {
        switch (templateId) {
            case ConnectDecoder.TEMPLATE_ID:
                listener.onConnect(sessionId, connect.wrap(buffer, blockOffset, blockLength, version));
                break;
            case RegisterRankDecoder.TEMPLATE_ID:
                listener.onRegisterRank(sessionId, registerRank.wrap(buffer, blockOffset, blockLength, version));
                break;
            case RankHealthDecoder.TEMPLATE_ID:
                listener.onRankHealth(sessionId, rankHealth.wrap(buffer, blockOffset, blockLength, version));
                break;
            case ControlAcknowledgementDecoder.TEMPLATE_ID:
                listener.onControlAcknowledgement(
                    sessionId, acknowledgement.wrap(buffer, blockOffset, blockLength, version));
                break;
            case CloseDecoder.TEMPLATE_ID:
                listener.onClose(sessionId, close.wrap(buffer, blockOffset, blockLength, version));
                break;
            default:
                throw new IllegalStateException("A layout without a case: template " + templateId);
        }
    }

    private void onRouteRequest(final int sessionId, final DirectBuffer buffer, final int blockOffset,
        final int blockLength, final int version) {
        final int vectorOffset = blockOffset + blockLength;
        final int hashCount = unsignedShort(buffer, vectorOffset + VECTOR_COUNT_OFFSET);
        final int hashesOffset = vectorOffset + MessageLimits.VECTOR_HEADER_LENGTH;
        final int groupOffset = hashesOffset + hashCount * MessageLimits.HASH_LENGTH;
        final int excludedCount = unsignedShort(buffer, groupOffset + GROUP_COUNT_OFFSET);
        final int excludedOffset = groupOffset + MessageLimits.GROUP_HEADER_LENGTH;
        routeRequest.wrap(buffer, blockOffset, blockLength, version);
        listener.onRouteRequest(
            sessionId, routeRequest, buffer, hashesOffset, hashCount, excludedOffset, excludedCount);
    }

    private void onInFlightReport(final int sessionId, final DirectBuffer buffer, final int blockOffset,
        final int blockLength, final int version) {
        final int vectorOffset = blockOffset + blockLength;
        final int entryCount = unsignedShort(buffer, vectorOffset + VECTOR_COUNT_OFFSET);
        inFlightReport.wrap(buffer, blockOffset, blockLength, version);
        listener.onInFlightReport(
            sessionId, inFlightReport, buffer, vectorOffset + MessageLimits.VECTOR_HEADER_LENGTH, entryCount);
    }

    private static int unsignedShort(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset, LITTLE_ENDIAN) & 0xFFFF;
    }

    @Override
    void refuseOversized(final int sessionId, final int templateId, final long correlationId, final DirectBuffer buffer,
        final int bodyOffset, final int end, final long length) {
        if (templateId == RouteRequestDecoder.TEMPLATE_ID) {
            // A block length of 65,535 is the most a header can say, so the dimensions are within the longest message.
            final int hashCount = unsignedShort(buffer, bodyOffset + VECTOR_COUNT_OFFSET);
            if (hashCount > MessageLimits.MAX_BLOCKS) {
                refuse(sessionId, RejectCode.TOO_MANY_BLOCKS, correlationId, hashCount, MessageLimits.MAX_BLOCKS);
                return;
            }
            final int groupOffset =
                bodyOffset + MessageLimits.VECTOR_HEADER_LENGTH + hashCount * MessageLimits.HASH_LENGTH;
            if (groupOffset + MessageLimits.GROUP_HEADER_LENGTH <= end) {
                final int excluded = unsignedShort(buffer, groupOffset + GROUP_COUNT_OFFSET);
                if (excluded > MessageLimits.MAX_EXCLUDED) {
                    refuse(
                        sessionId, RejectCode.TOO_MANY_EXCLUDED, correlationId, excluded, MessageLimits.MAX_EXCLUDED);
                    return;
                }
            }
        }
        super.refuseOversized(sessionId, templateId, correlationId, buffer, bodyOffset, end, length);
    }

    @Override
    void refuse(
        final int sessionId, final RejectCode code, final long correlationId, final long value, final long allowed) {
        listener.onRefused(sessionId, code, correlationId, value, allowed);
    }
}
