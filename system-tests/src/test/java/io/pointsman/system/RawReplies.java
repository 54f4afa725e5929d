/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import io.pointsman.codecs.AdminReplyDecoder;
import io.pointsman.codecs.BooleanType;
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
import io.pointsman.transport.ReplyListener;
import java.util.ArrayList;
import java.util.List;

/** Everything that a frontend is told, in order, with nothing filtered. */
final class RawReplies implements ReplyListener {
    final List<Answer> decisions = new ArrayList<>();
    final List<Answer> rejects = new ArrayList<>();
    final List<Answer> connectsRefused = new ArrayList<>();
    final List<Answer> registrations = new ArrayList<>();
    final List<Answer> adminReplies = new ArrayList<>();
    long epoch;
    int acknowledgements;
    int policyVersion;
    int unreadable;

    @Override
    public void onConnectAck(final ConnectAckDecoder connectAck) {
        epoch = connectAck.epoch();
        policyVersion = (int)connectAck.policyVersion();
        acknowledgements++;
    }

    @Override
    public void onRouteDecision(final RouteDecisionDecoder decision) {
        decisions.add(new Answer(decision.correlationId(), RejectCode.NULL_VAL, decision.rankIndex(),
            decision.generation(), decision.requestId(), (int)decision.matchedBlocks()));
    }

    @Override
    public void onRouteReject(final RouteRejectDecoder reject) {
        rejects.add(new Answer(reject.correlationId(), reject.code(), reject.value(), reject.allowed(), 0, 0));
    }

    @Override
    public void onCapacityNotice(final CapacityNoticeDecoder capacityNotice) {
        // Tested with a route client.
    }

    @Override
    public void onRankUpdate(final RankUpdateDecoder rankUpdate) {
        registrations.add(new Answer(rankUpdate.correlationId(), RejectCode.NULL_VAL, rankUpdate.rankIndex(),
            rankUpdate.generation(), 0, 0));
    }

    @Override
    public void onPolicyUpdate(final PolicyUpdateDecoder policyUpdate) {
        policyVersion = (int)policyUpdate.policyVersion();
    }

    @Override
    public void onControlBroadcast(final ControlBroadcastDecoder controlBroadcast) {
        throw new AssertionError("no control signal is carried yet");
    }

    @Override
    public void onConnectRefused(final ConnectRefusedDecoder refused) {
        connectsRefused.add(new Answer(0, refused.code(), refused.value(), refused.allowed(), 0, 0));
    }

    @Override
    public void onRequestRefused(final RequestRefusedDecoder refused) {
        registrations.add(new Answer(refused.correlationId(), refused.code(), refused.value(), refused.allowed(),
            0, 0));
    }

    @Override
    public void onAdminReply(final AdminReplyDecoder reply) {
        adminReplies.add(new Answer(reply.correlationId(),
            reply.accepted() == BooleanType.TRUE ? RejectCode.NULL_VAL : reply.code(), reply.value(), reply.allowed(),
            0, 0));
    }

    @Override
    public void onRefused(final RejectCode code, final long value, final long allowed) {
        unreadable++;
    }

    /** One answer: of a decision, value is the rank's index and allowed its generation. */
    record Answer(long correlationId, RejectCode code, long value, long allowed, long requestId, int matchedBlocks) {
    }
}
