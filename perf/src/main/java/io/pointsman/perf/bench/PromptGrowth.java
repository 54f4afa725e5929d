/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.bench;

import io.pointsman.codecs.HashScheme;
import io.pointsman.coordinator.control.ControlOutcome;
import io.pointsman.coordinator.policy.Signal;
import io.pointsman.coordinator.rank.RankRegistration;
import io.pointsman.coordinator.router.IndexFactory;
import io.pointsman.coordinator.router.RouteOutcome;
import io.pointsman.coordinator.router.RouteQuery;
import io.pointsman.coordinator.router.Router;
import io.pointsman.coordinator.router.RouterConfiguration;
import io.pointsman.coordinator.router.RouterOption;

import java.util.Arrays;

/**
 * How the coordinator's cost of a request grows with the prompt under a signal: the router itself, in this process,
 * with short and long prompts by turns. A frontend sends no more hashes than the signal wants; the worst case, one
 * that sends them all the same, is measured too.
 */
final class PromptGrowth {
    private static final int RANKS = 16;
    private static final int REQUESTS = 200_000;
    private static final int CONVERSATIONS = 64;
    private static final RouterOption SIGNAL = RouterOption.PREFIX_CACHING_COORDINATOR_POLICY;

    private final Router router;
    private final RouteQuery query = new RouteQuery();
    private final RouteOutcome outcome = new RouteOutcome();
    private final Signal signal;
    private final int policyVersion;
    private long correlationId;
    private long nowNs;

    PromptGrowth(final Signal signal) {
        this.signal = signal;
        router = new Router(new RouterConfiguration().set(SIGNAL, signal),
            IndexFactory.RUNS);
        final ControlOutcome control = new ControlOutcome();
        router.connect(1, 1, false, control);
        for (int i = 0; i < RANKS; i++) {
            router.registerRank(
                new RankRegistration("rank-" + i, 0, 1, "model", HashScheme.TOKENS, 64, 0), control);
        }
        policyVersion = router.policy().version();
    }

    /**
     * Measures both lengths by turns.
     *
     * @param shortBlocks of the short prompts.
     * @param longBlocks  of the long ones.
     * @param sendAll     whether all hashes are sent, wanted or not.
     * @param pairs       of measurements; the median of each length counts.
     * @return nanoseconds a request: short, long.
     */
    double[] measure(final int shortBlocks, final int longBlocks, final boolean sendAll, final int pairs) {
        final PromptPool shortPool = new PromptPool(CONVERSATIONS, shortBlocks, shortBlocks, 1);
        final PromptPool longPool = new PromptPool(CONVERSATIONS, longBlocks, longBlocks, 2);
        final double[] shortNs = new double[pairs];
        final double[] longNs = new double[pairs];
        run(shortPool, sendAll);
        run(longPool, sendAll);
        for (int i = 0; i < pairs; i++) {
            shortNs[i] = run(shortPool, sendAll);
            longNs[i] = run(longPool, sendAll);
        }
        Arrays.sort(shortNs);
        Arrays.sort(longNs);
        return new double[]{shortNs[pairs / 2], longNs[pairs / 2]};
    }

    /** One conversation at a time, so that filling the buffer, the frontend's work, stays outside the clock. */
    private double run(final PromptPool pool, final boolean sendAll) {
        final int wanted = signal == Signal.LOAD_BALANCED ? 0 : signal == Signal.FIRST_PREFIX_BLOCK ? 1 :
            pool.blocks();
        final int count = sendAll ? pool.blocks() : Math.min(wanted, pool.blocks());
        long elapsedNs = 0;
        for (int conversation = 0; conversation < pool.conversationCount(); conversation++) {
            pool.fill(conversation);
            final long startNs = System.nanoTime();
            for (int i = 0; i < REQUESTS / CONVERSATIONS; i++) {
                request(pool, count);
            }
            elapsedNs += System.nanoTime() - startNs;
        }
        return (double)elapsedNs / REQUESTS;
    }

    private void request(final PromptPool pool, final int count) {
        query.request(0, ++correlationId, 0).prompt(0, policyVersion, pool.blocks())
            .hashes(pool.hashes(), 0, count).excluded(pool.hashes(), 0, 0);
        router.route(query, nowNs += 1_000, outcome);
        router.learn(nowNs);
        router.finish(0, correlationId, true);
        if (!outcome.accepted()) {
            throw new IllegalStateException("rejected: " + outcome.code());
        }
    }

    void close() {
        router.close();
    }
}
