/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import io.pointsman.codecs.AdminReplyDecoder;
import io.pointsman.codecs.CapacityNoticeDecoder;
import io.pointsman.codecs.ConnectAckDecoder;
import io.pointsman.codecs.ConnectRefusedDecoder;
import io.pointsman.codecs.ControlBroadcastDecoder;
import io.pointsman.codecs.PolicyUpdateDecoder;
import io.pointsman.codecs.RankUpdateDecoder;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RequestRefusedDecoder;
import io.pointsman.codecs.RouteDecisionDecoder;
import io.pointsman.codecs.RouteRejectDecoder;
import org.agrona.DirectBuffer;

/**
 * Checks and decodes the messages of a frontend's reply stream. Called by the thread that polls; allocates nothing.
 */
public final class ReplyAdapter extends MessageAdapter {
    private static final MessageLayout[] LAYOUTS = MessageLayout.byTemplate(
        MessageLayout.of(ConnectAckDecoder.TEMPLATE_ID, ConnectAckDecoder.BLOCK_LENGTH)
            .enumeration(ConnectAckDecoder.signalEncodingOffset(), 2)
            .enumeration(ConnectAckDecoder.costEncodingOffset(), 2)
            .enumeration(ConnectAckDecoder.hashesWantedEncodingOffset(), 2)
            .group(MessageLayout.GROUP_WITH_TEXT, ConnectAckDecoder.ModelsDecoder.sbeBlockLength())
            .entryEnumeration(ConnectAckDecoder.ModelsDecoder.hashSchemeEncodingOffset(), 1),
        MessageLayout.of(RouteDecisionDecoder.TEMPLATE_ID, RouteDecisionDecoder.BLOCK_LENGTH)
            .enumeration(RouteDecisionDecoder.reasonEncodingOffset(), 3),
        MessageLayout.of(RouteRejectDecoder.TEMPLATE_ID, RouteRejectDecoder.BLOCK_LENGTH)
            .enumeration(RouteRejectDecoder.codeEncodingOffset(), 26),
        MessageLayout.of(CapacityNoticeDecoder.TEMPLATE_ID, CapacityNoticeDecoder.BLOCK_LENGTH),
        MessageLayout.of(RankUpdateDecoder.TEMPLATE_ID, RankUpdateDecoder.BLOCK_LENGTH)
            .enumeration(RankUpdateDecoder.hashSchemeEncodingOffset(), 1)
            .enumeration(RankUpdateDecoder.stateEncodingOffset(), 4)
            .text()
            .text(),
        MessageLayout.of(PolicyUpdateDecoder.TEMPLATE_ID, PolicyUpdateDecoder.BLOCK_LENGTH)
            .enumeration(PolicyUpdateDecoder.signalEncodingOffset(), 2)
            .enumeration(PolicyUpdateDecoder.costEncodingOffset(), 2)
            .enumeration(PolicyUpdateDecoder.hashesWantedEncodingOffset(), 2),
        MessageLayout.of(ControlBroadcastDecoder.TEMPLATE_ID, ControlBroadcastDecoder.BLOCK_LENGTH)
            .enumeration(ControlBroadcastDecoder.kindEncodingOffset(), 8),
        MessageLayout.of(ConnectRefusedDecoder.TEMPLATE_ID, ConnectRefusedDecoder.BLOCK_LENGTH)
            .enumeration(ConnectRefusedDecoder.codeEncodingOffset(), 26)
            .text(),
        MessageLayout.of(RequestRefusedDecoder.TEMPLATE_ID, RequestRefusedDecoder.BLOCK_LENGTH)
            .enumeration(RequestRefusedDecoder.codeEncodingOffset(), 26)
            .text(),
        MessageLayout.of(AdminReplyDecoder.TEMPLATE_ID, AdminReplyDecoder.BLOCK_LENGTH)
            .enumeration(AdminReplyDecoder.acceptedEncodingOffset(), 1)
            .optionalEnumeration(AdminReplyDecoder.codeEncodingOffset(), 26)
            .text());

    private final ReplyListener listener;
    private final ConnectAckDecoder connectAck = new ConnectAckDecoder();
    private final RouteDecisionDecoder routeDecision = new RouteDecisionDecoder();
    private final RouteRejectDecoder routeReject = new RouteRejectDecoder();
    private final CapacityNoticeDecoder capacityNotice = new CapacityNoticeDecoder();
    private final RankUpdateDecoder rankUpdate = new RankUpdateDecoder();
    private final PolicyUpdateDecoder policyUpdate = new PolicyUpdateDecoder();
    private final ControlBroadcastDecoder controlBroadcast = new ControlBroadcastDecoder();
    private final ConnectRefusedDecoder connectRefused = new ConnectRefusedDecoder();
    private final RequestRefusedDecoder requestRefused = new RequestRefusedDecoder();
    private final AdminReplyDecoder adminReply = new AdminReplyDecoder();

    /**
     * An adapter in front of a listener.
     *
     * @param listener that takes the messages.
     */
    public ReplyAdapter(final ReplyListener listener) {
        // Two coordinators may be heard at a time, one that ends and one that begins.
        super(LAYOUTS, 2);
        this.listener = listener;
    }

    @Override
    void dispatch(final int sessionId, final int templateId, final DirectBuffer buffer, final int blockOffset,
        final int blockLength, final int version) {
        switch (templateId) {
            case RouteDecisionDecoder.TEMPLATE_ID:
                listener.onRouteDecision(routeDecision.wrap(buffer, blockOffset, blockLength, version));
                break;
            case RouteRejectDecoder.TEMPLATE_ID:
                listener.onRouteReject(routeReject.wrap(buffer, blockOffset, blockLength, version));
                break;
            case CapacityNoticeDecoder.TEMPLATE_ID:
                listener.onCapacityNotice(capacityNotice.wrap(buffer, blockOffset, blockLength, version));
                break;
            default:
                dispatchRare(templateId, buffer, blockOffset, blockLength, version);
                break;
        }
    }

    private void dispatchRare(final int templateId, final DirectBuffer buffer, final int blockOffset,
        final int blockLength, final int version) {
        switch (templateId) {
            case ConnectAckDecoder.TEMPLATE_ID:
                listener.onConnectAck(connectAck.wrap(buffer, blockOffset, blockLength, version));
                break;
            case RankUpdateDecoder.TEMPLATE_ID:
                listener.onRankUpdate(rankUpdate.wrap(buffer, blockOffset, blockLength, version));
                break;
            case PolicyUpdateDecoder.TEMPLATE_ID:
                listener.onPolicyUpdate(policyUpdate.wrap(buffer, blockOffset, blockLength, version));
                break;
            case ControlBroadcastDecoder.TEMPLATE_ID:
                listener.onControlBroadcast(controlBroadcast.wrap(buffer, blockOffset, blockLength, version));
                break;
            case ConnectRefusedDecoder.TEMPLATE_ID:
                listener.onConnectRefused(connectRefused.wrap(buffer, blockOffset, blockLength, version));
                break;
            case RequestRefusedDecoder.TEMPLATE_ID:
                listener.onRequestRefused(requestRefused.wrap(buffer, blockOffset, blockLength, version));
                break;
            case AdminReplyDecoder.TEMPLATE_ID:
                listener.onAdminReply(adminReply.wrap(buffer, blockOffset, blockLength, version));
                break;
            default:
                throw new IllegalStateException("A layout without a case: template " + templateId);
        }
    }

    @Override
    void refuse(
        final int sessionId, final RejectCode code, final long correlationId, final long value, final long allowed) {
        listener.onRefused(code, value, allowed);
    }
}
