/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.codecs.HashScheme;
import io.pointsman.codecs.HashesWanted;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteReason;
import io.pointsman.coordinator.policy.Cost;
import io.pointsman.coordinator.policy.CostWeights;
import io.pointsman.coordinator.policy.Signal;
import io.pointsman.coordinator.rank.RankRegistration;
import io.pointsman.coordinator.rank.RankService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What is refused or does not count, on both sides of each bound. */
class RouterRejectTest {
    private static final long[] CHAIN = {11, 12, 13, 14};

    private RouterFixture fixture;

    @AfterEach
    void tearDown() {
        if (fixture != null) {
            fixture.close();
        }
    }

    private void start(final int rankCount, final Object... options) {
        final RouterConfiguration configuration = RouterFixture.small();
        for (int i = 0; i < options.length; i += 2) {
            configuration.set((RouterOption)options[i], options[i + 1]);
        }
        tearDown();
        fixture = new RouterFixture(configuration, RouterFixture.NAIVE);
        fixture.registerRanks(rankCount, 0);
    }

    private int rankOf(final long correlationId, final long... hashes) {
        assertThat(fixture.route(correlationId, hashes).accepted()).isTrue();
        return fixture.outcome.rankIndex();
    }

    private void assertRejected(final RejectCode code, final long value, final long allowed) {
        assertThat(fixture.outcome.accepted()).isFalse();
        assertThat(fixture.outcome.code()).isEqualTo(code);
        assertThat(fixture.outcome.value()).isEqualTo(value);
        assertThat(fixture.outcome.allowed()).isEqualTo(allowed);
        assertThat(fixture.router.counters().rejects(code)).isPositive();
    }

    @Test
    void shouldNotBeReadyUntilEnoughRanksAreThere() {
        start(1, RouterOption.DATA_PARALLEL_SIZE, 2);
        fixture.route(1, CHAIN);
        assertRejected(RejectCode.NOT_READY, 1, 2);
        fixture.register("another", 1, 0);
        rankOf(1, CHAIN);
        fixture.router.removeRank(0, 1, fixture.control);
        rankOf(2, CHAIN);
    }

    @Test
    void shouldRejectWhenEveryRankIsExcluded() {
        start(2);
        fixture.query(RouterFixture.FRONTEND, 1, CHAIN);
        fixture.exclude(0, 1, 0).route();
        assertRejected(RejectCode.ALL_EXCLUDED, 2, 0);
        fixture.query(RouterFixture.FRONTEND, 1, CHAIN);
        fixture.exclude(0, 0).route();
        assertThat(fixture.outcome.rankIndex()).isEqualTo(1);
    }

    @Test
    void shouldTakeAsManyExclusionsAsAllowed() {
        start(4, RouterOption.MAX_EXCLUDED, 3);
        fixture.query(RouterFixture.FRONTEND, 1, CHAIN);
        assertThat(fixture.exclude(0, 1, 2).route().rankIndex()).isEqualTo(3);
        fixture.query(RouterFixture.FRONTEND, 2, CHAIN);
        fixture.exclude(0, 1, 2, 3).route();
        assertRejected(RejectCode.TOO_MANY_EXCLUDED, 4, 3);
    }

    @Test
    void shouldTakeAsManyBlocksAsAllowed() {
        start(1, RouterOption.MAX_BLOCKS, 4);
        rankOf(1, CHAIN);
        fixture.route(2, 1, 2, 3, 4, 5);
        assertRejected(RejectCode.TOO_MANY_BLOCKS, 5, 4);
        assertThat(fixture.loads()).containsExactly(1);
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "-9223372036854775808"})
    void shouldRejectAHashThatIsNotPositive(final long hash) {
        start(1);
        fixture.route(1, 5, 6, hash, 8);
        assertRejected(RejectCode.BAD_HASH, 2, hash);
        assertThat(fixture.router.inFlight()).isZero();
        assertThat(fixture.index.stats().residentBlocks()).isZero();
        assertThat(fixture.route(1, 1, Long.MAX_VALUE).accepted()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "-9223372036854775808"})
    void shouldRejectACorrelationIdThatIsNotPositive(final long correlationId) {
        start(1);
        fixture.route(correlationId, CHAIN);
        assertRejected(RejectCode.BAD_CORRELATION_ID, correlationId, Long.MAX_VALUE);
        assertThat(fixture.route(Long.MAX_VALUE, CHAIN).accepted()).isTrue();
        assertThat(fixture.route(1, CHAIN).accepted()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"-1", "1", "4294967295"})
    void shouldRejectAnUnknownModel(final long modelId) {
        start(1);
        fixture.query(RouterFixture.FRONTEND, 1, CHAIN).prompt(modelId, 1, 4);
        fixture.route();
        assertRejected(RejectCode.UNKNOWN_MODEL, modelId, 1);
    }

    @Test
    void shouldRejectWhenNoRankIsEligible() {
        start(2);
        fixture.router.rankHealth(0, 0, 1, false, fixture.control);
        fixture.router.rankService(1, 1, RankService.CORDONED, fixture.control);
        fixture.route(1, CHAIN);
        assertRejected(RejectCode.NO_RANK, 2, 0);
        fixture.router.rankService(1, 1, RankService.IN_SERVICE, fixture.control);
        assertThat(rankOf(1, CHAIN)).isEqualTo(1);
    }

    @Test
    void shouldRejectWhenTheInFlightTableIsFull() {
        start(1, RouterOption.MAX_IN_FLIGHT, 3);
        for (int i = 1; i <= 3; i++) {
            rankOf(i, CHAIN);
        }
        fixture.route(4, CHAIN);
        assertRejected(RejectCode.TOO_MANY_IN_FLIGHT, 3, 3);
        assertThat(fixture.route(2, CHAIN).duplicate()).isTrue();
        fixture.router.finish(RouterFixture.FRONTEND, 1, true);
        rankOf(4, CHAIN);
    }

    @Test
    void shouldIgnoreHashesMadeForAnotherPolicy() {
        start(2);
        rankOf(1, CHAIN);
        fixture.query(RouterFixture.FRONTEND, 2, CHAIN).prompt(0, 0, 4);
        fixture.route();
        assertThat(fixture.outcome.rankIndex()).isEqualTo(1);
        assertThat(fixture.outcome.reason()).isEqualTo(RouteReason.NO_HASHES);
        assertThat(fixture.count(RouterCounter.STALE_POLICY)).isEqualTo(1);
        fixture.query(RouterFixture.FRONTEND, 3).prompt(0, 0, 4);
        fixture.route();
        assertThat(fixture.count(RouterCounter.STALE_POLICY)).as("without hashes nothing is stale").isEqualTo(1);
    }

    @Test
    void shouldFollowAnotherPolicyFromTheNextRequestOn() {
        start(2);
        rankOf(1, CHAIN);
        fixture.load(0, 20);
        fixture.load(1, 10);
        final CostWeights weights = new CostWeights(1, 0.5);
        fixture.router.changePolicy(Signal.LONGEST_PREFIX, Cost.RELATIVE_LOAD_WEIGHTED, weights, fixture.control);
        assertThat(fixture.control.changed()).isFalse();
        assertThat(fixture.router.policy().version()).isEqualTo(1);
        fixture.router.changePolicy(Signal.LOAD_BALANCED, Cost.RELATIVE_LOAD_WEIGHTED, weights, fixture.control);
        assertThat(fixture.control.changed()).isTrue();
        assertThat(fixture.router.policy().version()).isEqualTo(2);
        assertThat(fixture.router.hashesWanted()).isEqualTo(HashesWanted.NONE);
        assertThat(rankOf(2, CHAIN)).isEqualTo(1);
        fixture.router.changePolicy(Signal.FIRST_PREFIX_BLOCK, Cost.FREE_CAPACITY_WEIGHTED, weights, fixture.control);
        assertThat(rankOf(3, CHAIN)).isZero();
        assertThat(fixture.outcome.matchedBlocks()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"-0.1, 0.5, loadBeta", "NaN, 0.5, loadBeta", "Infinity, 0.5, loadBeta", "1, 1.01, routingAlpha",
        "1, NaN, routingAlpha", "1, -0.01, routingAlpha"})
    void shouldRefuseWeightsOutOfTheirBounds(final double beta, final double alpha, final String field) {
        start(1);
        fixture.router.changePolicy(
            Signal.LONGEST_PREFIX, Cost.FREE_CAPACITY_WEIGHTED, new CostWeights(beta, alpha), fixture.control);
        assertThat(fixture.control.code()).isEqualTo(RejectCode.BAD_FIELD);
        assertThat(fixture.control.text()).startsWith(field);
        assertThat(fixture.router.policy().version()).isEqualTo(1);
    }

    @Test
    void shouldRefuseAPolicyOfNoKnownName() {
        start(1);
        final CostWeights weights = new CostWeights(1, 0.5);
        fixture.router.changePolicy(
            Signal.of(io.pointsman.codecs.Signal.NULL_VAL), Cost.FREE_CAPACITY_WEIGHTED, weights, fixture.control);
        assertThat(fixture.control.text()).contains("longest_prefix, first_prefix_block, load_balanced");
        fixture.router.changePolicy(
            Signal.LONGEST_PREFIX, Cost.of(io.pointsman.codecs.Cost.NULL_VAL), weights, fixture.control);
        assertThat(fixture.control.text()).contains("remaining_prefill_weighted");
    }

    @Test
    void shouldKeepCodesAndConstantsTogether() {
        for (final Signal signal : Signal.values()) {
            assertThat(Signal.of(signal.code())).isEqualTo(signal);
            assertThat(signal.code().name()).isEqualTo(signal.name());
        }
        for (final Cost cost : Cost.values()) {
            assertThat(Cost.of(cost.code())).isEqualTo(cost);
            assertThat(cost.code().name()).isEqualTo(cost.name());
        }
    }

    @Test
    void shouldOutdateHashesWhenTheModelsBlockSizeChanges() {
        start(1);
        rankOf(1, CHAIN);
        fixture.router.registerRank(new RankRegistration(
            "http://rank-0", 0, 2, RouterFixture.MODEL, HashScheme.TOKENS, 128, 0), fixture.control);
        assertThat(fixture.router.policy().version()).isEqualTo(2);
        fixture.query(RouterFixture.FRONTEND, 2, CHAIN).prompt(0, 1, 4);
        fixture.route();
        assertThat(fixture.count(RouterCounter.STALE_POLICY)).isEqualTo(1);
    }
}
