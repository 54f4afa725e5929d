/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.codecs.HashScheme;
import io.pointsman.codecs.RankState;
import io.pointsman.transport.RankDescription;
import io.pointsman.transport.client.RouteClient;

/**
 * Registers the virtual ranks and knows which of them a decision names. Every frontend registers all of them. One
 * thread.
 */
final class RankMap {
    private static final String NAME = "http://virtual-ranks.invalid";
    private static final String MODEL = "replay";

    private final FrontendPlan plan;
    private final RankDescription[] ranks;
    private int registered;

    RankMap(final FrontendPlan plan) {
        this.plan = plan;
        ranks = new RankDescription[plan.ranks()];
    }

    /** Registers one more rank. Its answer must have come before the next: so no stream is overrun. */
    boolean registerNext(final RouteClient client) {
        final RankDescription rank = new RankDescription().name(NAME).modelName(MODEL)
            .dataParallelRank(registered).instanceId(plan.instanceId()).maxRequests(plan.maxRequests())
            .blockSize(plan.blockTokens()).hashScheme(HashScheme.TOKENS);
        return client.registerRank(rank) > 0;
    }

    /** Looks among the ranks that the client was told of. */
    void update(final RouteClient client) {
        for (int i = 0; i < client.fleet().rankLimit(); i++) {
            final RankDescription rank = client.fleet().rank(i);
            if (rank != null && rank.instanceId() == plan.instanceId() && rank.state() == RankState.HEALTHY &&
                NAME.equals(rank.name()) && rank.dataParallelRank() < ranks.length) {
                ranks[rank.dataParallelRank()] = rank;
            }
        }
        while (registered < ranks.length && ranks[registered] != null) {
            registered++;
        }
    }

    boolean isComplete() {
        return registered == ranks.length;
    }

    int registered() {
        return registered;
    }

    int modelId() {
        return ranks[0].modelId();
    }

    /** The virtual rank of a decision; -1: none of ours. */
    int virtualRank(final int rankIndex, final int generation) {
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i].rankIndex() == rankIndex && ranks[i].generation() == generation) {
                return i;
            }
        }
        return -1;
    }
}
