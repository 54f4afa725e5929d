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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What is decided, and how each option shows. */
class RouterDecisionTest {
    private static final long[] CHAIN = {11, 12, 13, 14};
    private static final long[] OTHER = {21, 22, 23, 24};

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

    @ParameterizedTest
    @CsvSource({
        "relative_load_weighted, 32, 32, 0", "relative_load_weighted, 20, 10, 0", "relative_load_weighted, 8, 2, 1",
        "relative_load_weighted, 4, 0, 1", "relative_load_weighted, 0, 0, 0", "free_capacity_weighted, 32, 32, 0",
        "free_capacity_weighted, 20, 10, 0", "free_capacity_weighted, 8, 2, 0", "free_capacity_weighted, 4, 0, 0",
        "free_capacity_weighted, 0, 0, 0"
    })
    void shouldBehaveAsTheReferencesTableWhenOneOfTwoRanksHoldsThePrompt(
            final String cost, final int loadA, final int loadB, final int chosen) {
        start(2, RouterOption.PREFIX_CACHING_COST_POLICY, cost);
        assertThat(rankOf(1, CHAIN)).isZero();
        fixture.router.finish(RouterFixture.FRONTEND, 1, true);
        fixture.load(0, loadA);
        fixture.load(1, loadB);
        assertThat(fixture.loads()).containsExactly(loadA, loadB);
        assertThat(rankOf(2, CHAIN)).isEqualTo(chosen);
        assertThat(fixture.outcome.matchedBlocks()).isEqualTo(chosen == 0 ? 4 : 0);
    }

    @Test
    void shouldChooseTheLeastPrefillByLoadWhenRemainingPrefillWeighted() {
        start(2, RouterOption.PREFIX_CACHING_COST_POLICY, "remaining_prefill_weighted");
        assertThat(rankOf(1, 11, 12)).isZero();
        assertThat(rankOf(2, CHAIN)).as("2 blocks left * 2 against 4 * 1: newer match").isZero();
        assertThat(rankOf(3, 11, 12, 31, 32)).as("2 * 3 against 4 * 1").isEqualTo(1);
    }

    @Test
    void shouldGoByLoadWhenNothingMatches() {
        start(3);
        for (int i = 0; i < 30; i++) {
            rankOf(i + 1, 1_000 * (i + 1), 1_000 * (i + 1) + 1);
            assertThat(fixture.outcome.reason()).isEqualTo(RouteReason.LOAD);
        }
        assertThat(fixture.loads()).containsExactly(10, 10, 10);
    }

    @Test
    void shouldSpreadABurstWhenAllShareOneSystemPrompt() {
        start(4);
        for (int i = 0; i < 400; i++) {
            rankOf(i + 1, 11, 12, 1_000 + i);
        }
        assertThat(fixture.loads()).containsOnly(100);
    }

    @Test
    void shouldUseEachRankInTurnWhenColdRequestsArePaced() {
        start(4);
        for (int i = 0; i < 12; i++) {
            assertThat(rankOf(i + 1, 100 + i)).isEqualTo(i % 4);
            fixture.router.finish(RouterFixture.FRONTEND, i + 1, true);
        }
        start(4, RouterOption.TIE_BREAK, "reference");
        for (int i = 0; i < 12; i++) {
            assertThat(rankOf(i + 1, 100 + i)).isZero();
            fixture.router.finish(RouterFixture.FRONTEND, i + 1, true);
        }
    }

    @Test
    void shouldChooseTheRankAddedAgainFirstWhenItWasNeverChosenInItsLife() {
        start(3);
        for (int i = 0; i < 3; i++) {
            rankOf(i + 1);
            fixture.router.finish(RouterFixture.FRONTEND, i + 1, true);
        }
        fixture.router.removeRank(1, 1, fixture.control);
        fixture.register("http://rank-1", 1, 0);
        assertThat(rankOf(9)).isEqualTo(1);
    }

    @Test
    void shouldPreferTheMostRecentlyAssignedWhenScoresAreEqual() {
        start(3, RouterOption.PREFIX_CACHING_LOAD_BETA, 0);
        for (int rank = 2; rank >= 0; rank--) {
            fixture.query(RouterFixture.FRONTEND, rank + 1, CHAIN);
            fixture.exclude((rank + 1) % 3, (rank + 2) % 3).route();
            assertThat(fixture.outcome.rankIndex()).isEqualTo(rank);
        }
        assertThat(rankOf(9, CHAIN)).isZero();
    }

    @Test
    void shouldWeighTheLoadByBeta() {
        for (final double beta : new double[]{0, 0.1, 1}) {
            start(2, RouterOption.PREFIX_CACHING_LOAD_BETA, beta);
            rankOf(1, CHAIN);
            fixture.load(0, 7);
            assertThat(rankOf(2, CHAIN)).as("beta %f", beta).isEqualTo(beta < 1 ? 0 : 1);
        }
    }

    @Test
    void shouldWeighTheSignalByAlpha() {
        for (final double alpha : new double[]{0, 0.01, 1}) {
            start(2, RouterOption.PREFIX_CACHING_COST_POLICY, "free_capacity_weighted",
                RouterOption.PREFIX_CACHING_ROUTING_ALPHA, alpha);
            rankOf(1, CHAIN);
            fixture.load(0, 7);
            assertThat(rankOf(2, CHAIN)).as("alpha %f", alpha).isEqualTo(alpha == 1 ? 0 : 1);
        }
    }

    @Test
    void shouldCountFreeCapacityByEachRanksOwnLimit() {
        start(0, RouterOption.PREFIX_CACHING_COST_POLICY, "free_capacity_weighted");
        fixture.register("small", 1, 4);
        fixture.register("large", 1, 400);
        for (int i = 0; i < 50; i++) {
            rankOf(i + 1, 100 + i);
        }
        assertThat(fixture.loads()).containsExactly(1, 49);
    }

    @Test
    void shouldUseTheConfiguredLimitWhenARegistrationDoesNotSay() {
        start(1, RouterOption.MAX_REQUESTS, 3);
        assertThat(fixture.router.ranks().rank(0).maxRequests()).isEqualTo(3);
    }

    @Test
    void shouldMatchAndLearnTheFirstBlockOnlyWhenFirstPrefixBlock() {
        start(2, RouterOption.PREFIX_CACHING_COORDINATOR_POLICY, "first_prefix_block");
        assertThat(fixture.router.hashesWanted()).isEqualTo(HashesWanted.FIRST);
        rankOf(1, CHAIN);
        assertThat(fixture.index.stats().residentBlocks()).isEqualTo(1);
        fixture.router.finish(RouterFixture.FRONTEND, 1, true);
        assertThat(rankOf(2, 11, 99)).isZero();
        assertThat(fixture.outcome.matchedBlocks()).isEqualTo(1);
        fixture.route(3, 11, -5, 0);
        assertThat(fixture.outcome.accepted()).as("only the first hash is looked at").isTrue();
    }

    @Test
    void shouldLearnNothingWhenLoadBalanced() {
        start(2, RouterOption.PREFIX_CACHING_COORDINATOR_POLICY, "load_balanced");
        assertThat(fixture.router.hashesWanted()).isEqualTo(HashesWanted.NONE);
        rankOf(1, CHAIN);
        assertThat(fixture.outcome.reason()).isEqualTo(RouteReason.NO_HASHES);
        fixture.router.finish(RouterFixture.FRONTEND, 1, true);
        assertThat(rankOf(2, CHAIN)).isEqualTo(1);
        assertThat(fixture.outcome.matchedBlocks()).isZero();
        assertThat(fixture.index.stats().residentBlocks()).isZero();
        fixture.route(3, -1, 0);
        assertThat(fixture.outcome.accepted()).as("no hash is looked at").isTrue();
        assertThat(fixture.count(RouterCounter.STALE_POLICY)).isZero();
    }

    @Test
    void shouldGoByLoadAloneWhenPrefixCachingIsOff() {
        start(2, RouterOption.ENABLE_PREFIX_CACHING, false);
        assertThat(fixture.router.hashesWanted()).isEqualTo(HashesWanted.NONE);
        rankOf(1, CHAIN);
        fixture.router.finish(RouterFixture.FRONTEND, 1, true);
        assertThat(rankOf(2, CHAIN)).isEqualTo(1);
        fixture.router.changePolicy(
            Signal.LONGEST_PREFIX, Cost.RELATIVE_LOAD_WEIGHTED, new CostWeights(1, 0.5), fixture.control);
        assertThat(fixture.control.code()).isEqualTo(RejectCode.BAD_FIELD);
        assertThat(fixture.control.text()).contains("enable-prefix-caching");
    }

    @Test
    void shouldForgetABlockWhenItsTimeToLiveIsOver() {
        for (final String ttl : new String[]{"0.001", "0"}) {
            start(1, RouterOption.PREFIX_CACHE_TTL_SECONDS, ttl);
            rankOf(1, CHAIN);
            fixture.nowNs = 1_000_000;
            rankOf(2, CHAIN);
            assertThat(fixture.outcome.matchedBlocks()).isEqualTo(4);
            fixture.nowNs = 2_000_001;
            rankOf(3, CHAIN);
            assertThat(fixture.outcome.matchedBlocks()).isEqualTo("0".equals(ttl) ? 4 : 0);
        }
    }

    @Test
    void shouldHoldABlockOnlyWhileInFlightWhenRefZero() {
        start(2, RouterOption.PREFIX_CACHING_EVICTION_POLICY, "ref_zero");
        rankOf(1, CHAIN);
        rankOf(2, CHAIN);
        assertThat(fixture.outcome.matchedBlocks()).isEqualTo(4);
        fixture.router.finish(RouterFixture.FRONTEND, 1, true);
        fixture.router.abort(RouterFixture.FRONTEND, 2, true);
        rankOf(3, CHAIN);
        assertThat(fixture.outcome.matchedBlocks()).isZero();
    }

    @Test
    void shouldOrderTiesByNameWhenDeterministic() {
        for (final boolean deterministic : new boolean[]{false, true}) {
            start(0, RouterOption.DETERMINISTIC_MODE, deterministic, RouterOption.TIE_BREAK, "reference");
            fixture.register("b", 1, 0);
            fixture.register("a", 1, 0);
            assertThat(rankOf(1)).isEqualTo(deterministic ? 1 : 0);
        }
    }

    @Test
    void shouldSayWhyARankWasChosen() {
        start(2);
        rankOf(1);
        assertThat(fixture.outcome.reason()).isEqualTo(RouteReason.NO_HASHES);
        rankOf(2, CHAIN);
        assertThat(fixture.outcome.reason()).isEqualTo(RouteReason.LOAD);
        rankOf(3, CHAIN);
        assertThat(fixture.outcome.reason()).isEqualTo(RouteReason.AFFINITY);
        fixture.query(RouterFixture.FRONTEND, 4, OTHER);
        fixture.exclude(0).route();
        assertThat(fixture.outcome.reason()).isEqualTo(RouteReason.ONLY_CANDIDATE);
        fixture.query(RouterFixture.FRONTEND, 5);
        fixture.exclude(0).route();
        assertThat(fixture.outcome.reason()).isEqualTo(RouteReason.ONLY_CANDIDATE);
    }

    @Test
    void shouldCountExcludedRanksInTheMeanOnly() {
        start(3);
        rankOf(1, CHAIN);
        fixture.load(0, 3);
        fixture.load(1, 3);
        fixture.load(2, 30);
        fixture.query(RouterFixture.FRONTEND, 2, CHAIN);
        fixture.exclude(2).route();
        assertThat(fixture.outcome.rankIndex()).as("1 - (4 - 37/3)/(37/3) against -(3 - 37/3)/(37/3)").isZero();
    }

    @Test
    void shouldIgnoreAnExclusionWhenItNamesAFormerLifeOrNoRank() {
        start(1);
        fixture.query(RouterFixture.FRONTEND, 1, CHAIN);
        fixture.exclude(0);
        fixture.register("http://rank-0", 2, 0);
        assertThat(fixture.route().accepted()).isTrue();
        assertThat(fixture.outcome.generation()).isEqualTo(2);
    }

    @Test
    void shouldReserveBeforeTheNextDecision() {
        start(2, RouterOption.PREFIX_CACHING_COORDINATOR_POLICY, "load_balanced");
        for (int i = 0; i < 1_000; i++) {
            rankOf(i + 1);
            assertThat(fixture.loads()[0] - fixture.loads()[1]).isBetween(0, 1);
        }
    }

    @Test
    void shouldForgetWhatARankHoldsWhenInvalidated() {
        start(2);
        rankOf(1, CHAIN);
        fixture.router.invalidate(0, 1, fixture.control);
        assertThat(fixture.loads()).containsExactly(1, 0);
        rankOf(2, CHAIN);
        assertThat(fixture.outcome.matchedBlocks()).isZero();
    }

    @Test
    void shouldServeEachModelByItsOwnRanks() {
        start(1);
        fixture.router.registerRank(new RankRegistration(
            "other", 0, 1, "other model", HashScheme.BYTES, 256, 0), fixture.control);
        for (int i = 0; i < 10; i++) {
            fixture.query(RouterFixture.FRONTEND, i + 1, CHAIN).prompt(i % 2, 1, 4);
            assertThat(fixture.route().rankIndex()).isEqualTo(i % 2);
        }
    }

    @Test
    void shouldCountWhatItDecided() {
        start(2);
        rankOf(1, CHAIN);
        rankOf(2, CHAIN);
        fixture.query(RouterFixture.FRONTEND, 3).prompt(0, 1, 9);
        fixture.route();
        fixture.route(4, -1);
        assertThat(fixture.count(RouterCounter.DECISIONS)).isEqualTo(3);
        assertThat(fixture.count(RouterCounter.REJECTS)).isEqualTo(1);
        assertThat(fixture.router.counters().rejects(RejectCode.BAD_HASH)).isEqualTo(1);
        assertThat(fixture.count(RouterCounter.AFFINITY_HITS)).isEqualTo(1);
        assertThat(fixture.count(RouterCounter.MATCHED_BLOCKS)).isEqualTo(4);
        assertThat(fixture.count(RouterCounter.REQUESTED_BLOCKS)).isEqualTo(17);
        assertThat(fixture.count(RouterCounter.IN_FLIGHT)).isEqualTo(3);
        assertThat(fixture.count(RouterCounter.RANKS)).isEqualTo(2);
        assertThat(fixture.count(RouterCounter.FRONTENDS)).isEqualTo(1);
        assertThat(fixture.count(RouterCounter.RESIDENT_BLOCKS)).isEqualTo(4);
    }
}
