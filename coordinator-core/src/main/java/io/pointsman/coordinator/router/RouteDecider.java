/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteReason;
import io.pointsman.coordinator.control.ControlOutcome;
import io.pointsman.coordinator.index.PrefixIndex;
import io.pointsman.coordinator.index.Retention;
import io.pointsman.coordinator.policy.Admission;
import io.pointsman.coordinator.policy.Cost;
import io.pointsman.coordinator.policy.CostWeights;
import io.pointsman.coordinator.policy.Signal;
import io.pointsman.coordinator.rank.ModelRanks;
import io.pointsman.coordinator.rank.RankRegistry;

import java.nio.ByteOrder;

/** Checks a route request, lets a rank be chosen, reserves it, and has it learned; holds the policy in force. */
final class RouteDecider {
    private final boolean prefixCaching;
    private final int maxBlocks;
    private final int maxExcluded;
    private final int maxInFlight;
    private final int dataParallelSize;
    private final boolean admissionRejects;
    private final boolean refZero;
    private final RankRegistry ranks;
    private final Reservations reservations;
    private final RankChooser chooser;
    private final CapacityWaiters waiters;
    private final PrefixIndex index;
    private final RouterCounters counters;
    private RoutingPolicy policy;
    private RouteQuery learnQuery;
    private int learnSlot = InFlightTable.NONE;
    private int learnBlocks;
    private long learnRequestId;

    RouteDecider(
            final RouterConfiguration configuration,
            final RankRegistry ranks,
            final Reservations reservations,
            final CapacityWaiters waiters,
            final PrefixIndex index,
            final RouterCounters counters) {
        prefixCaching = configuration.enablePrefixCaching();
        maxBlocks = configuration.maxBlocks();
        maxExcluded = configuration.maxExcluded();
        maxInFlight = configuration.maxInFlight();
        dataParallelSize = configuration.dataParallelSize();
        admissionRejects = configuration.admission() == Admission.REJECT;
        refZero = configuration.retention() == Retention.REF_ZERO;
        policy = new RoutingPolicy(1, configuration.signal(), configuration.cost(), configuration.weights());
        chooser = new RankChooser(ranks, configuration.maxRanks(), configuration.tieBreak());
        this.ranks = ranks;
        this.reservations = reservations;
        this.waiters = waiters;
        this.index = index;
        this.counters = counters;
    }

    RoutingPolicy policy() {
        return policy;
    }

    void changePolicy(
            final Signal signal, final Cost cost, final CostWeights weights, final ControlOutcome outcome) {
        if (PolicyRules.allowed(signal, cost, weights, prefixCaching, outcome)) {
            final boolean changed = signal != policy.signal() || cost != policy.cost()
                || !weights.equals(policy.weights());
            if (changed) {
                policy = new RoutingPolicy(policy.version() + 1, signal, cost, weights);
            }
            outcome.accept(changed, -1, 0);
        }
    }

    /** Makes hashes worthless that were made until now. */
    void outdateHashes() {
        policy = new RoutingPolicy(policy.version() + 1, policy.signal(), policy.cost(), policy.weights());
    }

    void route(final RouteQuery query, final long nowNs, final RouteOutcome outcome) {
        learnSlot = InFlightTable.NONE;
        final boolean idAllowed = query.correlationId > 0;
        if (idAllowed && answeredAgain(query, outcome)) {
            return;
        }
        releaseRetried(query);
        if (!idAllowed) {
            reject(outcome, RejectCode.BAD_CORRELATION_ID, query.correlationId, Long.MAX_VALUE);
            return;
        }
        final int blocks = blocksUsed(query);
        if (sizesRefused(query, outcome) || hashesRefused(query, blocks, outcome) || modelRefused(query, outcome)) {
            return;
        }
        final ModelRanks model = ranks.model((int)query.modelId);
        final int candidates = chooser.exclude(model, query);
        if (candidatesRefused(query, model, candidates, outcome)) {
            return;
        }
        final int rankIndex = blocks == 0
            ? chooser.chooseByLoad(model)
            : chooser.chooseByScore(model, policy, index, query, blocks, nowNs);
        decide(query, rankIndex, blocks, candidates, outcome);
    }

    private boolean answeredAgain(final RouteQuery query, final RouteOutcome outcome) {
        final int slot = reservations.find(query.frontendIndex, query.correlationId);
        if (slot == InFlightTable.NONE) {
            return false;
        }
        if (reservations.isOrphan(slot)) {
            reservations.release(slot);
            return false;
        }
        counters.increment(RouterCounter.DUPLICATES);
        outcome.accept(true, reservations.rankIndex(slot), reservations.generation(slot), reservations.requestId(slot),
            reservations.matchedBlocks(slot), reservations.reason(slot));
        return true;
    }

    private void releaseRetried(final RouteQuery query) {
        if (query.retryOf != 0) {
            final int slot = reservations.find(query.frontendIndex, query.retryOf);
            if (slot == InFlightTable.NONE) {
                counters.increment(RouterCounter.UNKNOWN_REQUESTS);
            } else {
                reservations.release(slot);
                counters.increment(RouterCounter.RETRIES);
            }
        }
    }

    private int blocksUsed(final RouteQuery query) {
        final int blocks = policy.signal().blocksUsed(query.hashCount);
        if (blocks > 0 && query.policyVersion != policy.version()) {
            counters.increment(RouterCounter.STALE_POLICY);
            return 0;
        }
        return blocks;
    }

    private boolean sizesRefused(final RouteQuery query, final RouteOutcome outcome) {
        if (query.hashCount > maxBlocks) {
            return reject(outcome, RejectCode.TOO_MANY_BLOCKS, query.hashCount, maxBlocks);
        }
        return query.excludedCount > maxExcluded
            && reject(outcome, RejectCode.TOO_MANY_EXCLUDED, query.excludedCount, maxExcluded);
    }

    private boolean hashesRefused(final RouteQuery query, final int blocks, final RouteOutcome outcome) {
        final int position = BlockHashes.firstNotPositive(query.hashes, query.hashesOffset, blocks);
        return position != BlockHashes.NONE && reject(outcome, RejectCode.BAD_HASH, position,
            query.hashes.getLong(query.hashesOffset + position * RouteQuery.HASH_LENGTH, ByteOrder.LITTLE_ENDIAN));
    }

    private boolean modelRefused(final RouteQuery query, final RouteOutcome outcome) {
        if (!ranks.ready()) {
            return reject(outcome, RejectCode.NOT_READY, ranks.registeredCount(), dataParallelSize);
        }
        return (query.modelId < 0 || query.modelId >= ranks.modelCount())
            && reject(outcome, RejectCode.UNKNOWN_MODEL, query.modelId, ranks.modelCount());
    }

    private boolean candidatesRefused(
            final RouteQuery query, final ModelRanks model, final int candidates, final RouteOutcome outcome) {
        if (model.eligibleCount() == 0) {
            return reject(outcome, RejectCode.NO_RANK, model.registeredCount(), 0);
        }
        if (candidates == 0) {
            return reject(outcome, RejectCode.ALL_EXCLUDED, model.eligibleCount(), 0);
        }
        if (admissionRejects && !chooser.hasRoom(model)) {
            waiters.add(model.modelId(), query.frontendIndex);
            return reject(outcome, RejectCode.SATURATED, candidates, 0);
        }
        return reservations.table().isFull()
            && reject(outcome, RejectCode.TOO_MANY_IN_FLIGHT, reservations.table().size(), maxInFlight);
    }

    private boolean reject(final RouteOutcome outcome, final RejectCode code, final long value, final long allowed) {
        counters.reject(code);
        outcome.reject(code, value, allowed);
        return true;
    }

    private void decide(
            final RouteQuery query,
            final int rankIndex,
            final int blocks,
            final int candidates,
            final RouteOutcome outcome) {
        final int matchedBlocks = chooser.matchedBlocks(rankIndex);
        final int slot = reservations.reserve(query.frontendIndex, query.correlationId, rankIndex);
        final RouteReason reason = matchedBlocks > 0 ? RouteReason.AFFINITY
            : candidates == 1 ? RouteReason.ONLY_CANDIDATE
            : blocks == 0 ? RouteReason.NO_HASHES : RouteReason.LOAD;
        reservations.decided(slot, matchedBlocks, reason);
        ranks.chosen(rankIndex, reservations.sequence());
        final long requestId = reservations.requestId(slot);
        outcome.accept(false, rankIndex, reservations.generation(slot), requestId, matchedBlocks, reason);
        counters.increment(RouterCounter.DECISIONS);
        counters.add(RouterCounter.AFFINITY_HITS, matchedBlocks > 0 ? 1 : 0);
        counters.add(RouterCounter.MATCHED_BLOCKS, matchedBlocks);
        counters.add(RouterCounter.REQUESTED_BLOCKS,
            Math.max(query.hashCount, Math.min(query.promptBlocks, maxBlocks)));
        if (blocks > 0) {
            learnQuery = query;
            learnSlot = slot;
            learnBlocks = blocks;
            learnRequestId = requestId;
        }
    }

    void learn(final long nowNs) {
        final int slot = learnSlot;
        learnSlot = InFlightTable.NONE;
        if (slot == InFlightTable.NONE || reservations.requestId(slot) != learnRequestId
            || reservations.isOrphan(slot)) {
            return;
        }
        if (refZero) {
            reservations.learning(slot);
        }
        index.learn(learnQuery.hashes, learnQuery.hashesOffset, learnBlocks, reservations.rankIndex(slot), nowNs,
            learnRequestId >>> InFlightTable.SLOT_BITS, learnRequestId);
    }
}
