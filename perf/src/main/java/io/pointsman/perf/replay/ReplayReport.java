/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.pointsman.coordinator.router.RouterCounter;
import io.pointsman.perf.fleet.LoadSpread;
import io.pointsman.perf.fleet.VirtualFleet;
import io.pointsman.perf.fleet.VirtualRank;
import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * A replay's figures: {@link #table} for people, {@link #summary} for programs, histograms for both.
 */
final class ReplayReport {
    private static final int RANKS_IN_A_ROW = 16;
    private static final double NS_PER_US = 1_000.0;

    private final ReplayResult result;
    private final VirtualFleet fleet;
    private final List<String[]> rows = new ArrayList<>();

    ReplayReport(final ReplayResult result) {
        this.result = result;
        fleet = result.fleet();
    }

    double predictedHit() {
        return ratio(fleet.predictedBlocks(), fleet.blocks());
    }

    double actualHit() {
        return ratio(fleet.cachedBlocks(), fleet.blocks());
    }

    double prefillSkipRate() {
        return ratio(sum(VirtualRank::cachedTokens), sum(VirtualRank::promptTokens));
    }

    double decisionsPerS() {
        return ratio(result.sum(FrontendResult::decided), result.decidingS());
    }

    LoadSpread load() {
        return LoadSpread.of(fleet, VirtualRank::inFlightNs);
    }

    LoadSpread prefill() {
        return LoadSpread.of(fleet, VirtualRank::prefillTokens);
    }

    /** The table for people, a row a line. */
    List<String> table() {
        rows.clear();
        row("source", result.source());
        row("played", conditions());
        row("on", machine());
        requests();
        hits();
        spread();
        latency("route latency, sent to decision", result.route());
        if (result.warmRoute().getTotalCount() > 0) {
            latency("the same after the first second", result.warmRoute());
        }
        if (result.plan().openLoop()) {
            latency("route latency, due to decision", result.intended());
        }
        latency("platform, late from 1 ms of sleep", result.hiccups());
        row("hit of simple policies", baselines() + "; endless caches");
        final int width = rows.stream().mapToInt(row -> row[0].length()).max().orElse(0);
        return rows.stream().map(row -> row[0] + " ".repeat(width - row[0].length()) + "  " + row[1]).toList();
    }

    String conditions() {
        final ReplayPlan plan = result.plan();
        return text(
            "%s loop, speedup %s%s, %d frontend%s, %d ranks, cache %s, prefill %,.0f and decode %,.0f tokens/s, " +
                "at most %d running, %s, %s, %s, ttl %s s",
            plan.openLoop() ? "open" : "closed", number(plan.speedup()),
            plan.openLoop() ? "" : ", " + plan.concurrency() + " conversations at a time", plan.frontends(),
            plan.frontends() == 1 ? "" : "s", plan.ranks(),
            plan.cacheBlocks() == 0 ? "endless" : text("%,d blocks a rank", plan.cacheBlocks()),
            plan.rates().prefillTokensPerS(), plan.rates().decodeTokensPerS(), plan.rates().maxRunning(),
            plan.channel(), plan.option("prefix-caching-coordinator-policy"),
            plan.option("prefix-caching-cost-policy"),
            number(Double.parseDouble(plan.option("prefix-cache-ttl-seconds")) * plan.speedup()));
    }

    static String machine() {
        return text("%d processors, Java %s", Runtime.getRuntime().availableProcessors(), Runtime.version());
    }

    private void requests() {
        row("requests", text("%,d sent, %,d decided, %,d answered completely, in %.2f s",
            result.sum(FrontendResult::submitted), result.sum(FrontendResult::decided),
            result.sum(FrontendResult::finished), result.wallNs() / 1e9));
        row("decisions a second", text("%,.0f", decisionsPerS()));
        row("blocks a second", text("%,.0f", ratio(fleet.blocks(), result.decidingS())));
        row("decided by", reasons().toString());
        row("rejects", rejects().isEmpty() ? "0" : rejects().toString());
        row("unanswered", text("%,d", result.sum(FrontendResult::unanswered)));
        row("left in flight", text("%,d at the coordinator, %,d in the frontends, %,d at the ranks",
            result.counter(RouterCounter.IN_FLIGHT), result.sum(FrontendResult::inFlight), fleet.inFlight()));
    }

    private void hits() {
        row("hit, predicted by the router", text("%.4f (%,d of %,d blocks)", predictedHit(), fleet.predictedBlocks(),
            fleet.blocks()));
        row("hit, actual at the ranks", text("%.4f (%,d blocks%s)", actualHit(), fleet.cachedBlocks(),
            agreement()));
        row("prefill skipped", text("%.4f of %,d prompt tokens", prefillSkipRate(), sum(VirtualRank::promptTokens)));
        row("index", text("%,d blocks resident, %,d evicted, %,d times exhausted, %,d misplaced, %,d repeated hashes",
            result.counter(RouterCounter.RESIDENT_BLOCKS), result.counter(RouterCounter.EVICTED_BLOCKS),
            result.counter(RouterCounter.INDEX_EXHAUSTED), result.counter(RouterCounter.MISPLACED_HASHES),
            result.counter(RouterCounter.REPEATED_HASHES)));
    }

    private String agreement() {
        if (fleet.cachedBlocks() == fleet.predictedBlocks()) {
            return result.exactnessDue() ? ", exactly as predicted" : "";
        }
        return result.plan().isEndless() ? "; the index was too small to know them all" :
            result.plan().cacheBlocks() == 0 ? "; the router forgets by its policy, these caches do not" :
            "; the router forgets by its policy, the caches when they are full";
    }

    private void spread() {
        final LoadSpread load = load();
        row("load, in flight over time", text("max/mean %.3f, CV %.3f, mean %.1f a rank", load.maxToMean(), load.cv(),
            fleet.busyNs() == 0 ? 0 : load.mean() / fleet.busyNs()));
        final LoadSpread prefill = prefill();
        row("load, prefill tokens", text("max/mean %.3f, CV %.3f", prefill.maxToMean(), prefill.cv()));
        final LoadSpread requests = LoadSpread.of(fleet, VirtualRank::requests);
        row("load, requests", text("max/mean %.3f, CV %.3f", requests.maxToMean(), requests.cv()));
        for (int from = 0; from < fleet.size(); from += RANKS_IN_A_ROW) {
            final StringBuilder line = new StringBuilder();
            for (int i = from; i < Math.min(fleet.size(), from + RANKS_IN_A_ROW); i++) {
                line.append(i == from ? "" : " ").append(fleet.rank(i).requests());
            }
            row(from == 0 ? "requests per rank" : "  from rank " + from, line.toString());
        }
    }

    private void latency(final String name, final Histogram histogram) {
        row(name, text("p50 %,.1f us, p99 %,.1f us, p99.9 %,.1f us, max %,.1f us",
            histogram.getValueAtPercentile(50) / NS_PER_US, histogram.getValueAtPercentile(99) / NS_PER_US,
            histogram.getValueAtPercentile(99.9) / NS_PER_US, histogram.getMaxValue() / NS_PER_US));
    }

    /** What policies that need no router would hit. */
    String baselines() {
        final var survey = result.survey();
        return text("random %.4f, round robin %.4f, %sone cache for all %.4f", survey.randomHit(),
            survey.roundRobinHit(), survey.sessions() == survey.requests() ? "" :
                text("one rank per session %.4f, ", survey.sessionHit()), survey.oneCacheHit());
    }

    /** The figures for programs. */
    Map<String, Object> summary() {
        final Map<String, Object> summary = new LinkedHashMap<>();
        final List<String> faults = result.faults();
        summary.put("success", faults.isEmpty());
        summary.put("faults", faults);
        summary.put("source", result.source());
        summary.put("played", conditions());
        summary.put("machine", machine());
        summary.put("requests", result.sum(FrontendResult::submitted));
        summary.put("decided", result.sum(FrontendResult::decided));
        summary.put("finished", result.sum(FrontendResult::finished));
        summary.put("unanswered", result.sum(FrontendResult::unanswered));
        summary.put("rejects", rejects());
        summary.put("reasons", reasons());
        summary.put("leftInFlightCoordinator", result.counter(RouterCounter.IN_FLIGHT));
        summary.put("leftInFlightFrontends", result.sum(FrontendResult::inFlight));
        summary.put("leftInFlightRanks", fleet.inFlight());
        summary.put("wallS", result.wallNs() / 1e9);
        summary.put("decisionsPerS", decisionsPerS());
        summary.put("blocksPerS", ratio(fleet.blocks(), result.decidingS()));
        summary.put("blocks", fleet.blocks());
        summary.put("predictedBlocks", fleet.predictedBlocks());
        summary.put("cachedBlocks", fleet.cachedBlocks());
        summary.put("predictedHit", predictedHit());
        summary.put("actualHit", actualHit());
        summary.put("prefillSkipRate", prefillSkipRate());
        summary.put("loadInFlight", load());
        summary.put("loadPrefillTokens", prefill());
        summary.put("loadRequests", LoadSpread.of(fleet, VirtualRank::requests));
        summary.put("requestsPerRank", requestsPerRank());
        summary.put("routeLatencyNs", percentiles(result.route()));
        summary.put("intendedLatencyNs", percentiles(result.intended()));
        summary.put("platformLatenessNs", percentiles(result.hiccups()));
        summary.put("hitRandom", result.survey().randomHit());
        summary.put("hitRoundRobin", result.survey().roundRobinHit());
        summary.put("hitOneRankPerSession", result.survey().sessionHit());
        summary.put("hitOneCache", result.survey().oneCacheHit());
        summary.put("coordinatorCounters", result.counters());
        return summary;
    }

    /** Writes {@code summary.json}, {@code route-latency.hgrm} and {@code due-latency.hgrm} (microseconds). */
    void write() throws IOException {
        final Path out = result.plan().outDirectory();
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .writeValue(out.resolve("summary.json").toFile(), summary());
        write(out.resolve("route-latency.hgrm"), result.route());
        write(out.resolve("due-latency.hgrm"), result.intended());
    }

    private static void write(final Path file, final Histogram histogram) throws IOException {
        try (PrintStream output = new PrintStream(file.toFile())) {
            histogram.outputPercentileDistribution(output, NS_PER_US);
        }
    }

    private List<Long> requestsPerRank() {
        final List<Long> requests = new ArrayList<>();
        for (int i = 0; i < fleet.size(); i++) {
            requests.add(fleet.rank(i).requests());
        }
        return requests;
    }

    private static Map<String, Long> percentiles(final Histogram histogram) {
        final Map<String, Long> percentiles = new LinkedHashMap<>();
        percentiles.put("p50", histogram.getValueAtPercentile(50));
        percentiles.put("p99", histogram.getValueAtPercentile(99));
        percentiles.put("p99.9", histogram.getValueAtPercentile(99.9));
        percentiles.put("max", histogram.getMaxValue());
        return percentiles;
    }

    private Map<String, Long> rejects() {
        final Map<String, Long> sum = new TreeMap<>();
        result.frontends().forEach(one -> one.rejects().forEach((code, count) -> sum.merge(code, count, Long::sum)));
        return sum;
    }

    private Map<String, Long> reasons() {
        final Map<String, Long> sum = new TreeMap<>();
        result.frontends().forEach(one -> one.reasons().forEach((code, count) -> sum.merge(code, count, Long::sum)));
        return sum;
    }

    private long sum(final ToLongFunction<VirtualRank> figure) {
        long sum = 0;
        for (int i = 0; i < fleet.size(); i++) {
            sum += figure.applyAsLong(fleet.rank(i));
        }
        return sum;
    }

    private void row(final String name, final String value) {
        rows.add(new String[] { name, value });
    }

    private static double ratio(final double part, final double whole) {
        return whole == 0 ? 0 : part / whole;
    }

    private static String number(final double value) {
        return value == Math.rint(value) ? text("%,.0f", value) : text("%,.6g", value);
    }

    private static String text(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
