/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class RolloutSourceTest {
    @Test
    void shouldGenerateTheSameWhenTheSeedIsTheSame() {
        final List<String> one = describe(RolloutParameters.standard(5));
        assertThat(describe(RolloutParameters.standard(5))).isEqualTo(one);
        assertThat(describe(RolloutParameters.standard(6))).isNotEqualTo(one);
    }

    @Test
    void shouldKeepWithinTheLimitsOnEveryTurn() {
        final RolloutParameters parameters = RolloutParameters.standard(1);
        String session = "";
        int turns = 0;
        int sessions = 0;
        for (final TraceRequest request : all(parameters)) {
            if (!request.session().equals(session)) {
                session = request.session();
                turns = 0;
                sessions++;
                assertThat(request.thinkMs()).isZero();
            }
            assertThat(request.turn()).isEqualTo(turns++);
            assertThat(turns).isLessThanOrEqualTo(50);
            assertThat(request.inputTokens() + request.outputTokens()).isLessThanOrEqualTo(32_768);
            assertThat(request.thinkMs()).isBetween(0.0, 180_000.0);
            assertThat(request.blocks().count()).isEqualTo(request.inputTokens() / 64);
        }
        assertThat(sessions).isEqualTo(512);
    }

    @Test
    void shouldHaveTheStatedMomentsWhenThereAreManyTrajectories() {
        final RolloutParameters parameters = new RolloutParameters(3, 4_000, 2, 1_248, 0, Integer.MAX_VALUE / 2, 64);
        final List<Double> outputLogs = new ArrayList<>();
        final List<Double> toolLogs = new ArrayList<>();
        final List<Double> turns = new ArrayList<>();
        final List<Double> tasks = new ArrayList<>();
        final List<Double> observations = new ArrayList<>();
        TraceRequest previous = null;
        for (final TraceRequest request : all(parameters)) {
            outputLogs.add(Math.log(request.outputTokens()));
            if (request.turn() == 0) {
                tasks.add((double)request.inputTokens() - 1_248);
                if (previous != null) {
                    turns.add(previous.turn() + 1.0);
                }
            } else {
                toolLogs.add(Math.log(request.thinkMs() / 1_000));
                observations.add((double)request.inputTokens() - previous.inputTokens() - previous.outputTokens());
            }
            previous = request;
        }
        assertThat(mean(outputLogs)).isCloseTo(5.53, within(0.02));
        assertThat(deviation(outputLogs)).isCloseTo(0.88, within(0.02));
        assertThat(mean(toolLogs)).isCloseTo(1.65, within(0.02));
        assertThat(deviation(toolLogs)).isCloseTo(0.95, within(0.02));
        // Clipped to 3..50: only the quantiles inside stay those of the lognormal.
        assertThat(quantile(turns, 0.5)).isCloseTo(Math.exp(3.37), within(1.0));
        assertThat(quantile(turns, 0.25)).isCloseTo(Math.exp(3.37 - 0.6745 * 0.99), within(1.0));
        assertThat(turns).allSatisfy(value -> assertThat(value).isBetween(3.0, 50.0));
        assertThat(quantile(tasks, 0.1)).isCloseTo(1_240, within(12.0));
        assertThat(quantile(tasks, 0.5)).isCloseTo(1_432, within(15.0));
        assertThat(quantile(tasks, 0.9)).isCloseTo(2_416, within(60.0));
        assertThat(observations).allSatisfy(value -> assertThat(value).isBetween(1.0, 3_500.0));
        // The median of the difference of the two lognormals, drawn independently, by simulation.
        assertThat(quantile(observations, 0.5)).isCloseTo(423, within(10.0));
    }

    @Test
    void shouldDropMostOfTheContextWhenReset() {
        final RolloutParameters parameters = new RolloutParameters(3, 100, 2, 100, 0.5, Integer.MAX_VALUE / 2, 16);
        TraceRequest previous = null;
        int resets = 0;
        int turns = 0;
        for (final TraceRequest request : all(parameters)) {
            if (request.turn() > 0) {
                turns++;
                if (request.inputTokens() < previous.inputTokens()) {
                    resets++;
                    assertThat(commonBlocks(previous, request)).isLessThan(previous.blocks().count());
                } else if (request.inputTokens() > previous.inputTokens() + previous.outputTokens() + 3_500) {
                    throw new AssertionError("grew by more than an answer and the longest observation");
                }
            }
            previous = request;
        }
        assertThat((double)resets / turns).isBetween(0.2, 0.5);
    }

    @Test
    void shouldShareTheSystemPromptByAllAndTheTaskByItsSamples() {
        final List<TraceRequest> firsts =
            all(RolloutParameters.standard(1)).stream().filter(request -> request.turn() == 0).toList();
        final int systemBlocks = 1_248 / 64;
        assertThat(commonBlocks(firsts.get(0), firsts.get(1))).isEqualTo(firsts.get(0).blocks().count());
        assertThat(commonBlocks(firsts.get(0), firsts.get(8))).isEqualTo(systemBlocks);
    }

    @Test
    void shouldKeepThePrefixWhenAConversationGrows() {
        TraceRequest previous = null;
        for (final TraceRequest request : all(new RolloutParameters(1, 8, 8, 1_248, 0, 32_768, 64))) {
            if (request.turn() > 0) {
                assertThat(commonBlocks(previous, request)).isEqualTo(previous.blocks().count());
            }
            previous = request;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5 })
    void shouldHitAnEndlessCacheAsExpectedWhenTheWorkloadIsTheStandardOne(final long seed) {
        try (RolloutSource source = new RolloutSource(RolloutParameters.standard(seed))) {
            assertThat(TraceSurvey.of(source, Long.MAX_VALUE, 16, 1).oneCacheHit()).isBetween(0.93, 0.96);
        }
    }

    private static List<TraceRequest> all(final RolloutParameters parameters) {
        final List<TraceRequest> requests = new ArrayList<>();
        try (RolloutSource source = new RolloutSource(parameters)) {
            for (TraceRequest request = source.next(); request != null; request = source.next()) {
                requests.add(request);
            }
        }
        return requests;
    }

    private static List<String> describe(final RolloutParameters parameters) {
        return all(parameters).stream().map(request -> request.session() + ' ' + request.turn() + ' ' +
            request.inputTokens() + ' ' + request.outputTokens() + ' ' + request.thinkMs() + ' ' +
            Arrays.hashCode(hashes(request))).toList();
    }

    private static long[] hashes(final TraceRequest request) {
        final long[] hashes = new long[request.blocks().count()];
        request.blocks().hashes(hashes);
        return hashes;
    }

    private static int commonBlocks(final TraceRequest one, final TraceRequest other) {
        final int mismatch = Arrays.mismatch(hashes(one), hashes(other));
        return mismatch < 0 ? one.blocks().count() : mismatch;
    }

    private static double mean(final List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    private static double deviation(final List<Double> values) {
        final double mean = mean(values);
        return Math.sqrt(values.stream().mapToDouble(value -> (value - mean) * (value - mean)).average().orElseThrow());
    }

    private static double quantile(final List<Double> values, final double quantile) {
        return values.stream().sorted().skip((long)(quantile * (values.size() - 1))).findFirst().orElseThrow();
    }
}
