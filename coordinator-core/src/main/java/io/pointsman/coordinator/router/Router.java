/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.codecs.HashesWanted;
import io.pointsman.coordinator.control.ControlOutcome;
import io.pointsman.coordinator.index.IndexStats;
import io.pointsman.coordinator.index.PrefixIndex;
import io.pointsman.coordinator.index.Retention;
import io.pointsman.coordinator.policy.Cost;
import io.pointsman.coordinator.policy.CostWeights;
import io.pointsman.coordinator.policy.Signal;
import io.pointsman.coordinator.rank.RankListener;
import io.pointsman.coordinator.rank.RankRegistration;
import io.pointsman.coordinator.rank.RankRegistry;
import io.pointsman.coordinator.rank.RankService;

/**
 * Decides where requests go, and keeps account of what is in flight. Everything that happens to a coordinator is one
 * call here; the host only carries messages.
 * <p>
 * A request is checked in this order, and the first that fails is the reject: correlation id; (a request in flight is
 * answered again; the one it retries is released, whatever follows); count of hashes; count of exclusions; hashes the
 * signal looks at; data-parallel-size; model; eligible ranks; exclusions; admission; room in the in-flight table.
 * <p>
 * Under longest-prefix every hash is looked at, under first-prefix-block the first, under load-balanced none: neither
 * of these grows with the prompt.
 * <p>
 * Single-threaded. Memory is fixed at construction; calls about requests do not allocate. Time is passed in as
 * monotonic nanoseconds.
 */
public final class Router implements AutoCloseable {
    /** The rank index that stands for "asked, not answered yet" in a report. */
    public static final long NOT_ANSWERED_RANK = 4294967294L;

    private final RouterCounters counters = new RouterCounters();
    private final FrontendRegistry frontends;
    private final RankRegistry ranks;
    private final Reservations reservations;
    private final RouteDecider decider;
    private final CapacityWaiters waiters;
    private final PrefixIndex index;

    /**
     * Creates a router without ranks and frontends.
     *
     * @param configuration concluded.
     * @param indexFactory  makes the index.
     */
    public Router(final RouterConfiguration configuration, final IndexFactory indexFactory) {
        configuration.conclude();
        frontends = new FrontendRegistry(configuration.maxFrontends());
        waiters = new CapacityWaiters(configuration.maxModels(), configuration.maxFrontends());
        ranks = new RankRegistry(configuration.rankBounds(), new RankEvents());
        reservations =
            new Reservations(configuration.maxInFlight(), configuration.maxFrontends(), ranks, counters);
        final boolean leavesCount = configuration.retention() == Retention.REF_ZERO;
        index = indexFactory.create(configuration, leavesCount ? reservations : (ownerId, leaf) -> { });
        reservations.index(index);
        decider = new RouteDecider(configuration, ranks, reservations, waiters, index, counters);
    }

    /**
     * Chooses a rank for a request and reserves it, or says why not. A decision sees everything that was learned before
     * it, so what is still pending of an earlier request is learned first: decisions depend on the order of calls only.
     *
     * @param query   as received from a connected frontend; read until {@link #learn}.
     * @param nowNs   now.
     * @param outcome receives the decision or the reject.
     */
    public void route(final RouteQuery query, final long nowNs, final RouteOutcome outcome) {
        int learned = index.learnMore();
        while (learned > 0) {
            learned = index.learnMore();
        }
        decider.route(query, nowNs, outcome);
    }

    /**
     * Learns the last decision's request, to be called once its answer has gone out and before its buffer is reused.
     * Does nothing after a reject, a repetition, a request by load alone, or when the reservation is over already.
     *
     * @param nowNs now.
     */
    public void learn(final long nowNs) {
        decider.learn(nowNs);
    }

    /**
     * Continues learning that was cut into pieces.
     *
     * @return work done; 0 when nothing is pending.
     */
    public int learnMore() {
        return index.learnMore();
    }

    /**
     * Drops what is expired or worthless from the index, within bounded work.
     *
     * @param nowNs now.
     * @param limit most runs to visit.
     * @return work done.
     */
    public int sweep(final long nowNs, final int limit) {
        return index.sweep(nowNs, limit);
    }

    /**
     * A request's first token has come.
     *
     * @param frontendIndex of the frontend that says so.
     * @param correlationId of its request.
     * @param sameEpoch     whether the message is of this epoch.
     * @return what became of it.
     */
    public RequestResult firstToken(final int frontendIndex, final long correlationId, final boolean sameEpoch) {
        return reservations.firstToken(frontendIndex, correlationId, sameEpoch);
    }

    /**
     * A request is complete: its reservation is released.
     *
     * @param frontendIndex of the frontend that says so.
     * @param correlationId of its request.
     * @param sameEpoch     whether the message is of this epoch; otherwise only an adopted request counts.
     * @return what became of it.
     */
    public RequestResult finish(final int frontendIndex, final long correlationId, final boolean sameEpoch) {
        return reservations.end(frontendIndex, correlationId, sameEpoch, RouterCounter.FINISHED);
    }

    /**
     * A request was given up: its reservation is released.
     *
     * @param frontendIndex of the frontend that says so.
     * @param correlationId of its request.
     * @param sameEpoch     whether the message is of this epoch; otherwise only an adopted request counts.
     * @return what became of it.
     */
    public RequestResult abort(final int frontendIndex, final long correlationId, final boolean sameEpoch) {
        return reservations.end(frontendIndex, correlationId, sameEpoch, RouterCounter.ABORTED);
    }

    /**
     * A frontend chose by itself: moves the reservation, or creates it. Teaches the index nothing.
     *
     * @param frontendIndex of the frontend.
     * @param correlationId of its request.
     * @param rankIndex     of the rank it chose.
     * @param generation    of that rank.
     * @return what became of it.
     */
    public RequestResult reassign(
            final int frontendIndex, final long correlationId, final long rankIndex, final int generation) {
        return reservations.reassign(frontendIndex, correlationId, rankIndex, generation);
    }

    /**
     * One request of a frontend's in-flight report: moves its reservation, or adopts it. Teaches the index nothing.
     *
     * @param frontendIndex of the frontend.
     * @param reportId      positive, the same in all parts of a report, rising within a session.
     * @param correlationId of the request.
     * @param rankIndex     where it is; {@link #NOT_ANSWERED_RANK}: asked, not answered, which leaves it as it is.
     * @param generation    of that rank.
     * @return what became of it.
     */
    public RequestResult report(
            final int frontendIndex,
            final long reportId,
            final long correlationId,
            final long rankIndex,
            final int generation) {
        return reservations.report(frontendIndex, reportId, correlationId, rankIndex, generation);
    }

    /**
     * A report's last part has been taken: what it did not name is released, in the steps of {@link #releaseSome}.
     *
     * @param frontendIndex of the frontend.
     * @param reportId      of the report.
     * @return what became of it.
     */
    public RequestResult reportComplete(final int frontendIndex, final long reportId) {
        return reservations.reportComplete(frontendIndex, reportId);
    }

    /**
     * Whether a decision still stands, so that it is worth delivering.
     *
     * @param requestId of the decision.
     * @return whether its request has not ended.
     */
    public boolean isReserved(final long requestId) {
        return reservations.isReserved(requestId);
    }

    /**
     * A decision could not be delivered, not even once: its reservation is released, unless its frontend has placed the
     * request by itself meanwhile.
     *
     * @param requestId of the decision.
     * @return what became of it.
     */
    public RequestResult undeliverable(final long requestId) {
        return reservations.undeliverable(requestId);
    }

    /**
     * Connects a frontend. The same id by the same session again changes nothing; by another session it keeps its index
     * and what it has in flight.
     *
     * @param frontendId    random, not 0.
     * @param sessionId     that it is heard by.
     * @param administrator whether it asks for that role.
     * @param outcome       receives the frontend's index, or why it was refused.
     */
    public void connect(
            final long frontendId, final int sessionId, final boolean administrator, final ControlOutcome outcome) {
        frontends.connect(frontendId, sessionId, administrator, outcome);
        if (outcome.accepted() && outcome.changed()) {
            reservations.sessionChanged(outcome.index());
        }
    }

    /**
     * A frontend closed or was lost: its verdicts and its waiting end now, its reservations in the steps of
     * {@link #releaseSome}, and its index is free after that. Does nothing for one that is not connected.
     *
     * @param frontendIndex of the frontend.
     */
    public void frontendLost(final int frontendIndex) {
        if (frontends.lost(frontendIndex)) {
            reservations.sessionChanged(frontendIndex);
            waiters.forget(frontendIndex);
            ranks.forgetVerdicts(frontendIndex);
        }
    }

    /**
     * Releases what lost frontends had in flight, and what complete reports did not name, within bounded work.
     *
     * @param limit most requests to visit.
     * @return work done; 0 when nothing is left to do.
     */
    public int releaseSome(final int limit) {
        if (frontends.releasingCount() + reservations.reconcilingCount() == 0) {
            return 0;
        }
        int work = 0;
        for (int i = 0; i < frontends.maxFrontends() && work < limit; i++) {
            if (frontends.state(i) == FrontendState.RELEASING) {
                work += reservations.releaseNewest(i, limit - work);
                if (reservations.hasNone(i)) {
                    frontends.released(i);
                }
            } else if (reservations.isReconciling(i)) {
                work += reservations.releaseUnreported(i, limit - work);
            }
        }
        return Math.max(1, work);
    }

    /**
     * Registers a rank, see {@link RankRegistry#register}. Where its model gets another hash scheme or block size, the
     * policy version rises, since hashes made before are worthless.
     *
     * @param registration as received.
     * @param outcome      receives rank index and generation, or why it was refused.
     */
    public void registerRank(final RankRegistration registration, final ControlOutcome outcome) {
        final long schemeVersion = ranks.schemeVersion();
        ranks.register(registration, outcome);
        if (ranks.schemeVersion() != schemeVersion) {
            decider.outdateHashes();
        }
    }

    /**
     * Removes a rank, see {@link RankRegistry#remove}.
     *
     * @param rankIndex  of the rank.
     * @param generation of the rank.
     * @param outcome    receives the rank, or why it was refused.
     */
    public void removeRank(final long rankIndex, final int generation, final ControlOutcome outcome) {
        ranks.remove(rankIndex, generation, outcome);
    }

    /**
     * Forgets what a rank holds; its load stays.
     *
     * @param rankIndex  of the rank.
     * @param generation of the rank.
     * @param outcome    receives the rank, or why it was refused.
     */
    public void invalidate(final long rankIndex, final int generation, final ControlOutcome outcome) {
        ranks.invalidate(rankIndex, generation, outcome);
    }

    /**
     * Forgets what all ranks hold; their loads stay.
     *
     * @param outcome receives the acceptance.
     */
    public void invalidateAll(final ControlOutcome outcome) {
        ranks.invalidateAll(outcome);
    }

    /**
     * Takes a frontend's verdict on a rank, see {@link RankRegistry#health}.
     *
     * @param frontendIndex of the frontend.
     * @param rankIndex     of the rank.
     * @param generation    of the rank.
     * @param healthy       what it found.
     * @param outcome       receives whether the rank's state changed, or why the verdict was refused.
     */
    public void rankHealth(
            final int frontendIndex,
            final long rankIndex,
            final int generation,
            final boolean healthy,
            final ControlOutcome outcome) {
        ranks.health(frontendIndex, rankIndex, generation, healthy, outcome);
    }

    /**
     * Carries out an operator's order about a rank.
     *
     * @param rankIndex  of the rank.
     * @param generation of the rank.
     * @param service    ordered.
     * @param outcome    receives whether anything changed, or why it was refused.
     */
    public void rankService(
            final long rankIndex, final int generation, final RankService service, final ControlOutcome outcome) {
        ranks.service(rankIndex, generation, service, outcome);
    }

    /**
     * Puts another policy in force from the next request on; the same policy again changes nothing.
     *
     * @param signal  wanted; null: of no known code.
     * @param cost    wanted; null: of no known code.
     * @param weights wanted: beta at least 0 and finite, alpha in [0,1].
     * @param outcome receives whether anything changed, or why it was refused.
     */
    public void changePolicy(
            final Signal signal, final Cost cost, final CostWeights weights, final ControlOutcome outcome) {
        decider.changePolicy(signal, cost, weights, outcome);
    }

    /**
     * The next frontend to be told that a model has room, once each after it was told that the model is saturated.
     *
     * @param notice receives whom to tell of which model.
     * @return false when there is none.
     */
    public boolean pollCapacityNotice(final CapacityNotice notice) {
        final boolean polled = waiters.poll(notice);
        counters.add(RouterCounter.CAPACITY_NOTICES, polled ? 1 : 0);
        return polled;
    }

    /**
     * How much of a prompt a frontend has to hash now.
     *
     * @return none, first or all.
     */
    public HashesWanted hashesWanted() {
        return decider.policy().signal().hashesWanted();
    }

    /**
     * The policy in force.
     *
     * @return policy with its version.
     */
    public RoutingPolicy policy() {
        return decider.policy();
    }

    /**
     * The ranks; changed through the router only.
     *
     * @return the registry.
     */
    public RankRegistry ranks() {
        return ranks;
    }

    /**
     * The frontends; changed through the router only.
     *
     * @return the registry.
     */
    public FrontendRegistry frontends() {
        return frontends;
    }

    /**
     * Requests in flight on live ranks.
     *
     * @return the sum of all loads.
     */
    public long inFlight() {
        return reservations.inFlight();
    }

    /**
     * The counters, with levels and the index's totals as they are now.
     *
     * @return the router's only counters.
     */
    public RouterCounters counters() {
        final IndexStats stats = index.stats();
        counters.set(RouterCounter.IN_FLIGHT, reservations.inFlight());
        counters.set(RouterCounter.ORPHANS, reservations.orphans());
        counters.set(RouterCounter.RANKS, ranks.registeredCount());
        counters.set(RouterCounter.FRONTENDS, frontends.connectedCount());
        counters.set(RouterCounter.RESIDENT_BLOCKS, stats.residentBlocks());
        counters.set(RouterCounter.EVICTED_BLOCKS, stats.evictedBlocks());
        counters.set(RouterCounter.REPEATED_HASHES, stats.repeatedHashes());
        counters.set(RouterCounter.MISPLACED_HASHES, stats.misplacedHashes());
        counters.set(RouterCounter.INDEX_EXHAUSTED, stats.exhausted());
        return counters;
    }

    @Override
    public void close() {
        index.close();
        reservations.close();
    }

    /** Passes on what the registry tells. */
    private final class RankEvents implements RankListener {
        @Override
        public void onRankLife(final int rankIndex, final int generation, final int cacheVersion) {
            index.rankLife(rankIndex, generation, cacheVersion);
        }

        @Override
        public void onLoadForgotten(final int rankIndex, final int load) {
            reservations.loadForgotten(load);
        }

        @Override
        public void onRoom(final int modelId) {
            waiters.onRoom(modelId);
        }
    }
}
