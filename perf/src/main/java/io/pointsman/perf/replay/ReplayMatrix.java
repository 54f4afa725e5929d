/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Replays of one trace under every signal and cost, as a Markdown table. */
final class ReplayMatrix {
    private static final List<String> COSTS =
        List.of("relative_load_weighted", "free_capacity_weighted", "remaining_prefill_weighted");

    private final List<String> rows = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();

    /** The signals and costs: pairs, in order. {@code load_balanced} asks no cost, so that one stands for all. */
    static List<String[]> policies() {
        final List<String[]> policies = new ArrayList<>();
        for (final String signal : List.of("longest_prefix", "first_prefix_block")) {
            for (final String cost : COSTS) {
                policies.add(new String[] { signal, cost });
            }
        }
        policies.add(new String[] { "load_balanced", COSTS.get(0) });
        return policies;
    }

    void add(final String[] policy, final ReplayResult result) {
        final ReplayReport report = new ReplayReport(result);
        final List<String> found = result.faults();
        found.forEach(fault -> faults.add(policy[0] + ", " + policy[1] + ": " + fault));
        rows.add(String.format(Locale.ROOT,
            "| %s | %s | %,d | %d | %d | %.4f | %.4f | %.4f | %.3f | %.3f | %.3f | %,.0f | %.1f / %.1f | %s |",
            policy[0], "load_balanced".equals(policy[0]) ? "(any)" : policy[1], result.sum(FrontendResult::decided),
            result.sum(FrontendResult::unanswered), result.counters().getOrDefault("in flight", 0L),
            report.predictedHit(), report.actualHit(), report.prefillSkipRate(), report.prefill().maxToMean(),
            report.load().maxToMean(), report.load().cv(), report.decisionsPerS(),
            result.route().getValueAtPercentile(50) / 1e3, result.route().getValueAtPercentile(99) / 1e3,
            !found.isEmpty() ? "failed" : result.exactnessDue() ? "exact" : "ok"));
    }

    List<String> faults() {
        return faults;
    }

    List<String> markdown(final List<String> heading) {
        final List<String> lines = new ArrayList<>(heading);
        lines.add("");
        lines.add("| signal | cost | decided | unanswered | left in flight | hit predicted | hit actual | "
            + "prefill skipped | prefill max/mean | in flight max/mean | in flight CV | decisions/s | "
            + "route p50 / p99, us | outcome |");
        lines.add("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
        lines.addAll(rows);
        return lines;
    }
}
