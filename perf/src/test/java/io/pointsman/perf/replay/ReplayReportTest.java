/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pointsman.coordinator.router.RouterCounter;
import io.pointsman.perf.fleet.ServiceRates;
import io.pointsman.perf.fleet.VirtualFleet;
import io.pointsman.perf.fleet.VirtualFleet.Arrival;
import io.pointsman.perf.trace.RolloutParameters;
import io.pointsman.perf.trace.TraceSurvey;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

class ReplayReportTest implements VirtualFleet.FleetListener {
    private static final FrontendResult GOOD = new FrontendResult(2, 2, 2, 0, 0, 0, 6, 2, 1_000_000_000L,
        3_000_000_000L, 0, Map.of(), Map.of("load", 1L, "affinity", 1L), null);

    @TempDir
    Path folder;

    @Test
    void shouldFindNoFaultWhenAllIsWell() {
        assertThat(result(GOOD, Map.of(), 2, true).faults()).isEmpty();
    }

    @Test
    void shouldFailWhenAnythingIsUnansweredRejectedUnknownOrLeft() {
        final FrontendResult bad = new FrontendResult(1, 1, 1, 7, 8, 9, 6, 2, 0, 1, 0, Map.of("saturated", 5L),
            Map.of(), "it broke");
        final Map<String, Long> counters = Map.of("in flight", 11L, "errors", 12L, "accounting faults", 13L,
            "in flight on former ranks", 14L);
        assertThat(result(bad, counters, 2, false).faults()).containsExactly("it broke", "1 requests were not sent",
            "7 requests were not answered", "5 requests were rejected", "-1 decided requests did not reach a rank",
            "8 requests are left in flight in the frontends", "11 requests are left in flight at the coordinator",
            "14 requests are left in flight on former ranks", "13 accounting faults at the coordinator",
            "12 errors at the coordinator", "9 answers about unknown requests");
    }

    @Test
    void shouldFailWhenPredictionAndCachesDisagreeOnlyIfTheyMustAgree() {
        final Map<String, Long> evicting = Map.of(RouterCounter.EVICTED_BLOCKS.label(), 1L);
        for (final ReplayResult due : List.of(result(GOOD, Map.of(), 1, true), result(GOOD, Map.of(), 1, false),
            result(GOOD, evicting, 1, true))) {
            assertThat(due.faults())
                .containsExactly("the router predicted 1 cached blocks, but the virtual ranks had 2");
        }
        assertThat(result(GOOD, evicting, 1, false).faults()).isEmpty();
    }

    @Test
    void shouldShowTheFiguresInATable() {
        final List<String> table = new ReplayReport(result(GOOD, Map.of(), 2, true)).table();
        final String text = String.join("\n", table);
        assertThat(text).contains("2 sent, 2 decided, 2 answered completely", "0.3333 (2 blocks, exactly as predicted)",
            "0.3333 (2 of 6 blocks)", "0.3333 of 60 prompt tokens", "max/mean 2.000, CV 1.000",
            "0 at the coordinator, 0 in the frontends, 0 at the ranks", "{affinity=1, load=1}",
            "p50 1.0 us, p99 4.0 us, p99.9 4.0 us, max 4.0 us");
        assertThat(table).anyMatch(row -> row.matches("decisions a second +1"))
            .anyMatch(row -> row.matches("blocks a second +3")).anyMatch(row -> row.matches("requests per rank +2 0"));
    }

    @Test
    void shouldWriteASummaryForProgramsAndHistograms() throws IOException {
        new ReplayReport(result(GOOD, Map.of("in flight", 3L), 2, true)).write();
        final JsonNode summary = new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
        assertThat(summary.get("success").booleanValue()).isFalse();
        assertThat(summary.get("faults").get(0).textValue()).contains("3 requests are left in flight");
        assertThat(summary.get("predictedBlocks").longValue()).isEqualTo(2);
        assertThat(summary.get("cachedBlocks").longValue()).isEqualTo(2);
        assertThat(summary.get("decisionsPerS").doubleValue()).isEqualTo(1);
        assertThat(summary.get("requestsPerRank").get(0).longValue()).isEqualTo(2);
        assertThat(summary.get("loadRequests").get("maxToMean").doubleValue()).isEqualTo(2);
        assertThat(folder.resolve("route-latency.hgrm")).content().contains("Percentile");
    }

    @Test
    void shouldMakeARowOfTheMatrixForEachPolicy() {
        final ReplayMatrix matrix = new ReplayMatrix();
        final List<String[]> policies = ReplayMatrix.policies();
        assertThat(policies).hasSize(7);
        matrix.add(policies.get(0), result(GOOD, Map.of(), 2, true));
        matrix.add(policies.get(6), result(GOOD, Map.of("in flight", 3L), 2, false));
        assertThat(matrix.faults()).containsExactly(
            "load_balanced, relative_load_weighted: 3 requests are left in flight at the coordinator");
        final List<String> lines = matrix.markdown(List.of("# heading"));
        assertThat(lines.get(4)).startsWith("| longest_prefix | relative_load_weighted | 2 | 0 | 0 | 0.3333 | 0.3333 |")
            .endsWith("| exact |");
        assertThat(lines.get(5)).startsWith("| load_balanced | (any) | 2 | 0 | 3 |").endsWith("| failed |");
        assertThat(lines.get(3).chars().filter(character -> character == '|').count())
            .isEqualTo(lines.get(4).chars().filter(character -> character == '|').count());
    }

    private ReplayResult result(final FrontendResult frontend, final Map<String, Long> counters, final int predicted,
        final boolean verifyExact) {
        final SourceSettings source =
            new SourceSettings(SourceSettings.SYNTHETIC, 0, RolloutParameters.standard(1));
        final ServiceRates rates = new ServiceRates(1_000, 100, 4, 1);
        final ReplayPlan plan = new ReplayPlan(source, 2, false, 1, 0, 1, 1, 2, 0, rates, "ipc",
            Map.of("prefix-cache-ttl-seconds", "0"), null, verifyExact, 1, 0, 1_000, folder);
        final VirtualFleet fleet = new VirtualFleet(2, 0, 10, rates, this);
        arrive(fleet, 0, new long[] { 1, 2, 3 });
        arrive(fleet, predicted, new long[] { 1, 2, 4 });
        fleet.advance(Long.MAX_VALUE);
        final Histogram latency = LatencyLog.empty();
        latency.recordValue(1_000);
        latency.recordValue(4_000);
        final TraceSurvey survey;
        try (ListSource requests = new ListSource().arriving(0).arriving(1)) {
            survey = TraceSurvey.of(requests, 2, 2, 1);
        }
        return new ReplayResult(plan, survey, "a test", fleet, List.of(frontend), counters, latency, latency, latency,
            LatencyLog.empty(), 5_000_000_000L, List.of());
    }

    private static void arrive(final VirtualFleet fleet, final int predicted, final long[] hashes) {
        final Arrival arrival = new Arrival();
        arrival.inputTokens = 30;
        arrival.outputTokens = 2;
        arrival.blocks = hashes.length;
        arrival.predictedBlocks = predicted;
        fleet.arrive(0, 0, arrival, hashes);
    }

    @Override
    public void onFirstToken(final int frontend, final long correlationId) {
        assertThat(frontend).isZero();
    }

    @Override
    public void onFinished(final int frontend, final long correlationId, final int outputTokens) {
        assertThat(outputTokens).isEqualTo(2);
    }
}
