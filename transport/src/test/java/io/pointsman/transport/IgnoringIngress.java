/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

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

/** Listens and does nothing, for tests that care about some messages only. */
public class IgnoringIngress implements IngressListener {
    @Override
    public void onConnect(final int sessionId, final ConnectDecoder connect) {
        // Ignored.
    }

    @Override
    public void onRouteRequest(final int sessionId, final RouteRequestDecoder request, final DirectBuffer buffer,
        final int hashesOffset, final int hashCount, final int excludedOffset, final int excludedCount) {
        // Ignored.
    }

    @Override
    public void onReassigned(final int sessionId, final ReassignedDecoder reassigned) {
        // Ignored.
    }

    @Override
    public void onFirstToken(final int sessionId, final FirstTokenDecoder firstToken) {
        // Ignored.
    }

    @Override
    public void onFinished(final int sessionId, final FinishedDecoder finished) {
        // Ignored.
    }

    @Override
    public void onAborted(final int sessionId, final AbortedDecoder aborted) {
        // Ignored.
    }

    @Override
    public void onInFlightReport(final int sessionId, final InFlightReportDecoder report, final DirectBuffer buffer,
        final int entriesOffset, final int entryCount) {
        // Ignored.
    }

    @Override
    public void onRegisterRank(final int sessionId, final RegisterRankDecoder registerRank) {
        // Ignored.
    }

    @Override
    public void onRankHealth(final int sessionId, final RankHealthDecoder rankHealth) {
        // Ignored.
    }

    @Override
    public void onControlAcknowledgement(
        final int sessionId, final ControlAcknowledgementDecoder acknowledgement) {
        // Ignored.
    }

    @Override
    public void onClose(final int sessionId, final CloseDecoder close) {
        // Ignored.
    }

    @Override
    public void onRefused(final int sessionId, final RejectCode code, final long correlationId, final long value,
        final long allowed) {
        // Ignored.
    }
}
