/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The reference's decisions: 245 single ones, and 180 sequences with every load after every step. Further files of the
 * sequences' layout are taken from the folder that {@code -Dpointsman.vectors=DIR} names.
 * <p>
 * Two of the single ones ask for a prompt that begins with a hash which was learned deeper in another prompt. Chained
 * hashes cannot do that; the reference, which looks at hashes alone, finds it, and an index of chains must not. All 245
 * are decided with the reference's dictionary; the two are expected to match nothing with the indexes of chains.
 */
class GoldenVectorsTest {
    private static final long NS_PER_MS = 1_000_000;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static Map<String, IndexFactory> indexes() {
        final Map<String, IndexFactory> indexes = new LinkedHashMap<>();
        indexes.put("naive", RouterFixture.NAIVE);
        indexes.put("runs", RouterFixture.RUNS);
        return indexes;
    }

    private static JsonNode resource(final String name) throws IOException {
        try (InputStream in = GoldenVectorsTest.class.getResourceAsStream("/vectors/" + name)) {
            return MAPPER.readTree(in);
        }
    }

    @TestFactory
    Stream<DynamicTest> shouldChooseAsTheReferenceWhenAskedOnce() throws IOException {
        final JsonNode scenarios = resource("routing_megatron.json").get("scenarios");
        assertThat(scenarios).hasSize(245);
        final List<DynamicTest> tests = new ArrayList<>();
        indexes().forEach((name, factory) -> scenarios.forEach(scenario -> tests.add(DynamicTest.dynamicTest(
            name + " " + scenario.get("id") + " " + scenario.get("kind").asText(),
            () -> single(scenario, factory, !beginsInsideAnother(scenario))))));
        scenarios.forEach(scenario -> tests.add(DynamicTest.dynamicTest(
            "hash only " + scenario.get("id"),
            () -> single(scenario, (configuration, listener) -> new HashOnlyIndex(), true))));
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> shouldFollowEverySequence() throws IOException {
        final JsonNode sequences = resource("routing_sequences.json").get("sequences");
        assertThat(sequences).hasSize(180);
        final List<DynamicTest> tests = new ArrayList<>(sequenceTests("own", sequences));
        final String folder = System.getProperty("pointsman.vectors");
        if (folder != null) {
            try (Stream<Path> files = Files.list(Path.of(folder))) {
                for (final Path file : files.filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
                    final JsonNode further = MAPPER.readTree(file.toFile()).get("sequences");
                    if (further != null) {
                        tests.addAll(sequenceTests(file.getFileName().toString(), further));
                    }
                }
            }
        }
        return tests.stream();
    }

    private static List<DynamicTest> sequenceTests(final String source, final JsonNode sequences) {
        final List<DynamicTest> tests = new ArrayList<>();
        indexes().forEach((name, factory) -> sequences.forEach(sequence -> tests.add(DynamicTest.dynamicTest(
            name + " " + source + " " + sequence.get("id"), () -> new Sequence(sequence, factory).run()))));
        return tests;
    }

    private static long[] longs(final JsonNode array) {
        final long[] values = new long[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = array.get(i).asLong();
        }
        return values;
    }

    private static int[] ints(final JsonNode array) {
        final int[] values = new int[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = array.get(i).asInt();
        }
        return values;
    }

    @Test
    void shouldKnowTheTwoScenariosThatAreNotChained() throws IOException {
        final List<Integer> ids = new ArrayList<>();
        resource("routing_megatron.json").get("scenarios").forEach(scenario -> {
            if (beginsInsideAnother(scenario)) {
                ids.add(scenario.get("id").asInt());
            }
        });
        assertThat(ids).containsExactly(16, 229);
    }

    /** Whether a prompt begins with a hash that an earlier one has, but not at its beginning; none does if chained. */
    private static boolean beginsInsideAnother(final JsonNode scenario) {
        final long[] hashes = longs(scenario.get("request_hashes"));
        boolean inside = false;
        if ("longest_prefix".equals(scenario.get("policy").asText()) && hashes.length > 0) {
            for (final JsonNode earlier : scenario.get("history")) {
                final long[] learned = longs(earlier.get("hashes"));
                inside |= Arrays.stream(learned).skip(1).anyMatch(hash -> hash == hashes[0]);
            }
        }
        return inside;
    }

    private static void single(final JsonNode scenario, final IndexFactory factory, final boolean asReference) {
        final int rankCount = scenario.get("n_ranks").asInt();
        final String signal = scenario.get("policy").asText();
        final RouterConfiguration configuration = RouterFixture.small()
            .set(RouterOption.PREFIX_CACHING_COORDINATOR_POLICY, signal)
            .set(RouterOption.PREFIX_CACHING_COST_POLICY, "free_capacity_weighted")
            .set(RouterOption.PREFIX_CACHING_ROUTING_ALPHA, scenario.get("alpha").asText())
            .set(RouterOption.PREFIX_CACHE_TTL_SECONDS, "0")
            .set(RouterOption.TIE_BREAK, "reference")
            .set(RouterOption.MAX_IN_FLIGHT, 1 << 16);
        try (RouterFixture fixture = new RouterFixture(configuration, factory)) {
            fixture.registerRanks(rankCount, scenario.get("max_requests").asInt());
            learnHistory(scenario, fixture, "first_prefix_block".equals(signal));
            final int[] pending = ints(scenario.get("pending"));
            for (int i = 0; i < rankCount; i++) {
                fixture.load(i, pending[i]);
            }
            fixture.route(1, longs(scenario.get("request_hashes")));
            assertThat(fixture.outcome.accepted()).isTrue();
            if (asReference) {
                assertThat(fixture.outcome.rankIndex()).isEqualTo(scenario.get("rank").asInt());
            } else {
                assertThat(fixture.outcome.matchedBlocks()).isZero();
            }
        }
    }

    private static void learnHistory(final JsonNode scenario, final RouterFixture fixture, final boolean firstOnly) {
        long assignment = 0;
        for (final JsonNode earlier : scenario.get("history")) {
            final long[] hashes = longs(earlier.get("hashes"));
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[hashes.length * Long.BYTES]);
            for (int i = 0; i < hashes.length; i++) {
                buffer.putLong(i * Long.BYTES, hashes[i], ByteOrder.LITTLE_ENDIAN);
            }
            if (hashes.length > 0) {
                final int count = firstOnly ? 1 : hashes.length;
                fixture.index.learn(buffer, 0, count, earlier.get("rank").asInt(), 0, ++assignment, assignment);
            }
        }
    }

    /** One sequence and its router. */
    private static final class Sequence {
        private final JsonNode sequence;
        private final RouterFixture fixture;
        private final int rankCount;
        private final int maxRequests;

        Sequence(final JsonNode sequence, final IndexFactory factory) {
            this.sequence = sequence;
            rankCount = sequence.get("ranks").asInt();
            maxRequests = sequence.get("max_requests").asInt();
            final RouterConfiguration configuration = RouterFixture.small()
                .set(RouterOption.PREFIX_CACHING_COORDINATOR_POLICY, sequence.get("signal").asText())
                .set(RouterOption.PREFIX_CACHING_COST_POLICY, sequence.get("cost").asText())
                .set(RouterOption.PREFIX_CACHING_ROUTING_ALPHA, sequence.get("alpha").asText())
                .set(RouterOption.PREFIX_CACHING_LOAD_BETA, sequence.get("beta").asText())
                .set(RouterOption.PREFIX_CACHING_EVICTION_POLICY, sequence.get("retention").asText())
                .set(RouterOption.PREFIX_CACHE_TTL_SECONDS, sequence.get("ttl_ms").asDouble() / 1000)
                .set(RouterOption.TIE_BREAK, sequence.get("tie_break").asText());
            fixture = new RouterFixture(configuration, factory);
        }

        void run() {
            try (fixture) {
                fixture.registerRanks(rankCount, maxRequests);
                int step = 0;
                for (final JsonNode node : sequence.get("steps")) {
                    fixture.nowNs = node.get("t_ms").asLong() * NS_PER_MS;
                    step(node, "step " + step);
                    assertThat(fixture.loads()).as("step %d: %s", step, node).isEqualTo(ints(node.get("loads")));
                    step++;
                }
                assertThat(fixture.count(RouterCounter.ACCOUNTING_FAULTS)).isZero();
            }
        }

        private void step(final JsonNode node, final String name) {
            switch (node.get("op").asText()) {
                case "route" -> route(node, name);
                case "finish" -> fixture.router.finish(
                    RouterFixture.FRONTEND, node.get("request").asLong() + 1, true);
                case "invalidate" -> invalidate(node.get("rank"));
                case "remove_rank" -> fixture.router.removeRank(
                    node.get("rank").asInt(), fixture.generation(node.get("rank").asInt()), fixture.control);
                case "add_rank" -> fixture.register("http://rank-" + node.get("rank").asInt(), 1, maxRequests);
                default -> throw new IllegalArgumentException(node.toString());
            }
            fixture.router.learnMore();
        }

        private void route(final JsonNode node, final String name) {
            fixture.query(RouterFixture.FRONTEND, node.get("request").asLong() + 1, longs(node.get("hashes")));
            fixture.exclude(ints(node.get("exclude")));
            fixture.route();
            if (node.get("rank").isNull()) {
                assertThat(fixture.outcome.accepted()).as(name).isFalse();
            } else {
                assertThat(fixture.outcome.accepted()).as(name).isTrue();
                assertThat(fixture.outcome.rankIndex()).as(name).isEqualTo(node.get("rank").asInt());
                assertThat(fixture.outcome.matchedBlocks()).as(name).isEqualTo(node.get("matched").asInt());
            }
        }

        private void invalidate(final JsonNode rank) {
            if (rank.isNull()) {
                fixture.router.invalidateAll(fixture.control);
            } else {
                fixture.router.invalidate(rank.asInt(), fixture.generation(rank.asInt()), fixture.control);
            }
        }
    }
}
