/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.pointsman.codecs.AbortedDecoder;
import io.pointsman.codecs.AdminReplyDecoder;
import io.pointsman.codecs.CapacityNoticeDecoder;
import io.pointsman.codecs.ChangePolicyDecoder;
import io.pointsman.codecs.CloseDecoder;
import io.pointsman.codecs.ConnectAckDecoder;
import io.pointsman.codecs.ConnectDecoder;
import io.pointsman.codecs.ConnectRefusedDecoder;
import io.pointsman.codecs.ControlAcknowledgementDecoder;
import io.pointsman.codecs.ControlBroadcastDecoder;
import io.pointsman.codecs.ControlSignalDecoder;
import io.pointsman.codecs.FinishedDecoder;
import io.pointsman.codecs.FirstTokenDecoder;
import io.pointsman.codecs.InFlightReportDecoder;
import io.pointsman.codecs.InvalidateDecoder;
import io.pointsman.codecs.PolicyUpdateDecoder;
import io.pointsman.codecs.RankHealthDecoder;
import io.pointsman.codecs.RankUpdateDecoder;
import io.pointsman.codecs.ReassignedDecoder;
import io.pointsman.codecs.RegisterRankDecoder;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RemoveRankDecoder;
import io.pointsman.codecs.RequestRefusedDecoder;
import io.pointsman.codecs.RouteDecisionDecoder;
import io.pointsman.codecs.RouteRejectDecoder;
import io.pointsman.codecs.RouteRequestDecoder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** Listens to all three streams, reads every field of every message, and keeps each as a line of text. */
final class RecordedMessages implements IngressListener, AdminListener, ReplyListener {
    final List<String> lines = new ArrayList<>();
    long refusedCorrelationId;

    private void add(final Object... parts) {
        final StringBuilder line = new StringBuilder();
        for (final Object part : parts) {
            line.append(line.isEmpty() ? "" : " ").append(part);
        }
        lines.add(line.toString());
    }

    @Override
    public void onConnect(final int sessionId, final ConnectDecoder m) {
        add("Connect", m.frontendId(), m.replyStreamId(), m.administrator(), m.replyChannel(), m.url());
    }

    @Override
    public void onRouteRequest(final int sessionId, final RouteRequestDecoder m, final DirectBuffer buffer,
        final int hashesOffset, final int hashCount, final int excludedOffset, final int excludedCount) {
        long sum = 0;
        for (int i = 0; i < hashCount; i++) {
            sum = sum * 31 + buffer.getLong(hashesOffset + i * Long.BYTES, LITTLE_ENDIAN);
        }
        final StringBuilder excluded = new StringBuilder();
        for (int i = 0; i < excludedCount; i++) {
            excluded.append(buffer.getInt(excludedOffset + i * 8, LITTLE_ENDIAN)).append('/')
                .append(buffer.getInt(excludedOffset + i * 8 + 4, LITTLE_ENDIAN)).append(';');
        }
        add("RouteRequest", m.epoch(), m.frontendId(), m.correlationId(), m.retryOf(), m.policyVersion(), m.modelId(),
            m.promptBlocks(), m.promptTokens(), m.flags(), m.reserved(), hashCount, sum, excluded);
    }

    @Override
    public void onReassigned(final int sessionId, final ReassignedDecoder m) {
        add("Reassigned", m.epoch(), m.frontendId(), m.correlationId(), m.rankIndex(), m.generation());
    }

    @Override
    public void onFirstToken(final int sessionId, final FirstTokenDecoder m) {
        add("FirstToken", m.epoch(), m.frontendId(), m.correlationId());
    }

    @Override
    public void onFinished(final int sessionId, final FinishedDecoder m) {
        add("Finished", m.epoch(), m.frontendId(), m.correlationId(), m.outputTokens());
    }

    @Override
    public void onAborted(final int sessionId, final AbortedDecoder m) {
        add("Aborted", m.epoch(), m.frontendId(), m.correlationId());
    }

    @Override
    public void onInFlightReport(final int sessionId, final InFlightReportDecoder m, final DirectBuffer buffer,
        final int entriesOffset, final int entryCount) {
        final StringBuilder entries = new StringBuilder();
        for (int i = 0; i < entryCount; i++) {
            final int offset = entriesOffset + i * MessageLimits.REPORT_ENTRY_LENGTH;
            entries.append(buffer.getLong(offset, LITTLE_ENDIAN)).append('@')
                .append(buffer.getInt(offset + 8, LITTLE_ENDIAN)).append('/')
                .append(buffer.getInt(offset + 12, LITTLE_ENDIAN)).append(';');
        }
        add("InFlightReport", m.epoch(), m.frontendId(), m.reportId(), m.last(), entries);
    }

    @Override
    public void onRegisterRank(final int sessionId, final RegisterRankDecoder m) {
        add("RegisterRank", m.epoch(), m.frontendId(), m.correlationId(), m.instanceId(), m.dataParallelRank(),
            m.maxRequests(), m.blockSize(), m.hashScheme(), m.name(), m.modelName());
    }

    @Override
    public void onRankHealth(final int sessionId, final RankHealthDecoder m) {
        add("RankHealth", m.epoch(), m.frontendId(), m.rankIndex(), m.generation(), m.healthy());
    }

    @Override
    public void onControlAcknowledgement(final int sessionId, final ControlAcknowledgementDecoder m) {
        add("ControlAcknowledgement", m.epoch(), m.frontendId(), m.controlId());
    }

    @Override
    public void onClose(final int sessionId, final CloseDecoder m) {
        add("Close", m.epoch(), m.frontendId());
    }

    @Override
    public void onRefused(
        final int sessionId, final RejectCode code, final long correlationId, final long value, final long allowed) {
        refusedCorrelationId = correlationId;
        add("Refused", code, value, allowed);
    }

    @Override
    public void onRemoveRank(final int sessionId, final RemoveRankDecoder m) {
        add("RemoveRank", m.epoch(), m.frontendId(), m.correlationId(), m.rankIndex(), m.generation());
    }

    @Override
    public void onInvalidate(final int sessionId, final InvalidateDecoder m) {
        add("Invalidate", m.epoch(), m.frontendId(), m.correlationId(), m.rankIndex(), m.generation());
    }

    @Override
    public void onControlSignal(final int sessionId, final ControlSignalDecoder m) {
        add("ControlSignal", m.epoch(), m.frontendId(), m.correlationId(), m.kind(), m.argument());
    }

    @Override
    public void onChangePolicy(final int sessionId, final ChangePolicyDecoder m) {
        add("ChangePolicy", m.epoch(), m.frontendId(), m.correlationId(), m.signal(), m.cost(), m.loadBeta(),
            m.routingAlpha());
    }

    @Override
    public void onConnectAck(final ConnectAckDecoder m) {
        final StringBuilder models = new StringBuilder();
        final ConnectAckDecoder.ModelsDecoder group = m.models();
        while (group.hasNext()) {
            group.next();
            models.append(group.modelId()).append('/').append(group.blockSize()).append('/')
                .append(group.hashScheme()).append('/').append(group.name()).append(';');
        }
        add("ConnectAck", m.epoch(), m.frontendId(), m.frontendIndex(), m.policyVersion(), m.maxBlocks(), m.signal(),
            m.cost(), m.hashesWanted(), models);
    }

    @Override
    public void onRouteDecision(final RouteDecisionDecoder m) {
        add("RouteDecision", m.epoch(), m.correlationId(), m.requestId(), m.rankIndex(), m.generation(),
            m.matchedBlocks(), m.reason());
    }

    @Override
    public void onRouteReject(final RouteRejectDecoder m) {
        add("RouteReject", m.epoch(), m.correlationId(), m.code(), m.value(), m.allowed());
    }

    @Override
    public void onCapacityNotice(final CapacityNoticeDecoder m) {
        add("CapacityNotice", m.epoch(), m.modelId());
    }

    @Override
    public void onRankUpdate(final RankUpdateDecoder m) {
        add("RankUpdate", m.epoch(), m.correlationId(), m.instanceId(), m.rankIndex(), m.generation(),
            m.dataParallelRank(), m.maxRequests(), m.modelId(), m.blockSize(), m.hashScheme(), m.state(), m.name(),
            m.modelName());
    }

    @Override
    public void onPolicyUpdate(final PolicyUpdateDecoder m) {
        add("PolicyUpdate", m.epoch(), m.policyVersion(), m.signal(), m.cost(), m.hashesWanted());
    }

    @Override
    public void onControlBroadcast(final ControlBroadcastDecoder m) {
        add("ControlBroadcast", m.epoch(), m.controlId(), m.kind(), m.argument());
    }

    @Override
    public void onConnectRefused(final ConnectRefusedDecoder m) {
        add("ConnectRefused", m.epoch(), m.frontendId(), m.code(), m.value(), m.allowed(), m.text());
    }

    @Override
    public void onRequestRefused(final RequestRefusedDecoder m) {
        add("RequestRefused", m.epoch(), m.correlationId(), m.code(), m.value(), m.allowed(), m.text());
    }

    @Override
    public void onAdminReply(final AdminReplyDecoder m) {
        add("AdminReply", m.epoch(), m.correlationId(), m.accepted(), m.code(), m.value(), m.allowed(), m.text());
    }

    @Override
    public void onRefused(final RejectCode code, final long value, final long allowed) {
        add("Refused", code, value, allowed);
    }
}
