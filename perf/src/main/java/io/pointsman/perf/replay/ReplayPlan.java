/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.coordinator.host.OptionDefinition;
import io.pointsman.perf.fleet.ServiceRates;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * One replay, all options decided.
 *
 * @param source             of the requests.
 * @param limit              most requests played.
 * @param openLoop           by timestamp; otherwise closed loop, by conversation.
 * @param speedup            factor by which arrivals, think times, service and time to live are faster.
 * @param thinkCapMs         longest think time, before the speedup; 0: as it comes.
 * @param concurrency        conversations at a time.
 * @param frontends          frontend processes.
 * @param ranks              virtual ranks.
 * @param cacheBlocks        capacity of each rank's cache; 0: endless.
 * @param rates              of the ranks' service, the speedup included.
 * @param channel            {@code ipc} or {@code udp}.
 * @param coordinatorOptions what the coordinator is started with, by the names of its options.
 * @param runningCoordinator Aeron directory of a coordinator that runs already; null: start one.
 * @param verifyExact        whether it was asked that prediction and caches agree; see {@link #isEndless}.
 * @param seed               of what is random in the baselines.
 * @param spinNs             how long a frontend polls for a decision when no other request is due.
 * @param answerTimeoutMs    after how long without any decision undecided requests count as unanswered.
 * @param outDirectory       where the files go.
 */
record ReplayPlan(
    SourceSettings source, long limit, boolean openLoop, double speedup, double thinkCapMs, int concurrency,
    int frontends, int ranks, int cacheBlocks, ServiceRates rates, String channel,
    Map<String, String> coordinatorOptions, String runningCoordinator, boolean verifyExact, long seed, long spinNs,
    long answerTimeoutMs, Path outDirectory) {

    /** The same under another signal and cost, with files of its own; only longest_prefix predicts all blocks. */
    ReplayPlan withPolicy(final String signal, final String cost) {
        final Map<String, String> options = new TreeMap<>(coordinatorOptions);
        options.put(ReplayOptions.SIGNAL, signal);
        options.put(ReplayOptions.COST, cost);
        return new ReplayPlan(source, limit, openLoop, speedup, thinkCapMs, concurrency, frontends, ranks, cacheBlocks,
            rates, channel, options, runningCoordinator, verifyExact && "longest_prefix".equals(signal), seed, spinNs,
            answerTimeoutMs, outDirectory.resolve(signal + '-' + cost));
    }

    /** Whether caches and retention never forget, so that prediction and caches agree as long as the index has room. */
    boolean isEndless() {
        return cacheBlocks == 0 && runningCoordinator == null &&
            Double.parseDouble(option("prefix-cache-ttl-seconds")) == 0 &&
            "lru".equals(option("prefix-caching-eviction-policy")) &&
            "longest_prefix".equals(option("prefix-caching-coordinator-policy")) &&
            "true".equals(option("enable-prefix-caching"));
    }

    /** What a coordinator option is, or what it is by default. */
    String option(final String name) {
        return coordinatorOptions.getOrDefault(name, OptionDefinition.all().get(name).defaultText());
    }
}
