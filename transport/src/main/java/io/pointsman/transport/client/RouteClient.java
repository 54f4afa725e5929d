/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.exceptions.TimeoutException;
import io.pointsman.transport.FrontendProxy;
import io.pointsman.transport.MessageLimits;
import io.pointsman.transport.PolicyDescription;
import io.pointsman.transport.RankDescription;
import io.pointsman.transport.RouteParameters;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * A frontend's side of the coordinator: has requests routed, reports what becomes of them, and stays connected.
 * <p>
 * Owned by one thread, which calls {@link #poll()} in its loop; everything the coordinator says arrives at the
 * {@link RouteListener} from there or from {@link #await}. Calls that send return a positive number (the new
 * correlation id, or just 1), {@link #DEFERRED} where the message is kept and sent by a later poll, or one of the
 * negative codes, upon which nothing has changed. Routing, awaiting, finishing and aborting allocate nothing.
 * <p>
 * When the coordinator goes away and one is back, the client connects again and tells by itself what it has in flight:
 * on ranks of an earlier epoch as soon as ranks of the same name, data-parallel rank and instance are told of. Ranks
 * are to be registered again by the listener, see {@link RouteListener#onConnected}.
 */
public final class RouteClient implements AutoCloseable {
    /** The message is kept, to be sent by a later poll. */
    public static final long DEFERRED = 0;

    /** Not connected. */
    public static final long NOT_CONNECTED = Publication.NOT_CONNECTED;

    /** Cannot be sent now; to be tried again after a poll. */
    public static final long BACK_PRESSURED = Publication.BACK_PRESSURED;

    /** The client is closed, or Aeron is lost. */
    public static final long CLOSED = Publication.CLOSED;

    /** The context's most requests are in flight. */
    public static final long TOO_MANY_IN_FLIGHT = -11;

    /** No such request is in flight. */
    public static final long UNKNOWN_REQUEST = -12;

    /** More hashes than the coordinator takes. */
    public static final long TOO_MANY_BLOCKS = -13;

    private final RouteClientContext context;
    private final NanoClock clock;
    private final FrontendProxy proxy;
    private final CoordinatorConnection connection;
    private final ReplyPoller replies;
    private final InFlightTable inFlight;
    private final InFlightReporter reporter;
    private final RouteAdministrator administrator;
    private final FleetView fleet;
    private long lastCorrelationId;

    private RouteClient(final RouteClientContext context) {
        this.context = context;
        clock = context.nanoClock();
        proxy = new FrontendProxy(context.frontendId());
        connection = new CoordinatorConnection(context, proxy);
        replies = new ReplyPoller(context, connection, this::onConnected);
        inFlight = replies.inFlight();
        reporter = new InFlightReporter(proxy, replies, context.maxDeferred());
        fleet = new FleetView(replies);
        administrator = new RouteAdministrator(this, context.frontendId());
    }

    /**
     * Makes a client that is connected by polling it.
     *
     * @param context of the client alone.
     * @return the client, not connected yet.
     * @throws IllegalArgumentException naming a setting that is not allowed.
     */
    public static RouteClient launch(final RouteClientContext context) {
        return new RouteClient(context.conclude());
    }

    /**
     * Makes a client and waits until it is connected.
     *
     * @param context of the client alone.
     * @return the client, connected.
     * @throws IllegalArgumentException naming a setting that is not allowed.
     * @throws IllegalStateException    when the coordinator refuses, with its reason.
     * @throws TimeoutException         when nobody answers within the context's time.
     */
    public static RouteClient connect(final RouteClientContext context) {
        final RouteClient client = launch(context);
        final IdleStrategy idleStrategy = context.idleStrategy();
        final long beginNs = context.nanoClock().nanoTime();
        try {
            while (!client.isConnected()) {
                idleStrategy.idle(client.poll());
                if (client.replies.refusal() != null) {
                    throw new IllegalStateException("the coordinator refused: " + client.replies.refusal());
                }
                if (context.nanoClock().nanoTime() - beginNs >= context.connectTimeoutNs()) {
                    throw new TimeoutException("no coordinator answered on " + context.transport().channel()
                        + " within " + context.connectTimeoutNs() + " ns; directory "
                        + context.transport().aeronDirectoryName());
                }
            }
        } catch (final RuntimeException ex) {
            client.close();
            throw ex;
        }
        return client;
    }

    /**
     * Takes what has arrived, sends what was kept, and keeps the connection. To be called at least several times within
     * the context's keep-alive time.
     *
     * @return work done.
     */
    public int poll() {
        return poll(clock.nanoTime());
    }

    private int poll(final long nowNs) {
        final boolean wasConnected = connection.isConnected();
        int work = replies.poll();
        work += connection.onTime(nowNs);
        if (wasConnected && !connection.isConnected()) {
            context.listener().onDisconnected();
        }
        if (replies.takeReportDue()) {
            reporter.reportBy(nowNs + context.reportDelayNs());
        }
        if (connection.isConnected()) {
            work += reporter.doWork(connection.ingress(), nowNs);
        }
        return work;
    }

    private void onConnected() {
        reporter.reset();
        administrator.epoch(connection.epoch());
    }

    /**
     * Asks for a rank.
     *
     * @param parameters what is asked for; may be changed after the call.
     * @return the correlation id that the answer will name, or NOT_CONNECTED, BACK_PRESSURED, CLOSED,
     * TOO_MANY_IN_FLIGHT
     *     or TOO_MANY_BLOCKS.
     */
    public long route(final RouteParameters parameters) {
        if (!canSend()) {
            return cannotSend();
        }
        if (inFlight.isFull()) {
            return TOO_MANY_IN_FLIGHT;
        }
        final PolicyDescription policy = replies.policy();
        if (parameters.hashCount() > policy.maxBlocks() || parameters.hashCount() > MessageLimits.MAX_BLOCKS) {
            return TOO_MANY_BLOCKS;
        }
        final int policyVersion = parameters.policyVersion();
        if (policyVersion == RouteParameters.CURRENT_POLICY) {
            parameters.policyVersion(policy.policyVersion());
        }
        final long correlationId = lastCorrelationId + 1;
        final long result = result(proxy.routeRequest(connection.ingress(), correlationId, parameters));
        parameters.policyVersion(policyVersion);
        if (result < 0) {
            return result;
        }
        lastCorrelationId = correlationId;
        if (parameters.retryOf() != 0) {
            forget(parameters.retryOf());
        }
        inFlight.put(correlationId, InFlightTable.UNANSWERED);
        return correlationId;
    }

    /**
     * Polls until a request has been answered, for a bounded time. Other answers arrive meanwhile.
     *
     * @param correlationId of the request.
     * @param spinNs        longest time to poll; 0: once.
     * @return whether it is answered; if not, a later poll brings the answer.
     */
    public boolean await(final long correlationId, final long spinNs) {
        final long beginNs = clock.nanoTime();
        long nowNs = beginNs;
        while (true) {
            poll(nowNs);
            if (inFlight.place(correlationId) != InFlightTable.UNANSWERED) {
                return true;
            }
            nowNs = clock.nanoTime();
            if (nowNs - beginNs >= spinNs) {
                return false;
            }
            Thread.onSpinWait();
        }
    }

    /**
     * The engine's answer has begun.
     *
     * @param correlationId of the request.
     * @return 1, or a negative code; it may be left at that, since nothing counts on it.
     */
    public long firstToken(final long correlationId) {
        if (inFlight.place(correlationId) == InFlightTable.NONE) {
            return UNKNOWN_REQUEST;
        }
        return canSend() ? result(proxy.firstToken(connection.ingress(), correlationId)) : cannotSend();
    }

    /**
     * The answer is complete; the request is no longer in flight.
     *
     * @param correlationId of the request.
     * @param outputTokens  of the answer; 0: not known.
     * @return 1; DEFERRED; UNKNOWN_REQUEST; BACK_PRESSURED when no more can be kept, upon which it is in flight still.
     */
    public long finish(final long correlationId, final int outputTokens) {
        return release(DeferredMessages.FINISHED, correlationId, outputTokens);
    }

    /**
     * The request is given up; it is no longer in flight.
     *
     * @param correlationId of the request, answered or not.
     * @return as {@link #finish}.
     */
    public long abort(final long correlationId) {
        return release(DeferredMessages.ABORTED, correlationId, 0);
    }

    private long release(final byte kind, final long correlationId, final long value) {
        final long place = inFlight.place(correlationId);
        if (place == InFlightTable.NONE) {
            return UNKNOWN_REQUEST;
        }
        if (!connection.isConnected() || InFlightTable.isUnmapped(place)) {
            // The coordinator hears of what is left by the next report.
            forget(correlationId);
            return 1;
        }
        final long result = reporter.send(connection.ingress(), kind, correlationId, value);
        if (result >= 0) {
            forget(correlationId);
        }
        return result;
    }

    private void forget(final long correlationId) {
        replies.ranks().subtract(inFlight.remove(correlationId));
    }

    /**
     * The frontend chose a rank by itself, for a request without an answer or instead of the answer. A decision that
     * comes later is void. Without a connection it is told by the next report.
     *
     * @param correlationId of the request.
     * @param rankIndex     of the rank.
     * @param generation    of the rank.
     * @return 1; DEFERRED; UNKNOWN_REQUEST; BACK_PRESSURED when no more can be kept, upon which nothing has changed.
     */
    public long reassign(final long correlationId, final int rankIndex, final int generation) {
        final long before = inFlight.place(correlationId);
        if (before == InFlightTable.NONE) {
            return UNKNOWN_REQUEST;
        }
        final long place = InFlightTable.onRank(rankIndex, generation);
        final long result = connection.isConnected()
            ? reporter.send(connection.ingress(), DeferredMessages.REASSIGNED, correlationId, place) : 1;
        if (result >= 0) {
            replies.ranks().subtract(before);
            inFlight.put(correlationId, place);
            replies.ranks().add(place);
        }
        return result;
    }

    /**
     * The frontend chose a rank for a request that the coordinator was never asked about, for want of a connection or
     * room. It counts like one that was.
     *
     * @param rankIndex  of the rank.
     * @param generation of the rank.
     * @return the correlation id; TOO_MANY_IN_FLIGHT; BACK_PRESSURED when no more can be kept.
     */
    public long assign(final int rankIndex, final int generation) {
        if (inFlight.isFull()) {
            return TOO_MANY_IN_FLIGHT;
        }
        final long correlationId = lastCorrelationId + 1;
        inFlight.put(correlationId, InFlightTable.UNANSWERED);
        final long result = reassign(correlationId, rankIndex, generation);
        if (result < 0) {
            inFlight.remove(correlationId);
            return result;
        }
        lastCorrelationId = correlationId;
        return correlationId;
    }

    /**
     * Registers a rank. The same registration again changes nothing.
     *
     * @param rank its name, data-parallel rank, instance, model's name, most requests, scheme and block size count.
     * @return the correlation id of the answer, or a negative code.
     */
    public long registerRank(final RankDescription rank) {
        if (!canSend()) {
            return cannotSend();
        }
        final long correlationId = lastCorrelationId + 1;
        final long result = result(proxy.registerRank(connection.ingress(), correlationId, rank));
        if (result > 0) {
            lastCorrelationId = correlationId;
            return correlationId;
        }
        return result;
    }

    /**
     * Tells what the frontend found of a rank's health.
     *
     * @param rankIndex  of the rank.
     * @param generation of the rank.
     * @param isHealthy  the verdict.
     * @return 1, or a negative code.
     */
    public long rankHealth(final int rankIndex, final int generation, final boolean isHealthy) {
        return canSend()
            ? result(proxy.rankHealth(connection.ingress(), rankIndex, generation, isHealthy)) : cannotSend();
    }

    /**
     * Tells that a control signal was carried out.
     *
     * @param controlId of the signal.
     * @return 1, or a negative code.
     */
    public long acknowledgeControl(final long controlId) {
        return canSend() ? result(proxy.controlAcknowledgement(connection.ingress(), controlId)) : cannotSend();
    }

    /** Has a report of everything in flight sent by this or later polls. */
    public void reportInFlight() {
        reporter.reportBy(clock.nanoTime());
    }

    /**
     * What an administrator may do besides.
     *
     * @return the client's other role.
     * @throws IllegalStateException when the context does not make it an administrator.
     */
    public RouteAdministrator administrator() {
        if (!context.isAdministrator()) {
            throw new IllegalStateException("isAdministrator=false: this client did not connect as one");
        }
        return administrator;
    }

    /**
     * Where the client stands.
     *
     * @return as of the last poll.
     */
    public ConnectionState state() {
        return connection.state();
    }

    /**
     * Whether requests can be routed.
     *
     * @return as of the last poll.
     */
    public boolean isConnected() {
        return connection.isConnected();
    }

    /**
     * The coordinator's life.
     *
     * @return that of the last connection; 0 before the first.
     */
    public long epoch() {
        return connection.epoch();
    }

    /**
     * Requests in flight.
     *
     * @return all of them, answered or not.
     */
    public int inFlight() {
        return inFlight.size();
    }

    /**
     * Requests of this client in flight on a rank's current life.
     *
     * @param rankIndex of the rank.
     * @return their number; 0 for an unknown rank.
     */
    public int inFlight(final int rankIndex) {
        return replies.ranks().inFlight(rankIndex);
    }

    /**
     * The ranks, models and policy that the coordinator told of.
     *
     * @return the same object always.
     */
    public FleetView fleet() {
        return fleet;
    }

    /**
     * What the client has counted.
     *
     * @return running counters.
     */
    public RouteClientCounters counters() {
        return replies.counters();
    }

    /** Leaves: what is in flight is released by the coordinator. */
    @Override
    public void close() {
        connection.close();
    }

    long nextAdminCorrelationId() {
        return connection.isConnected() ? lastCorrelationId + 1 : cannotSend();
    }

    ExclusivePublication admin() {
        return connection.admin();
    }

    long adminResult(final long position, final long correlationId) {
        final long result = result(position);
        if (result > 0) {
            lastCorrelationId = correlationId;
            return correlationId;
        }
        return result;
    }

    /** Nothing may overtake a kept message: a retry before the reassignment it follows would leave a reservation. */
    private boolean canSend() {
        return connection.isConnected() && !reporter.isUnderWay() && reporter.flush(connection.ingress());
    }

    private long cannotSend() {
        if (connection.isConnected()) {
            return BACK_PRESSURED;
        }
        return connection.state() == ConnectionState.CLOSED ? CLOSED : NOT_CONNECTED;
    }

    private long result(final long position) {
        if (position > 0) {
            return 1;
        }
        replies.counters().backPressured++;
        if (position == Publication.NOT_CONNECTED || position == Publication.CLOSED) {
            return position;
        }
        return position == Publication.MAX_POSITION_EXCEEDED ? CLOSED : BACK_PRESSURED;
    }
}
