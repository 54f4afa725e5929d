/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import io.pointsman.codecs.ControlKind;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteReason;
import io.pointsman.transport.PolicyDescription;
import io.pointsman.transport.RankDescription;
import java.util.ArrayList;
import java.util.List;

/** Keeps what a route client is told as lines of text. */
final class RecordedAnswers implements RouteListener {
    final List<String> lines = new ArrayList<>();
    Runnable whenConnected = () -> { };

    @Override
    public void onDecision(final long correlationId, final long requestId, final int rankIndex, final int generation,
        final int matchedBlocks, final RouteReason reason) {
        lines.add("decision " + correlationId + " " + requestId + " " + rankIndex + "/" + generation + " "
            + matchedBlocks + " " + reason);
    }

    @Override
    public void onReject(final long correlationId, final RejectCode code, final long value, final long allowed) {
        lines.add("reject " + correlationId + " " + code + " " + value + " " + allowed);
    }

    @Override
    public void onCapacity(final int modelId) {
        lines.add("capacity " + modelId);
    }

    @Override
    public void onRank(final long correlationId, final RankDescription rank) {
        lines.add("rank " + correlationId + " " + rank.rankIndex() + "/" + rank.generation() + " " + rank.name());
    }

    @Override
    public void onRegistrationRefused(final long correlationId, final RejectCode code, final long value,
        final long allowed, final String text) {
        lines.add("registration " + correlationId + " " + code + " " + text);
    }

    @Override
    public void onPolicy(final PolicyDescription policy) {
        lines.add("policy " + policy.policyVersion() + " " + policy.signal());
    }

    @Override
    public void onControl(final long controlId, final ControlKind kind, final long argument) {
        lines.add("control " + controlId + " " + kind + " " + argument);
    }

    @Override
    public void onAdminReply(final long correlationId, final RejectCode code, final long value, final long allowed,
        final String text) {
        lines.add("admin " + correlationId + " " + code + " " + text);
    }

    @Override
    public void onConnected(final long epoch) {
        lines.add("connected " + epoch);
        whenConnected.run();
    }

    @Override
    public void onDisconnected() {
        lines.add("disconnected");
    }

    @Override
    public void onConnectRefused(final RejectCode code, final long value, final long allowed, final String text) {
        lines.add("refused " + code + " " + text);
    }
}
