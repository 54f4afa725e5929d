/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.pointsman.transport.Channels;
import io.pointsman.transport.FrontendProxy;
import io.pointsman.transport.RankDescription;
import io.pointsman.transport.ReplyAdapter;
import io.pointsman.transport.RouteParameters;
import io.pointsman.transport.Streams;
import java.util.function.LongSupplier;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/** A frontend that writes what it is told to, byte for byte, over IPC. */
final class RawFrontend implements AutoCloseable {
    final long frontendId;
    final FrontendProxy proxy;
    final RawReplies heard = new RawReplies();
    final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512 * 1024]);
    final RouteParameters parameters = new RouteParameters();
    final ExclusivePublication ingress;
    private final ReplyAdapter adapter = new ReplyAdapter(heard);
    private final Subscription replies;
    private final Aeron aeron;
    private long lastReportId;

    RawFrontend(final TestCoordinator coordinator, final long frontendId) {
        this.frontendId = frontendId;
        aeron = coordinator.aeron();
        proxy = new FrontendProxy(frontendId);
        final Channels channels = coordinator.transport().channels();
        ingress = aeron.addExclusivePublication(channels.publication(), Streams.INGRESS);
        replies = aeron.addSubscription(TestCoordinator.IPC, Streams.reply(frontendId));
        Await.until("a coordinator on the ingress stream", ingress::isConnected);
    }

    static RawFrontend connect(final TestCoordinator coordinator, final long frontendId) {
        final RawFrontend frontend = new RawFrontend(coordinator, frontendId);
        frontend.connect();
        return frontend;
    }

    void connect() {
        final int before = heard.acknowledgements;
        send(() -> proxy.connect(ingress, Streams.reply(frontendId), false, TestCoordinator.IPC, ""));
        Await.until("an acknowledgement", () -> poll() && heard.acknowledgements > before);
        proxy.epoch(heard.epoch);
        parameters.policyVersion(heard.policyVersion);
    }

    boolean poll() {
        replies.poll(adapter, 64);
        return true;
    }

    void send(final LongSupplier sending) {
        Await.until("room to send", () -> poll() && sending.getAsLong() > 0);
    }

    /** Sends the first bytes of the buffer. */
    void sendBytes(final int length) {
        send(() -> ingress.offer(buffer, 0, length));
    }

    void route(final long correlationId) {
        send(() -> proxy.routeRequest(ingress, correlationId, parameters));
    }

    /** Routes and waits for the one answer. */
    RawReplies.Answer decide(final long correlationId) {
        final int before = heard.decisions.size();
        route(correlationId);
        Await.until("a decision", () -> poll() && heard.decisions.size() > before);
        return heard.decisions.get(before);
    }

    void finish(final long correlationId) {
        send(() -> proxy.finished(ingress, correlationId, 1));
    }

    void register(final RankDescription rank) {
        final int before = heard.registrations.size();
        send(() -> proxy.registerRank(ingress, 999_999, rank));
        Await.until("an answer to a registration", () -> poll() && heard.registrations.stream().skip(before)
            .anyMatch((answer) -> answer.correlationId() == 999_999));
    }

    /** Reports these requests as all there are, each with the place that follows it: rank index, generation. */
    void report(final long... requestsAndPlaces) {
        final UnsafeBuffer entries = new UnsafeBuffer(new byte[requestsAndPlaces.length / 3 * 16 + 16]);
        for (int i = 0, offset = 0; i < requestsAndPlaces.length; i += 3, offset += 16) {
            entries.putLong(offset, requestsAndPlaces[i]);
            entries.putInt(offset + 8, (int)requestsAndPlaces[i + 1]);
            entries.putInt(offset + 12, (int)requestsAndPlaces[i + 2]);
        }
        lastReportId++;
        send(() -> proxy.inFlightReport(ingress, lastReportId, true, entries, 0, requestsAndPlaces.length / 3));
    }

    /** Waits for a reject beyond those heard until now. */
    RawReplies.Answer nextReject(final int before) {
        Await.until("a reject", () -> poll() && heard.rejects.size() > before);
        return heard.rejects.get(before);
    }

    @Override
    public void close() {
        CloseHelper.closeAll(ingress, replies);
    }
}
