/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import io.pointsman.codecs.AdminReplyDecoder;
import io.pointsman.codecs.BooleanType;
import io.pointsman.codecs.CapacityNoticeDecoder;
import io.pointsman.codecs.ConnectAckDecoder;
import io.pointsman.codecs.ConnectRefusedDecoder;
import io.pointsman.codecs.ControlBroadcastDecoder;
import io.pointsman.codecs.Cost;
import io.pointsman.codecs.HashesWanted;
import io.pointsman.codecs.PolicyUpdateDecoder;
import io.pointsman.codecs.RankUpdateDecoder;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RequestRefusedDecoder;
import io.pointsman.codecs.RouteDecisionDecoder;
import io.pointsman.codecs.RouteRejectDecoder;
import io.pointsman.codecs.Signal;
import io.pointsman.transport.ModelDescription;
import io.pointsman.transport.PolicyDescription;
import io.pointsman.transport.RankDescription;
import io.pointsman.transport.ReplyAdapter;
import io.pointsman.transport.ReplyListener;
import java.util.ArrayList;
import java.util.List;

/**
 * Polls a frontend's replies, keeps what they say of requests, ranks, models and policy, and passes it on. Replies of
 * another epoch than the connected one change nothing. Single-threaded; decisions and rejects allocate nothing.
 */
final class ReplyPoller implements ReplyListener {
    private static final int MOST_RANKS = 1 << 16;

    private final RouteClientContext context;
    private final RouteListener listener;
    private final CoordinatorConnection connection;
    private final ReplyAdapter adapter = new ReplyAdapter(this);
    private final RouteClientCounters counters = new RouteClientCounters();
    private final RankTable ranks = new RankTable();
    private final PolicyDescription policy = new PolicyDescription();
    private final List<ModelDescription> models = new ArrayList<>();
    private final InFlightTable inFlight;
    private final Runnable whenConnected;
    private boolean isReportDue;
    private String refusal;

    ReplyPoller(
        final RouteClientContext context, final CoordinatorConnection connection, final Runnable whenConnected) {
        this.context = context;
        this.connection = connection;
        this.whenConnected = whenConnected;
        listener = context.listener();
        inFlight = new InFlightTable(context.maxInFlight());
    }

    int poll() {
        return connection.poll(adapter);
    }

    RouteClientCounters counters() {
        return counters;
    }

    RankTable ranks() {
        return ranks;
    }

    PolicyDescription policy() {
        return policy;
    }

    List<ModelDescription> models() {
        return models;
    }

    InFlightTable inFlight() {
        return inFlight;
    }

    /** Why the last Connect was refused; null when it was not. */
    String refusal() {
        return refusal;
    }

    /** Whether a report is to be sent; asking takes it back. */
    boolean takeReportDue() {
        final boolean due = isReportDue;
        isReportDue = false;
        return due;
    }

    @Override
    public void onConnectAck(final ConnectAckDecoder connectAck) {
        final long epoch = connectAck.epoch();
        if (connectAck.frontendId() != context.frontendId() || epoch < connection.epoch()) {
            // Of a coordinator that another has replaced.
            counters.otherEpochReplies++;
            return;
        }
        final boolean isNewEpoch = epoch != connection.epoch();
        if (connection.isConnected()) {
            if (!isNewEpoch) {
                connection.onHeard();
                if ((int) connectAck.policyVersion() != policy.policyVersion()) {
                    takeOver(connectAck);
                    listener.onPolicy(policy);
                }
                return;
            }
            listener.onDisconnected();
        }
        connection.onAcknowledged(epoch);
        refusal = null;
        if (isNewEpoch) {
            ranks.beginEpoch(inFlight);
            models.clear();
        }
        isReportDue = counters.connections > 0;
        counters.connections++;
        takeOver(connectAck);
        // Before the listener is told, which may send at once.
        whenConnected.run();
        listener.onConnected(epoch);
        listener.onPolicy(policy);
    }

    private void takeOver(final ConnectAckDecoder connectAck) {
        policy.policyVersion((int) connectAck.policyVersion())
            .maxBlocks((int) connectAck.maxBlocks())
            .signal(connectAck.signal())
            .cost(connectAck.cost())
            .hashesWanted(connectAck.hashesWanted());
        final ConnectAckDecoder.ModelsDecoder group = connectAck.models();
        while (group.hasNext()) {
            group.next();
            final int modelId = (int) group.modelId();
            final int blockSize = (int) group.blockSize();
            learnModel(new ModelDescription(modelId, group.name(), group.hashScheme(), blockSize));
        }
    }

    private void learnModel(final ModelDescription model) {
        for (int i = 0; i < models.size(); i++) {
            if (models.get(i).modelId() == model.modelId()) {
                models.set(i, model);
                return;
            }
        }
        models.add(model);
    }

    @Override
    public void onRouteDecision(final RouteDecisionDecoder routeDecision) {
        if (isOfOtherEpoch(routeDecision.epoch())) {
            return;
        }
        final long correlationId = routeDecision.correlationId();
        final int rankIndex = (int) routeDecision.rankIndex();
        if (rankIndex < 0 || rankIndex >= MOST_RANKS) {
            counters.refusedReplies++;
        } else if (isAwaited(correlationId)) {
            final int generation = (int) routeDecision.generation();
            final long place = InFlightTable.onRank(rankIndex, generation);
            inFlight.put(correlationId, place);
            ranks.add(place);
            listener.onDecision(correlationId, routeDecision.requestId(), rankIndex, generation,
                (int) routeDecision.matchedBlocks(), routeDecision.reason());
        }
    }

    @Override
    public void onRouteReject(final RouteRejectDecoder routeReject) {
        if (isOfOtherEpoch(routeReject.epoch())) {
            return;
        }
        final long correlationId = routeReject.correlationId();
        if (isAwaited(correlationId)) {
            inFlight.remove(correlationId);
            listener.onReject(correlationId, routeReject.code(), routeReject.value(), routeReject.allowed());
        }
    }

    private boolean isAwaited(final long correlationId) {
        final long place = inFlight.place(correlationId);
        if (place == InFlightTable.UNANSWERED) {
            return true;
        }
        if (place == InFlightTable.NONE) {
            counters.unknownDecisions++;
        } else {
            counters.voidDecisions++;
        }
        return false;
    }

    private boolean isOfOtherEpoch(final long epoch) {
        if (epoch != connection.epoch() || !connection.isConnected()) {
            counters.otherEpochReplies++;
            return true;
        }
        connection.onHeard();
        return false;
    }

    @Override
    public void onCapacityNotice(final CapacityNoticeDecoder capacityNotice) {
        if (!isOfOtherEpoch(capacityNotice.epoch())) {
            listener.onCapacity((int) capacityNotice.modelId());
        }
    }

    @Override
    public void onRankUpdate(final RankUpdateDecoder rankUpdate) {
        if (isOfOtherEpoch(rankUpdate.epoch())) {
            return;
        }
        if (rankUpdate.rankIndex() >= MOST_RANKS) {
            counters.refusedReplies++;
            return;
        }
        final RankDescription rank = ranks.update(rankUpdate, inFlight);
        learnModel(new ModelDescription(rank.modelId(), rank.modelName(), rank.hashScheme(), rank.blockSize()));
        if (ranks.map(rank, inFlight)) {
            isReportDue = true;
        }
        listener.onRank(rankUpdate.correlationId(), rank);
    }

    @Override
    public void onPolicyUpdate(final PolicyUpdateDecoder policyUpdate) {
        if (isOfOtherEpoch(policyUpdate.epoch())) {
            return;
        }
        final Signal signal = policyUpdate.signal();
        final Cost cost = policyUpdate.cost();
        final HashesWanted wanted = policyUpdate.hashesWanted();
        policy.policyVersion((int) policyUpdate.policyVersion()).signal(signal).cost(cost).hashesWanted(wanted);
        listener.onPolicy(policy);
    }

    @Override
    public void onControlBroadcast(final ControlBroadcastDecoder controlBroadcast) {
        if (!isOfOtherEpoch(controlBroadcast.epoch())) {
            listener.onControl(controlBroadcast.controlId(), controlBroadcast.kind(), controlBroadcast.argument());
        }
    }

    @Override
    public void onConnectRefused(final ConnectRefusedDecoder connectRefused) {
        if (connectRefused.frontendId() != context.frontendId() || connectRefused.epoch() < connection.epoch()
            || connection.isConnected()) {
            counters.otherEpochReplies++;
            return;
        }
        final RejectCode code = connectRefused.code();
        final long value = connectRefused.value();
        final long allowed = connectRefused.allowed();
        final String text = connectRefused.text();
        refusal = code + " (value " + value + ", allowed " + allowed + "): " + text;
        listener.onConnectRefused(code, value, allowed, text);
    }

    @Override
    public void onRequestRefused(final RequestRefusedDecoder requestRefused) {
        if (!isOfOtherEpoch(requestRefused.epoch())) {
            listener.onRegistrationRefused(requestRefused.correlationId(), requestRefused.code(),
                requestRefused.value(), requestRefused.allowed(), requestRefused.text());
        }
    }

    @Override
    public void onAdminReply(final AdminReplyDecoder adminReply) {
        if (!isOfOtherEpoch(adminReply.epoch())) {
            final boolean isAccepted = adminReply.accepted() == BooleanType.TRUE;
            listener.onAdminReply(adminReply.correlationId(), isAccepted ? RejectCode.NULL_VAL : adminReply.code(),
                adminReply.value(), adminReply.allowed(), adminReply.text());
        }
    }

    @Override
    public void onRefused(final RejectCode code, final long value, final long allowed) {
        counters.refusedReplies++;
    }
}
