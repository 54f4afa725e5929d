/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.coordinator.host.OptionDefinition;
import io.pointsman.perf.fleet.ServiceRates;
import io.pointsman.perf.trace.RequestSource;
import io.pointsman.perf.trace.RolloutParameters;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** The replay's options; besides these every option of the coordinator is taken under its own name. */
final class ReplayOptions {
    static final String SIGNAL = "prefix-caching-coordinator-policy";
    static final String COST = "prefix-caching-cost-policy";
    static final String RETENTION = "prefix-caching-eviction-policy";
    static final String TTL_SECONDS = "prefix-cache-ttl-seconds";
    private static final Map<String, String> SHORT_NAMES =
        Map.of(SIGNAL, "--signal", COST, "--cost", RETENTION, "--retention", TTL_SECONDS, "--ttl");
    /** What the replay decides by itself, so that they are not to be given. */
    private static final Set<String> DECIDED_HERE = Set.of("channel", "aeron-dir", "state-dir");

    @Option(names = "--trace", paramLabel = "FILE|synthetic", defaultValue = SourceSettings.SYNTHETIC,
        description = "JSON lines, gzipped or not, or the generated rollout workload (default: ${DEFAULT-VALUE})")
    private String trace;

    @Option(names = "--block-tokens", paramLabel = "N", defaultValue = "0",
        description = "tokens of a block; 0: 64 for the generated workload, derived for a trace")
    private int blockTokens;

    @Option(names = "--limit", paramLabel = "N", description = "play the first N requests only")
    private Long limit;

    @Option(names = "--loop", paramLabel = "open|closed|auto", defaultValue = "auto",
        description = "open: by timestamp; closed: by conversation, waiting the think time between a reply and the "
            + "next request; auto: what the trace has (default)")
    private String loop;

    @Option(names = "--speedup", paramLabel = "X", defaultValue = "100",
        description = "arrivals, think times, service and time to live are this much faster (default: "
            + "${DEFAULT-VALUE})")
    private double speedup;

    @Option(names = "--concurrency", paramLabel = "N", defaultValue = "256",
        description = "closed loop: conversations at a time, of all frontends together (default: ${DEFAULT-VALUE})")
    private int concurrency;

    @Option(names = "--think-cap", paramLabel = "SECONDS", defaultValue = "0",
        description = "closed loop: longest think time, before the speedup; 0: as it comes (default)")
    private double thinkCapS;

    @Option(names = "--frontends", paramLabel = "N", defaultValue = "1",
        description = "frontend processes (default: ${DEFAULT-VALUE})")
    private int frontends;

    @Option(names = "--ranks", paramLabel = "N", defaultValue = "16",
        description = "virtual ranks (default: ${DEFAULT-VALUE})")
    private int ranks;

    @Option(names = "--cache-blocks", paramLabel = "N|endless", defaultValue = "endless",
        description = "capacity of each rank's block cache, least recently used first out (default: ${DEFAULT-VALUE})")
    private String cacheBlocks;

    @Option(names = "--prefill-rate", paramLabel = "TOKENS/S", defaultValue = "20000",
        description = "of a rank, which prefills one prompt at a time in order of arrival, only what is not cached "
            + "(default: ${DEFAULT-VALUE})")
    private double prefillRate;

    @Option(names = "--decode-rate", paramLabel = "TOKENS/S", defaultValue = "50",
        description = "of each request, all running ones of a rank at once, up to its max-requests; others wait "
            + "(default: ${DEFAULT-VALUE})")
    private double decodeRate;

    @Option(names = "--channel", paramLabel = "ipc|udp", defaultValue = "ipc",
        description = "between frontends and coordinator; or an Aeron channel (default: ${DEFAULT-VALUE})")
    private String channel;

    @Option(names = "--coordinator-aeron-dir", paramLabel = "DIR",
        description = "use the coordinator that runs with this Aeron directory instead of starting one; its own "
            + "options hold, which the speedup does not reach")
    private String runningCoordinator;

    @Option(names = "--verify-exact", description = "fail unless the blocks that the router predicts cached equal "
        + "those found at the virtual ranks; on by itself when caches and retention are endless and the "
        + "index evicts nothing")
    private boolean verifyExact;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
        description = "of the generated workload and the random baseline (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(names = "--spin-us", paramLabel = "MICROSECONDS", defaultValue = "50",
        description = "how long a frontend polls for a decision when no other request is due (default: "
            + "${DEFAULT-VALUE})")
    private double spinUs;

    @Option(names = "--answer-timeout", paramLabel = "SECONDS", defaultValue = "10",
        description = "without any decision for so long, undecided requests count as unanswered (default: "
            + "${DEFAULT-VALUE})")
    private double answerTimeoutS;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "out/replay",
        description = "where histograms, summary.json and logs go (default: ${DEFAULT-VALUE})")
    private Path out;

    @Option(names = "--matrix", description = "replay under every signal and cost, and write matrix.md")
    private boolean matrix;

    @Option(names = "--prompts", paramLabel = "N", defaultValue = "64",
        description = "generated workload: tasks (default: ${DEFAULT-VALUE})")
    private int prompts;

    @Option(names = "--samples", paramLabel = "N", defaultValue = "8",
        description = "generated workload: trajectories a task (default: ${DEFAULT-VALUE})")
    private int samples;

    @Option(names = "--system-tokens", paramLabel = "N", defaultValue = "1248",
        description = "generated workload: shared system prompt (default: ${DEFAULT-VALUE})")
    private int systemTokens;

    @Option(names = "--reset-fraction", paramLabel = "F", defaultValue = "0.011",
        description = "generated workload: turns before which the context is reset (default: ${DEFAULT-VALUE})")
    private double resetFraction;

    @Option(names = "--context-tokens", paramLabel = "N", defaultValue = "32768",
        description = "generated workload: context limit (default: ${DEFAULT-VALUE})")
    private int contextTokens;

    /** Adds the coordinator's options to a command. */
    static void addCoordinatorOptions(final CommandSpec spec) {
        for (final OptionDefinition option : OptionDefinition.all().values()) {
            if (!DECIDED_HERE.contains(option.name())) {
                final List<String> names = new ArrayList<>(List.of("--" + option.name()));
                if (SHORT_NAMES.containsKey(option.name())) {
                    names.add(SHORT_NAMES.get(option.name()));
                }
                spec.addOption(OptionSpec.builder(names.toArray(String[]::new)).type(String.class).paramLabel("VALUE")
                    .description(("coordinator: " + option.description() + " (" + option.allowed() + "; default '" +
                        option.defaultText() + "')").replace("%", "%%")).build());
            }
        }
    }

    boolean isMatrix() {
        return matrix;
    }

    Path out() {
        return out;
    }

    /**
     * Decides everything.
     *
     * @throws IllegalArgumentException naming option, value and what is allowed.
     * @throws io.pointsman.perf.trace.TraceException if the trace cannot be read.
     */
    ReplayPlan plan(final ParseResult parsed) {
        check();
        final Map<String, String> options = coordinatorOptions(parsed);
        final double ttlS = Double.parseDouble(value(options, TTL_SECONDS));
        options.put(TTL_SECONDS, BigDecimal.valueOf(ttlS / speedup).stripTrailingZeros().toPlainString());
        final RolloutParameters rollouts = new RolloutParameters(seed, prompts, samples, systemTokens, resetFraction,
            contextTokens, blockTokens == 0 ? 64 : blockTokens);
        final SourceSettings source = new SourceSettings(trace, blockTokens, rollouts);
        final int capacity = "endless".equals(cacheBlocks) ? 0 : Integer.parseInt(cacheBlocks);
        final ServiceRates rates = new ServiceRates(prefillRate, decodeRate,
            Integer.parseInt(value(options, "max-requests")), speedup);
        return new ReplayPlan(source, limit == null ? Long.MAX_VALUE : limit, isOpenLoop(source), speedup,
            thinkCapS * 1e3, concurrency, frontends, ranks, capacity, rates, channel, options, runningCoordinator,
            verifyExact, seed, (long)(spinUs * 1e3),
            (long)(answerTimeoutS * TimeUnit.SECONDS.toMillis(1)), out);
    }

    private static String value(final Map<String, String> options, final String name) {
        return options.getOrDefault(name, OptionDefinition.all().get(name).defaultText());
    }

    private Map<String, String> coordinatorOptions(final ParseResult parsed) {
        final Map<String, String> options = new TreeMap<>();
        for (final OptionDefinition option : OptionDefinition.all().values()) {
            final String given = parsed.matchedOptionValue("--" + option.name(), null);
            if (given != null && !DECIDED_HERE.contains(option.name())) {
                if (!option.allows().test(given)) {
                    throw new IllegalArgumentException("--" + option.name() + " = " + given + ": allowed is " +
                        option.allowed());
                }
                options.put(option.name(), given);
            }
        }
        return options;
    }

    private boolean isOpenLoop(final SourceSettings settings) {
        try (RequestSource source = settings.open()) {
            final boolean open = "auto".equals(loop) ? source.hasTimestamps() : "open".equals(loop);
            if (open && !source.hasTimestamps()) {
                throw new IllegalArgumentException("--loop = open: " + trace + " has no common clock");
            }
            if (!open && !source.hasConversations()) {
                throw new IllegalArgumentException("--loop = closed: " + trace + " is not ordered by conversation");
            }
            return open;
        }
    }

    private void check() {
        check(!matrix || runningCoordinator == null, "--coordinator-aeron-dir", runningCoordinator,
            "none with --matrix, which starts a coordinator for each policy");
        check(Set.of("auto", "open", "closed").contains(loop), "--loop", loop, "auto, open or closed");
        check(speedup > 0 && Double.isFinite(speedup), "--speedup", speedup, "above 0");
        check(limit == null || limit > 0, "--limit", limit, "at least 1");
        check(blockTokens >= 0 && blockTokens <= 65_536, "--block-tokens", blockTokens, "0 to 65,536");
        check(frontends >= 1 && frontends <= 256, "--frontends", frontends, "1 to 256");
        check(concurrency >= frontends, "--concurrency", concurrency, "at least one conversation a frontend");
        check(thinkCapS >= 0, "--think-cap", thinkCapS, "at least 0");
        check(ranks >= 1 && ranks <= 1024, "--ranks", ranks, "1 to 1,024");
        check("endless".equals(cacheBlocks) || cacheBlocks.matches("\\d{1,9}"), "--cache-blocks", cacheBlocks,
            "endless, or 0 (the same) to 999,999,999");
        check(prefillRate > 0, "--prefill-rate", prefillRate, "above 0");
        check(decodeRate > 0, "--decode-rate", decodeRate, "above 0");
        check(channel.startsWith("aeron:") || "ipc".equals(channel) || "udp".equals(channel), "--channel", channel,
            "ipc, udp or an Aeron channel");
        check(spinUs >= 0, "--spin-us", spinUs, "at least 0");
        check(answerTimeoutS > 0, "--answer-timeout", answerTimeoutS, "above 0");
        check(prompts >= 1, "--prompts", prompts, "at least 1");
        check(samples >= 1, "--samples", samples, "at least 1");
        check(systemTokens >= 0, "--system-tokens", systemTokens, "at least 0");
        check(resetFraction >= 0 && resetFraction <= 1, "--reset-fraction", resetFraction, "0 to 1");
        check(contextTokens > 1_024, "--context-tokens", contextTokens, "above 1,024");
    }

    private static void check(final boolean holds, final String name, final Object value, final String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(name + " = " + value + ": allowed is " + allowed);
        }
    }

    /** A number of bytes, with k, m or g behind it or without. */
    static long size(final String text) {
        final int unit = "kmg".indexOf(text.charAt(text.length() - 1)) + 1;
        return Long.parseLong(unit == 0 ? text : text.substring(0, text.length() - 1)) << 10 * unit;
    }
}
