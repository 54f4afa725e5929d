/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.pointsman.transport.Channels;
import io.pointsman.transport.FrontendProxy;
import io.pointsman.transport.Streams;
import org.agrona.CloseHelper;
import org.agrona.concurrent.AgentInvoker;

/**
 * A frontend's streams to and from its coordinator, and whether the coordinator is there. Connect is repeated until it
 * is acknowledged, and again after each silence: that is how a coordinator that took another's place on the same
 * streams is noticed. Single-threaded.
 */
final class CoordinatorConnection implements AutoCloseable {
    private static final int FRAGMENT_LIMIT = 16;
    private static final String UDP_PREFIX = "aeron:udp?endpoint=";

    private final RouteClientContext context;
    private final FrontendProxy proxy;
    private final Aeron aeron;
    private final AgentInvoker aeronInvoker;
    private final ExclusivePublication ingress;
    private final ExclusivePublication admin;
    private final Subscription replies;
    private final int replyStreamId;
    private final boolean isReplyIpc;
    private ConnectionState state = ConnectionState.CONNECTING;
    private long epoch;
    private boolean wasHeard;
    private long lastHeardNs;
    private long lastConnectNs;
    private boolean hasSentConnect;

    CoordinatorConnection(final RouteClientContext context, final FrontendProxy proxy) {
        this.context = context;
        this.proxy = proxy;
        final Channels channels = context.transport().channels();
        replyStreamId = Streams.reply(context.frontendId());
        isReplyIpc = context.replyChannel().startsWith("aeron:ipc");
        aeron = context.aeron() != null ? context.aeron() : Aeron.connect(new Aeron.Context()
            .aeronDirectoryName(context.transport().aeronDirectoryName())
            .driverTimeoutMs(context.transport().driverTimeoutMs()));
        aeronInvoker = aeron.conductorAgentInvoker();
        try {
            replies = aeron.addSubscription(channels.subscription(context.replyChannel()), replyStreamId);
            ingress = aeron.addExclusivePublication(channels.publication(), context.ingressStreamId());
            admin = context.isAdministrator()
                ? aeron.addExclusivePublication(channels.publication(), context.adminStreamId()) : null;
        } catch (final RuntimeException ex) {
            closeAeron();
            throw ex;
        }
    }

    ConnectionState state() {
        return state;
    }

    boolean isConnected() {
        return state == ConnectionState.CONNECTED;
    }

    long epoch() {
        return epoch;
    }

    ExclusivePublication ingress() {
        return ingress;
    }

    ExclusivePublication admin() {
        return admin;
    }

    int poll(final FragmentHandler adapter) {
        int work = 0;
        if (aeronInvoker != null) {
            work += aeronInvoker.invoke();
        }
        return work + replies.poll(adapter, FRAGMENT_LIMIT);
    }

    /** Something of the connected epoch arrived. */
    void onHeard() {
        wasHeard = true;
    }

    void onAcknowledged(final long ofEpoch) {
        epoch = ofEpoch;
        proxy.epoch(ofEpoch);
        wasHeard = true;
        transition(ConnectionState.CONNECTED);
    }

    /** Keeps the state true to the time; the caller compares it before and after. */
    int onTime(final long nowNs) {
        if (state == ConnectionState.CLOSED) {
            return 0;
        }
        if (wasHeard) {
            wasHeard = false;
            lastHeardNs = nowNs;
        }
        if (aeron.isClosed() || ingress.isClosed()) {
            transition(ConnectionState.CLOSED);
            return 1;
        }
        if (state == ConnectionState.CONNECTED) {
            final long silenceNs = nowNs - lastHeardNs;
            if (!ingress.isConnected() || silenceNs >= context.coordinatorTimeoutNs()) {
                transition(ConnectionState.CONNECTING);
            } else if (silenceNs >= context.keepAliveNs()) {
                return connect(nowNs, context.keepAliveNs());
            }
            return 0;
        }
        return connect(nowNs, context.connectRetryNs());
    }

    private int connect(final long nowNs, final long intervalNs) {
        if (hasSentConnect && nowNs - lastConnectNs < intervalNs) {
            return 0;
        }
        final String channel = replyChannel();
        if (channel == null || !ingress.isConnected()) {
            return 0;
        }
        final long result =
            proxy.connect(ingress, replyStreamId, context.isAdministrator(), channel, context.url());
        if (result <= 0) {
            return 0;
        }
        hasSentConnect = true;
        lastConnectNs = nowNs;
        return 1;
    }

    /** What the coordinator is told; null as long as the system has not given a port. */
    private String replyChannel() {
        if (isReplyIpc) {
            return "aeron:ipc";
        }
        final String endpoint = replies.resolvedEndpoint();
        return endpoint == null ? null : UDP_PREFIX + endpoint;
    }

    private void transition(final ConnectionState next) {
        state = next;
        if (next != ConnectionState.CONNECTED) {
            hasSentConnect = false;
        }
    }

    @Override
    public void close() {
        if (state == ConnectionState.CONNECTED && !ingress.isClosed()) {
            proxy.close(ingress);
        }
        transition(ConnectionState.CLOSED);
        CloseHelper.quietCloseAll(ingress, admin, replies);
        closeAeron();
    }

    private void closeAeron() {
        if (context.aeron() == null) {
            CloseHelper.quietClose(aeron);
        }
    }
}
