/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import io.aeron.Aeron;
import io.pointsman.transport.Streams;
import io.pointsman.transport.TransportContext;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** How a {@link RouteClient} is to be. Mutable until a client is made with it; for one client, owned by one thread. */
public final class RouteClientContext {
    private static final int GREATEST_COUNT = 1 << 20;

    private TransportContext transport = new TransportContext();
    private Aeron aeron;
    private int ingressStreamId = Streams.INGRESS;
    private int adminStreamId = Streams.ADMIN;
    private String replyChannel;
    private long frontendId = randomId();
    private String url = "";
    private RouteListener listener;
    private boolean isAdministrator = false;
    private int maxInFlight = 65_536;
    private int maxDeferred = 4_096;
    private long connectTimeoutNs = TimeUnit.SECONDS.toNanos(5);
    private long connectRetryNs = TimeUnit.MILLISECONDS.toNanos(100);
    private long keepAliveNs = TimeUnit.SECONDS.toNanos(1);
    private long coordinatorTimeoutNs = TimeUnit.SECONDS.toNanos(5);
    private long reportDelayNs = TimeUnit.MILLISECONDS.toNanos(100);
    private NanoClock nanoClock = SystemNanoClock.INSTANCE;
    private IdleStrategy idleStrategy = new BackoffIdleStrategy();

    /** The defaults; a listener is to be set. */
    public RouteClientContext() {
        // The fields' initial values are the defaults.
    }

    /**
     * Proves that the parts fit each other.
     *
     * @return this.
     * @throws IllegalArgumentException naming the setting, the value and what is allowed.
     */
    public RouteClientContext conclude() {
        check(listener != null, "listener", "null", "any listener");
        check(frontendId != 0, "frontendId", frontendId, "any but 0");
        check(maxInFlight >= 1 && maxInFlight <= GREATEST_COUNT, "maxInFlight", maxInFlight, "1 to 1,048,576");
        check(maxDeferred >= 1 && maxDeferred <= GREATEST_COUNT, "maxDeferred", maxDeferred, "1 to 1,048,576");
        check(connectTimeoutNs >= 1, "connectTimeoutNs", connectTimeoutNs, "at least 1");
        check(connectRetryNs >= 1, "connectRetryNs", connectRetryNs, "at least 1");
        check(keepAliveNs >= 1, "keepAliveNs", keepAliveNs, "at least 1");
        check(coordinatorTimeoutNs > keepAliveNs, "coordinatorTimeoutNs", coordinatorTimeoutNs, "above keepAliveNs");
        check(reportDelayNs >= 0, "reportDelayNs", reportDelayNs, "at least 0");
        if (replyChannel == null) {
            check(transport.channels().isIpc(), "replyChannel", "null",
                "with a UDP ingress aeron:udp?endpoint=HOST:PORT, this host as the coordinator reaches it");
            replyChannel = "aeron:ipc";
        }
        transport.channels().subscription(replyChannel);
        return this;
    }

    private static void check(
        final boolean holds, final String setting, final Object value, final String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(setting + "=" + value + ": allowed is " + allowed);
        }
    }

    private static long randomId() {
        final SecureRandom random = new SecureRandom();
        long id = random.nextLong();
        while (id == 0) {
            id = random.nextLong();
        }
        return id;
    }

    /**
     * Aeron's directory, the ingress channel and the streams' lengths.
     *
     * @return as set.
     */
    public TransportContext transport() {
        return transport;
    }

    /**
     * Sets transport.
     *
     * @param value as the coordinator's process has it.
     * @return this.
     */
    public RouteClientContext transport(final TransportContext value) {
        transport = value;
        return this;
    }

    /**
     * An Aeron client to share; null: the client has its own.
     *
     * @return as set.
     */
    public Aeron aeron() {
        return aeron;
    }

    /**
     * Sets aeron.
     *
     * @param value not closed with the client.
     * @return this.
     */
    public RouteClientContext aeron(final Aeron value) {
        aeron = value;
        return this;
    }

    /**
     * The stream requests go to.
     *
     * @return as set.
     */
    public int ingressStreamId() {
        return ingressStreamId;
    }

    /**
     * Sets ingressStreamId.
     *
     * @param value as the coordinator has it.
     * @return this.
     */
    public RouteClientContext ingressStreamId(final int value) {
        ingressStreamId = value;
        return this;
    }

    /**
     * The stream an administrator's messages go to.
     *
     * @return as set.
     */
    public int adminStreamId() {
        return adminStreamId;
    }

    /**
     * Sets adminStreamId.
     *
     * @param value as the coordinator has it.
     * @return this.
     */
    public RouteClientContext adminStreamId(final int value) {
        adminStreamId = value;
        return this;
    }

    /**
     * Where the coordinator is to answer; null: aeron:ipc with an IPC ingress. With a UDP ingress it must be given, as
     * an address of this host that the coordinator reaches; port 0 stands for a free one.
     *
     * @return as set.
     */
    public String replyChannel() {
        return replyChannel;
    }

    /**
     * Sets replyChannel.
     *
     * @param value aeron:ipc or aeron:udp with an endpoint.
     * @return this.
     */
    public RouteClientContext replyChannel(final String value) {
        replyChannel = value;
        return this;
    }

    /**
     * The frontend's id, kept over reconnections.
     *
     * @return as set.
     */
    public long frontendId() {
        return frontendId;
    }

    /**
     * Sets frontendId.
     *
     * @param value random, not 0.
     * @return this.
     */
    public RouteClientContext frontendId(final long value) {
        frontendId = value;
        return this;
    }

    /**
     * The gateway's base URL for clients; may be empty.
     *
     * @return as set.
     */
    public String url() {
        return url;
    }

    /**
     * Sets url.
     *
     * @param value at most 1,024 bytes.
     * @return this.
     */
    public RouteClientContext url(final String value) {
        url = value;
        return this;
    }

    /**
     * Is told what the coordinator says.
     *
     * @return as set.
     */
    public RouteListener listener() {
        return listener;
    }

    /**
     * Sets listener.
     *
     * @param value required.
     * @return this.
     */
    public RouteClientContext listener(final RouteListener value) {
        listener = value;
        return this;
    }

    /**
     * Whether the client may change ranks and policy.
     *
     * @return as set.
     */
    public boolean isAdministrator() {
        return isAdministrator;
    }

    /**
     * Sets isAdministrator.
     *
     * @param value the coordinator is told so.
     * @return this.
     */
    public RouteClientContext isAdministrator(final boolean value) {
        isAdministrator = value;
        return this;
    }

    /**
     * Most requests in flight; memory is set aside for all of them.
     *
     * @return as set.
     */
    public int maxInFlight() {
        return maxInFlight;
    }

    /**
     * Sets maxInFlight.
     *
     * @param value 1 to 1,048,576.
     * @return this.
     */
    public RouteClientContext maxInFlight(final int value) {
        maxInFlight = value;
        return this;
    }

    /**
     * Most finishes, aborts and reassignments kept while the stream to the coordinator is full.
     *
     * @return as set.
     */
    public int maxDeferred() {
        return maxDeferred;
    }

    /**
     * Sets maxDeferred.
     *
     * @param value 1 to 1,048,576.
     * @return this.
     */
    public RouteClientContext maxDeferred(final int value) {
        maxDeferred = value;
        return this;
    }

    /**
     * Nanoseconds that connecting may take before it is given up with an exception.
     *
     * @return as set.
     */
    public long connectTimeoutNs() {
        return connectTimeoutNs;
    }

    /**
     * Sets connectTimeoutNs.
     *
     * @param value at least 1.
     * @return this.
     */
    public RouteClientContext connectTimeoutNs(final long value) {
        connectTimeoutNs = value;
        return this;
    }

    /**
     * Nanoseconds between two attempts to connect.
     *
     * @return as set.
     */
    public long connectRetryNs() {
        return connectRetryNs;
    }

    /**
     * Sets connectRetryNs.
     *
     * @param value at least 1.
     * @return this.
     */
    public RouteClientContext connectRetryNs(final long value) {
        connectRetryNs = value;
        return this;
    }

    /**
     * Nanoseconds of silence after which the coordinator is asked, by another Connect, whether it is the same and
     * there.
     *
     * @return as set.
     */
    public long keepAliveNs() {
        return keepAliveNs;
    }

    /**
     * Sets keepAliveNs.
     *
     * @param value at least 1.
     * @return this.
     */
    public RouteClientContext keepAliveNs(final long value) {
        keepAliveNs = value;
        return this;
    }

    /**
     * Nanoseconds of silence after which the coordinator counts as gone.
     *
     * @return as set.
     */
    public long coordinatorTimeoutNs() {
        return coordinatorTimeoutNs;
    }

    /**
     * Sets coordinatorTimeoutNs.
     *
     * @param value above keepAliveNs.
     * @return this.
     */
    public RouteClientContext coordinatorTimeoutNs(final long value) {
        coordinatorTimeoutNs = value;
        return this;
    }

    /**
     * Nanoseconds that an in-flight report waits after a reconnection for the ranks it names.
     *
     * @return as set.
     */
    public long reportDelayNs() {
        return reportDelayNs;
    }

    /**
     * Sets reportDelayNs.
     *
     * @param value at least 0.
     * @return this.
     */
    public RouteClientContext reportDelayNs(final long value) {
        reportDelayNs = value;
        return this;
    }

    /**
     * The clock of all these times.
     *
     * @return as set.
     */
    public NanoClock nanoClock() {
        return nanoClock;
    }

    /**
     * Sets nanoClock.
     *
     * @param value monotonic.
     * @return this.
     */
    public RouteClientContext nanoClock(final NanoClock value) {
        nanoClock = value;
        return this;
    }

    /**
     * How a blocking connect waits.
     *
     * @return as set.
     */
    public IdleStrategy idleStrategy() {
        return idleStrategy;
    }

    /**
     * Sets idleStrategy.
     *
     * @param value not shared between threads.
     * @return this.
     */
    public RouteClientContext idleStrategy(final IdleStrategy value) {
        idleStrategy = value;
        return this;
    }
}
