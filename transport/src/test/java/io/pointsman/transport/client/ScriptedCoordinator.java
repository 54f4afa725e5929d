/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.pointsman.codecs.AbortedDecoder;
import io.pointsman.codecs.ChangePolicyDecoder;
import io.pointsman.codecs.CloseDecoder;
import io.pointsman.codecs.ConnectDecoder;
import io.pointsman.codecs.ControlAcknowledgementDecoder;
import io.pointsman.codecs.ControlSignalDecoder;
import io.pointsman.codecs.FinishedDecoder;
import io.pointsman.codecs.FirstTokenDecoder;
import io.pointsman.codecs.HashScheme;
import io.pointsman.codecs.InFlightReportDecoder;
import io.pointsman.codecs.InvalidateDecoder;
import io.pointsman.codecs.RankHealthDecoder;
import io.pointsman.codecs.ReassignedDecoder;
import io.pointsman.codecs.RegisterRankDecoder;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RemoveRankDecoder;
import io.pointsman.codecs.RouteReason;
import io.pointsman.codecs.RouteRequestDecoder;
import io.pointsman.transport.AdminAdapter;
import io.pointsman.transport.AdminListener;
import io.pointsman.transport.IgnoringIngress;
import io.pointsman.transport.IngressAdapter;
import io.pointsman.transport.MessageLimits;
import io.pointsman.transport.ModelDescription;
import io.pointsman.transport.PolicyDescription;
import io.pointsman.transport.RankDescription;
import io.pointsman.transport.ReplyProxy;
import io.pointsman.transport.Streams;
import io.pointsman.transport.TransportContext;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;

/** A coordinator that does what a test tells it, for one frontend, and keeps what it hears as lines of text. */
final class ScriptedCoordinator extends IgnoringIngress implements AdminListener, AutoCloseable {
    final List<String> heard = new ArrayList<>();
    final PolicyDescription policy = new PolicyDescription().policyVersion(1);
    final List<ModelDescription> models = new ArrayList<>();
    final ReplyProxy proxy;
    ExclusivePublication publication;
    RejectCode refusal;
    boolean isSilent;
    boolean decidesAtOnce;
    int lastPolicyVersion;
    int connects;

    private final Aeron aeron;
    private final TransportContext transport;
    private final Subscription ingress;
    private final Subscription admin;
    private final IngressAdapter ingressAdapter = new IngressAdapter(this, 2);
    private final AdminAdapter adminAdapter = new AdminAdapter(this);

    ScriptedCoordinator(final Aeron aeron, final TransportContext transport, final long epoch) {
        this.aeron = aeron;
        this.transport = transport;
        proxy = new ReplyProxy(epoch);
        ingress = aeron.addSubscription(transport.channels().subscription(), Streams.INGRESS);
        admin = aeron.addSubscription(transport.channels().subscription(), Streams.ADMIN);
    }

    int doWork() {
        return isSilent ? 0 : ingress.poll(ingressAdapter, 100) + admin.poll(adminAdapter, 10);
    }

    void decide(final long correlationId, final int rankIndex, final int generation) {
        long position = Publication.ADMIN_ACTION;
        while (position == Publication.ADMIN_ACTION) {
            position = proxy.routeDecision(publication, correlationId, 1_000 + correlationId, rankIndex, generation, 3,
                RouteReason.AFFINITY);
        }
        if (position <= 0) {
            throw new IllegalStateException("decision " + correlationId + " not sent: " + position);
        }
    }

    void tell(final long correlationId, final RankDescription rank) {
        proxy.rankUpdate(publication, correlationId, rank);
    }

    static RankDescription rank(final int rankIndex, final int generation, final String name) {
        return new RankDescription().rankIndex(rankIndex).generation(generation).name(name).instanceId(9)
            .modelId(1).modelName("m").hashScheme(HashScheme.BYTES).blockSize(256).maxRequests(8);
    }

    @Override
    public void onConnect(final int sessionId, final ConnectDecoder connect) {
        connects++;
        final long frontendId = connect.frontendId();
        final int streamId = connect.replyStreamId();
        final String channel = connect.replyChannel();
        if (publication == null) {
            publication = aeron.addExclusivePublication(transport.channels().publication(channel), streamId);
        }
        if (!publication.isConnected()) {
            return;
        }
        if (refusal != null) {
            proxy.connectRefused(publication, frontendId, refusal, 1, 2, "because");
        } else {
            proxy.connectAck(publication, frontendId, 0, policy, models);
        }
    }

    @Override
    public void onRouteRequest(final int sessionId, final RouteRequestDecoder request, final DirectBuffer buffer,
        final int hashesOffset, final int hashCount, final int excludedOffset, final int excludedCount) {
        lastPolicyVersion = (int) request.policyVersion();
        if (decidesAtOnce) {
            decide(request.correlationId(), 0, 1);
        } else {
            heard.add("RouteRequest " + request.correlationId() + " retryOf " + request.retryOf() + " hashes "
                + hashCount);
        }
    }

    @Override
    public void onReassigned(final int sessionId, final ReassignedDecoder m) {
        heard.add("Reassigned " + m.correlationId() + " " + m.rankIndex() + "/" + m.generation());
    }

    @Override
    public void onFirstToken(final int sessionId, final FirstTokenDecoder m) {
        if (!decidesAtOnce) {
            heard.add("FirstToken " + m.correlationId());
        }
    }

    @Override
    public void onFinished(final int sessionId, final FinishedDecoder m) {
        if (!decidesAtOnce) {
            heard.add("Finished " + m.correlationId() + " " + m.outputTokens());
        }
    }

    @Override
    public void onAborted(final int sessionId, final AbortedDecoder m) {
        heard.add("Aborted " + m.correlationId());
    }

    @Override
    public void onInFlightReport(final int sessionId, final InFlightReportDecoder report, final DirectBuffer buffer,
        final int entriesOffset, final int entryCount) {
        final List<String> entries = new ArrayList<>();
        for (int i = 0; i < entryCount; i++) {
            final int offset = entriesOffset + i * MessageLimits.REPORT_ENTRY_LENGTH;
            entries.add(buffer.getLong(offset, LITTLE_ENDIAN) + "@" + buffer.getInt(offset + 8, LITTLE_ENDIAN) + "/"
                + buffer.getInt(offset + 12, LITTLE_ENDIAN));
        }
        entries.sort(null);
        heard.add("InFlightReport " + report.epoch() + " " + report.last() + " "
            + (entryCount > 10 ? entryCount : entries));
    }

    @Override
    public void onRegisterRank(final int sessionId, final RegisterRankDecoder m) {
        heard.add("RegisterRank " + m.correlationId() + " " + m.name());
    }

    @Override
    public void onRankHealth(final int sessionId, final RankHealthDecoder m) {
        heard.add("RankHealth " + m.rankIndex() + "/" + m.generation() + " " + m.healthy());
    }

    @Override
    public void onControlAcknowledgement(final int sessionId, final ControlAcknowledgementDecoder m) {
        heard.add("ControlAcknowledgement " + m.controlId());
    }

    @Override
    public void onClose(final int sessionId, final CloseDecoder m) {
        heard.add("Close");
    }

    @Override
    public void onRefused(final int sessionId, final RejectCode code, final long correlationId, final long value,
        final long allowed) {
        heard.add("Refused " + code);
    }

    @Override
    public void onRemoveRank(final int sessionId, final RemoveRankDecoder m) {
        heard.add("RemoveRank " + m.correlationId() + " " + m.epoch());
    }

    @Override
    public void onInvalidate(final int sessionId, final InvalidateDecoder m) {
        heard.add("Invalidate " + m.correlationId() + " " + (int) m.rankIndex() + "/" + m.generation());
    }

    @Override
    public void onControlSignal(final int sessionId, final ControlSignalDecoder m) {
        heard.add("ControlSignal " + m.correlationId() + " " + m.kind());
    }

    @Override
    public void onChangePolicy(final int sessionId, final ChangePolicyDecoder m) {
        heard.add("ChangePolicy " + m.correlationId() + " " + m.signal());
    }

    @Override
    public void close() {
        CloseHelper.closeAll(publication, ingress, admin);
    }
}
