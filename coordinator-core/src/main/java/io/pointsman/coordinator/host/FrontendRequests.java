/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import io.aeron.ChannelUri;
import io.pointsman.codecs.AbortedDecoder;
import io.pointsman.codecs.BooleanType;
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
import io.pointsman.coordinator.control.ControlOutcome;
import io.pointsman.coordinator.rank.RankRegistration;
import io.pointsman.coordinator.router.FrontendRegistry;
import io.pointsman.coordinator.router.RouteOutcome;
import io.pointsman.coordinator.router.RouteQuery;
import io.pointsman.coordinator.router.Router;
import io.pointsman.transport.Channels;
import io.pointsman.transport.IngressListener;
import io.pointsman.transport.MessageLimits;
import org.agrona.DirectBuffer;

import java.nio.ByteOrder;

/**
 * Carries out what frontends ask for: from a message, already checked for its form, to the router, and back. The path
 * of a request is {@link #onRouteRequest}: decide, answer, and only then learn.
 * <p>
 * A message of a frontend that is not connected by that session, or of another epoch, is counted and changes nothing;
 * a finish or abort of an earlier epoch still counts for a request that a report adopted.
 * <p>
 * Called by the agent's thread only.
 */
final class FrontendRequests implements IngressListener {
    private final Router router;
    private final FrontendRegistry frontends;
    private final ReplyStreams replies;
    private final RefusedConnects refusals;
    private final CoordinatorCounters counters;
    private final Channels channels;
    private final long epoch;
    private final RouteQuery query = new RouteQuery();
    private final RouteOutcome outcome = new RouteOutcome();
    private final ControlOutcome controlOutcome = new ControlOutcome();
    private long nowNs;

    FrontendRequests(final Router router, final ReplyStreams replies, final RefusedConnects refusals,
        final CoordinatorCounters counters, final Channels channels, final long epoch) {
        this.router = router;
        this.frontends = router.frontends();
        this.replies = replies;
        this.refusals = refusals;
        this.counters = counters;
        this.channels = channels;
        this.epoch = epoch;
    }

    /** Tells the time of this duty cycle. */
    void nowNs(final long timeNs) {
        nowNs = timeNs;
    }

    @Override
    public void onRouteRequest(final int sessionId, final RouteRequestDecoder request, final DirectBuffer buffer,
        final int hashesOffset, final int hashCount, final int excludedOffset, final int excludedCount) {
        final int frontend = knownFrontend(request.frontendId(), sessionId, request.epoch());
        if (frontend == FrontendRegistry.NONE) {
            return;
        }
        final long correlationId = request.correlationId();
        query.request(frontend, correlationId, request.retryOf())
            .prompt(request.modelId(), request.policyVersion(), request.promptBlocks())
            .hashes(buffer, hashesOffset, hashCount).excluded(buffer, excludedOffset, excludedCount);
        router.route(query, nowNs, outcome);
        if (outcome.accepted()) {
            replies.decision(frontend, correlationId, outcome, nowNs);
            router.learn(nowNs);
        } else {
            replies.reject(frontend, correlationId, outcome.code(), outcome.value(), outcome.allowed(), nowNs);
        }
    }

    @Override
    public void onFirstToken(final int sessionId, final FirstTokenDecoder firstToken) {
        final int frontend = frontend(firstToken.frontendId(), sessionId);
        if (frontend != FrontendRegistry.NONE) {
            router.firstToken(frontend, firstToken.correlationId(), firstToken.epoch() == epoch);
        }
    }

    @Override
    public void onFinished(final int sessionId, final FinishedDecoder finished) {
        final int frontend = frontend(finished.frontendId(), sessionId);
        if (frontend != FrontendRegistry.NONE) {
            router.finish(frontend, finished.correlationId(), finished.epoch() == epoch);
        }
    }

    @Override
    public void onAborted(final int sessionId, final AbortedDecoder aborted) {
        final int frontend = frontend(aborted.frontendId(), sessionId);
        if (frontend != FrontendRegistry.NONE) {
            router.abort(frontend, aborted.correlationId(), aborted.epoch() == epoch);
        }
    }

    @Override
    public void onReassigned(final int sessionId, final ReassignedDecoder reassigned) {
        final int frontend = knownFrontend(reassigned.frontendId(), sessionId, reassigned.epoch());
        if (frontend != FrontendRegistry.NONE) {
            router.reassign(frontend, reassigned.correlationId(), reassigned.rankIndex(),
                (int)reassigned.generation());
        }
    }

    @Override
    public void onInFlightReport(final int sessionId, final InFlightReportDecoder report, final DirectBuffer buffer,
        final int entriesOffset, final int entryCount) {
        final int frontend = knownFrontend(report.frontendId(), sessionId, report.epoch());
        if (frontend == FrontendRegistry.NONE) {
            return;
        }
        final long reportId = report.reportId();
        for (int i = 0, offset = entriesOffset; i < entryCount; i++, offset += MessageLimits.REPORT_ENTRY_LENGTH) {
            router.report(frontend, reportId, buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN),
                Integer.toUnsignedLong(buffer.getInt(offset + 8, ByteOrder.LITTLE_ENDIAN)),
                buffer.getInt(offset + 12, ByteOrder.LITTLE_ENDIAN));
        }
        if (report.last() == BooleanType.TRUE) {
            router.reportComplete(frontend, reportId);
        }
    }

    @Override
    public void onConnect(final int sessionId, final ConnectDecoder connect) {
        final long frontendId = connect.frontendId();
        final int streamId = connect.replyStreamId();
        final boolean administrator = connect.administrator() == BooleanType.TRUE;
        final String channel = replyChannel(connect.replyChannel());
        if (channel == null) {
            counters.refused(RejectCode.BAD_REPLY_CHANNEL);
            return;
        }
        router.connect(frontendId, sessionId, administrator, controlOutcome);
        if (controlOutcome.accepted() && !replies.open(controlOutcome.index(), channel, streamId)) {
            router.frontendLost(controlOutcome.index());
            replies.close(controlOutcome.index());
            controlOutcome.refuse(RejectCode.REPLY_STREAM_IN_USE, streamId, 0,
                "replyStreamId " + streamId + ": another frontend's replies go there");
            counters.refused(RejectCode.REPLY_STREAM_IN_USE);
            return;
        }
        if (!controlOutcome.accepted()) {
            counters.refused(controlOutcome.code());
            replies.refuseConnect(refusals, channel, streamId, frontendId, controlOutcome);
            return;
        }
        if (!controlOutcome.changed()) {
            counters.increment(HostCounter.REPEATED_CONNECTS);
        }
        replies.connected(controlOutcome.index(), frontendId, nowNs);
    }

    /** The channel with our own stream lengths; null if it is none that replies may go to. */
    private String replyChannel(final String channel) {
        try {
            final ChannelUri uri = ChannelUri.parse(channel);
            return "ipc".equals(uri.media()) || "udp".equals(uri.media()) ? channels.publication(channel) : null;
        } catch (final RuntimeException unreadable) {
            return null;
        }
    }

    @Override
    public void onRegisterRank(final int sessionId, final RegisterRankDecoder registration) {
        final int frontend = knownFrontend(registration.frontendId(), sessionId, registration.epoch());
        if (frontend == FrontendRegistry.NONE) {
            return;
        }
        final long correlationId = registration.correlationId();
        final String name = registration.name();
        final String model = registration.modelName();
        final int policyVersion = router.policy().version();
        router.registerRank(new RankRegistration(name, registration.dataParallelRank(), registration.instanceId(),
            model, registration.hashScheme(), registration.blockSize(), registration.maxRequests()), controlOutcome);
        if (router.policy().version() != policyVersion) {
            replies.policyChanged();
        }
        if (controlOutcome.accepted()) {
            replies.rankRegistered(frontend, correlationId, router.ranks().rank(controlOutcome.index()), nowNs);
        } else {
            counters.refused(controlOutcome.code());
            replies.registrationRefused(frontend, correlationId, controlOutcome, nowNs);
        }
    }

    @Override
    public void onRankHealth(final int sessionId, final RankHealthDecoder health) {
        final int frontend = knownFrontend(health.frontendId(), sessionId, health.epoch());
        if (frontend != FrontendRegistry.NONE) {
            router.rankHealth(frontend, health.rankIndex(), (int)health.generation(),
                health.healthy() == BooleanType.TRUE, controlOutcome);
            if (!controlOutcome.accepted()) {
                counters.refused(controlOutcome.code());
            }
        }
    }

    @Override
    public void onControlAcknowledgement(final int sessionId, final ControlAcknowledgementDecoder acknowledgement) {
        // No control signal is broadcast yet, so an acknowledgement can only be counted as one nobody asked for.
        knownFrontend(acknowledgement.frontendId(), sessionId, acknowledgement.epoch());
        counters.refused(RejectCode.UNSUPPORTED);
    }

    @Override
    public void onClose(final int sessionId, final CloseDecoder close) {
        final int frontend = frontend(close.frontendId(), sessionId);
        if (frontend != FrontendRegistry.NONE) {
            lost(frontend);
        }
    }

    @Override
    public void onRefused(final int sessionId, final RejectCode code, final long correlationId, final long value,
        final long allowed) {
        counters.refused(code);
        final int frontend = frontends.indexOfSession(sessionId);
        if (frontend != FrontendRegistry.NONE) {
            replies.reject(frontend, correlationId, code, value, allowed, nowNs);
        }
    }

    /** The connection of a session is gone: what the frontends that connected on it had in flight is released. */
    void onSessionLost(final int sessionId) {
        int frontend = frontends.indexOfSession(sessionId);
        while (frontend != FrontendRegistry.NONE) {
            lost(frontend);
            frontend = frontends.indexOfSession(sessionId);
        }
    }

    private void lost(final int frontend) {
        counters.increment(HostCounter.FRONTENDS_LOST);
        router.frontendLost(frontend);
        replies.close(frontend);
    }

    private int frontend(final long frontendId, final int sessionId) {
        final int frontend = frontends.indexOf(frontendId, sessionId);
        if (frontend == FrontendRegistry.NONE) {
            counters.increment(HostCounter.UNKNOWN_FRONTENDS);
        }
        return frontend;
    }

    private int knownFrontend(final long frontendId, final int sessionId, final long messageEpoch) {
        final int frontend = frontend(frontendId, sessionId);
        if (frontend != FrontendRegistry.NONE && messageEpoch != epoch) {
            counters.increment(HostCounter.OTHER_EPOCH);
            return FrontendRegistry.NONE;
        }
        return frontend;
    }
}
