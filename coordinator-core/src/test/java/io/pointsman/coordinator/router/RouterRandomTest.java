/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.coordinator.policy.Cost;
import io.pointsman.coordinator.policy.CostWeights;
import io.pointsman.coordinator.policy.Signal;
import io.pointsman.coordinator.rank.Rank;
import io.pointsman.coordinator.rank.RankService;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Does everything to a router that can be done, at random, and compares its account with a hash map of what is
 * outstanding: every load, at every step; and nothing is left at the end.
 */
class RouterRandomTest {
    private static final int FRONTENDS = 5;
    private static final int RANK_NAMES = 9;
    private static final int OPERATIONS = 100_000;

    private record Key(int frontendIndex, long correlationId) {
    }

    /** Where a request is; byFrontend: its frontend placed it there. */
    private record Place(int rankIndex, int generation, boolean byFrontend) {
        Place(final int rankIndex, final int generation) {
            this(rankIndex, generation, false);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "lru, naive, 1", "ref_zero, naive, 2", "ref_zero, naive telling later, 3", "ref_zero, naive telling later, 4",
        "lru, runs, 5", "ref_zero, runs, 6", "lru, naive telling later, 7"
    })
    void shouldAgreeWithAHashMapOfOutstandingRequests(final String retention, final String index, final long seed) {
        final RouterConfiguration configuration = RouterFixture.small()
            .set(RouterOption.PREFIX_CACHING_EVICTION_POLICY, retention)
            .set(RouterOption.MAX_RANKS, 7)
            .set(RouterOption.MAX_IN_FLIGHT, 300)
            .set(RouterOption.ADMISSION, seed % 2 == 0 ? "reject" : "off");
        final IndexFactory factory = switch (index) {
            case "naive" -> RouterFixture.NAIVE;
            case "runs" -> RouterFixture.RUNS;
            default -> RouterFixture.NAIVE_TELLING_LATER;
        };
        try (RouterFixture fixture = new RouterFixture(configuration, factory)) {
            new Run(fixture, seed).run();
        }
    }

    /** One router, its model, and the dice. */
    private static final class Run {
        private final RouterFixture fixture;
        private final Router router;
        private final Random random;
        private final Map<Key, Place> outstanding = new HashMap<>();
        private final List<Key> recent = new ArrayList<>();
        private final int[] frontends = new int[FRONTENDS];
        private long nextFrontendId = 10;
        private long nextCorrelationId = 1;
        private long nextReportId = 1;
        private long nextInstanceId = 1;
        private long decisions;

        Run(final RouterFixture fixture, final long seed) {
            this.fixture = fixture;
            router = fixture.router;
            random = new Random(seed);
            for (int i = 0; i < FRONTENDS; i++) {
                connect(i);
            }
        }

        void run() {
            for (int i = 0; i < OPERATIONS; i++) {
                fixture.nowNs += random.nextInt(1_000_000);
                step(random.nextInt(1_000));
                if (random.nextInt(3) == 0) {
                    router.learnMore();
                }
                assertThat(fixture.loads()).as("after %d operations", i).isEqualTo(expectedLoads());
            }
            assertThat(decisions).isGreaterThan(OPERATIONS / 20);
            for (final Key key : List.copyOf(outstanding.keySet())) {
                router.finish(key.frontendIndex(), key.correlationId(), true);
            }
            while (router.learnMore() > 0) {
                fixture.nowNs++;
            }
            assertThat(router.inFlight()).isZero();
            assertThat(fixture.count(RouterCounter.ORPHANS)).isZero();
            assertThat(fixture.loads()).containsOnly(0);
            assertThat(((RecordingIndex)fixture.index).openLeaves()).isZero();
            assertThat(fixture.count(RouterCounter.ACCOUNTING_FAULTS)).isZero();
        }

        private int[] expectedLoads() {
            final int[] loads = new int[router.ranks().rankCount()];
            long orphans = 0;
            for (final Place place : outstanding.values()) {
                if (router.ranks().isCurrent(place.rankIndex(), place.generation())) {
                    loads[place.rankIndex()]++;
                } else {
                    orphans++;
                }
            }
            assertThat(router.inFlight()).isEqualTo(Arrays.stream(loads).sum());
            assertThat(fixture.count(RouterCounter.ORPHANS)).isEqualTo(orphans);
            return loads;
        }

        private void step(final int dice) {
            if (dice < 420) {
                route();
            } else if (dice < 770) {
                end();
            } else if (dice < 840) {
                reassign();
            } else if (dice < 870) {
                undeliverable();
            } else if (dice < 880) {
                report();
            } else if (dice < 890) {
                loseFrontend(random.nextInt(FRONTENDS));
            } else if (dice < 960) {
                changeRank();
            } else if (dice < 965) {
                changePolicy();
            } else {
                final CapacityNotice notice = new CapacityNotice();
                while (router.pollCapacityNotice(notice)) {
                    assertThat(router.frontends().state(notice.frontendIndex())).isEqualTo(FrontendState.CONNECTED);
                }
            }
        }

        private void connect(final int position) {
            router.connect(nextFrontendId, (int)nextFrontendId, false, fixture.control);
            nextFrontendId++;
            frontends[position] = fixture.control.index();
            assertThat(frontends[position]).isNotNegative();
        }

        private Key anyKey() {
            if (recent.isEmpty() || random.nextInt(20) == 0) {
                return new Key(frontends[random.nextInt(FRONTENDS)], 1 + random.nextLong(nextCorrelationId));
            }
            return recent.get(Math.max(0, recent.size() - 1 - random.nextInt(150)));
        }

        private void route() {
            final boolean again = random.nextInt(20) == 0;
            final Key key = again ? anyKey() : new Key(frontends[random.nextInt(FRONTENDS)], nextCorrelationId++);
            final Place before = outstanding.get(key);
            fixture.query(key.frontendIndex(), key.correlationId(), chain());
            if (random.nextInt(10) == 0) {
                fixture.query.retryOf = anyKey().correlationId();
            }
            if (random.nextInt(5) == 0 && router.ranks().rankCount() > 0) {
                fixture.exclude(random.nextInt(router.ranks().rankCount()));
            }
            router.route(fixture.query, fixture.nowNs, fixture.outcome);
            if (fixture.outcome.accepted() && fixture.outcome.duplicate()) {
                assertThat(new Place(fixture.outcome.rankIndex(), fixture.outcome.generation(), before.byFrontend()))
                    .isEqualTo(before);
                return;
            }
            outstanding.remove(new Key(key.frontendIndex(), fixture.query.retryOf));
            outstanding.remove(key);
            if (fixture.outcome.accepted()) {
                decisions++;
                outstanding.put(key, new Place(fixture.outcome.rankIndex(), fixture.outcome.generation()));
                recent.add(key);
                if (random.nextInt(50) == 0) {
                    assertThat(router.undeliverable(fixture.outcome.requestId())).isEqualTo(RequestResult.DONE);
                    outstanding.remove(key);
                }
            }
            router.learn(fixture.nowNs);
        }

        private long[] chain() {
            final long family = random.nextInt(6);
            final long[] hashes = new long[random.nextInt(6)];
            Arrays.setAll(hashes, i -> 1 + family * 1_000 + i);
            return hashes;
        }

        private void end() {
            final Key key = anyKey();
            final int kind = random.nextInt(10);
            final RequestResult result = kind == 0
                ? router.firstToken(key.frontendIndex(), key.correlationId(), true)
                : kind < 8 ? router.finish(key.frontendIndex(), key.correlationId(), true)
                : router.abort(key.frontendIndex(), key.correlationId(), true);
            final Place place = kind == 0 ? outstanding.get(key) : outstanding.remove(key);
            final boolean live = place != null && router.ranks().isCurrent(place.rankIndex(), place.generation());
            assertThat(result).isEqualTo(place == null ? RequestResult.UNKNOWN_REQUEST
                : live || kind == 0 ? RequestResult.DONE : RequestResult.LATE);
        }

        private void reassign() {
            final Key key = random.nextBoolean()
                ? anyKey() : new Key(frontends[random.nextInt(FRONTENDS)], nextCorrelationId++);
            final Place place = anyPlace();
            placed(key, place, router.reassign(
                key.frontendIndex(), key.correlationId(), place.rankIndex(), place.generation()));
        }

        private Place anyPlace() {
            final int rankIndex = random.nextInt(router.ranks().rankCount() + 1);
            final boolean known = rankIndex < router.ranks().rankCount();
            return new Place(rankIndex, known ? fixture.generation(rankIndex) - random.nextInt(8) / 7 : 1);
        }

        private void placed(final Key key, final Place place, final RequestResult result) {
            if (!router.ranks().isCurrent(place.rankIndex(), place.generation())) {
                assertThat(result).isIn(RequestResult.UNKNOWN_RANK, RequestResult.STALE_GENERATION);
                outstanding.remove(key);
            } else if (result == RequestResult.DONE) {
                outstanding.put(key, new Place(place.rankIndex(), place.generation(), true));
                recent.add(key);
            } else {
                assertThat(result).isEqualTo(RequestResult.TOO_MANY_IN_FLIGHT);
                assertThat(outstanding).doesNotContainKey(key);
            }
        }

        private void undeliverable() {
            final Key key = anyKey();
            final int slot = findSlot(key);
            final long requestId = slot < 0 ? random.nextLong() : fixture.outcome.requestId();
            if (slot >= 0 && outstanding.get(key).byFrontend()) {
                assertThat(router.undeliverable(requestId)).isEqualTo(RequestResult.KEPT);
                return;
            }
            if (slot >= 0) {
                assertThat(router.undeliverable(requestId)).isEqualTo(RequestResult.DONE);
                outstanding.remove(key);
            }
            assertThat(router.undeliverable(requestId)).isEqualTo(RequestResult.UNKNOWN_REQUEST);
        }

        /** Asks for a request again to learn its request id; answers -1 when it is not in flight on a live rank. */
        private int findSlot(final Key key) {
            final Place place = outstanding.get(key);
            if (place == null || !router.ranks().isCurrent(place.rankIndex(), place.generation())) {
                return -1;
            }
            fixture.query(key.frontendIndex(), key.correlationId());
            router.route(fixture.query, fixture.nowNs, fixture.outcome);
            assertThat(fixture.outcome.duplicate()).isTrue();
            return 0;
        }

        private void report() {
            final int frontendIndex = frontends[random.nextInt(FRONTENDS)];
            final long reportId = nextReportId++;
            final List<Key> unnamed = new ArrayList<>();
            for (final Key key : List.copyOf(outstanding.keySet())) {
                if (key.frontendIndex() == frontendIndex && !reportOne(key, reportId)) {
                    unnamed.add(key);
                }
            }
            for (int i = random.nextInt(3); i > 0; i--) {
                reportOne(new Key(frontendIndex, nextCorrelationId++), reportId);
            }
            assertThat(router.reportComplete(frontendIndex, reportId)).isEqualTo(RequestResult.DONE);
            assertThat(router.reportComplete(frontendIndex, reportId)).isEqualTo(RequestResult.STALE_REPORT);
            unnamed.forEach(outstanding::remove);
            int work = router.releaseSome(3);
            while (work > 0) {
                assertThat(work).isLessThanOrEqualTo(3);
                if (random.nextInt(4) == 0) {
                    routeSure(frontendIndex);
                }
                work = router.releaseSome(3);
            }
        }

        private void routeSure(final int frontendIndex) {
            final Key key = new Key(frontendIndex, nextCorrelationId++);
            fixture.query(key.frontendIndex(), key.correlationId(), chain());
            router.route(fixture.query, fixture.nowNs, fixture.outcome);
            if (fixture.outcome.accepted()) {
                outstanding.put(key, new Place(fixture.outcome.rankIndex(), fixture.outcome.generation()));
                recent.add(key);
            }
            router.learn(fixture.nowNs);
        }

        /** Answers whether the request stays, named. */
        private boolean reportOne(final Key key, final long reportId) {
            final Place present = outstanding.get(key);
            final int dice = random.nextInt(10);
            if (dice < 3) {
                router.report(key.frontendIndex(), reportId, key.correlationId(), Router.NOT_ANSWERED_RANK, 0);
                return true;
            }
            if (dice < 6 && present != null) {
                return false;
            }
            final Place place = dice < 8 && present != null ? present : anyPlace();
            placed(key, place, router.report(
                key.frontendIndex(), reportId, key.correlationId(), place.rankIndex(), place.generation()));
            return true;
        }

        private void loseFrontend(final int position) {
            final int lost = frontends[position];
            router.frontendLost(lost);
            router.frontendLost(lost);
            assertThat(router.frontends().state(lost)).isEqualTo(FrontendState.RELEASING);
            connect(position);
            assertThat(frontends[position]).isNotEqualTo(lost);
            int work = router.releaseSome(4);
            while (work > 0) {
                assertThat(work).isLessThanOrEqualTo(4);
                routeSure(frontends[position]);
                work = router.releaseSome(4);
            }
            outstanding.keySet().removeIf(key -> key.frontendIndex() == lost);
            recent.removeIf(key -> key.frontendIndex() == lost);
            assertThat(router.frontends().state(lost)).isEqualTo(FrontendState.FREE);
        }

        private void changeRank() {
            final int count = router.ranks().rankCount();
            final int dice = random.nextInt(10);
            if (count == 0 || dice < 4) {
                final long instanceId = random.nextInt(3) == 0 ? nextInstanceId++ : nextInstanceId;
                fixture.register("rank-" + random.nextInt(RANK_NAMES), instanceId, 40);
                return;
            }
            final Rank rank = router.ranks().rank(random.nextInt(count));
            final int generation = rank.generation() - random.nextInt(9) / 8;
            switch (dice) {
                case 4 -> router.removeRank(rank.index(), generation, fixture.control);
                case 5 -> router.invalidate(rank.index(), generation, fixture.control);
                case 6 -> router.rankService(
                    rank.index(), generation, RankService.values()[random.nextInt(3)], fixture.control);
                default -> router.rankHealth(
                    frontends[random.nextInt(FRONTENDS)], rank.index(), generation, dice < 9, fixture.control);
            }
            if (random.nextInt(40) == 0) {
                router.invalidateAll(fixture.control);
            }
        }

        private void changePolicy() {
            router.changePolicy(
                Signal.values()[random.nextInt(3)],
                Cost.values()[random.nextInt(3)],
                new CostWeights(random.nextDouble() * 2, random.nextDouble()),
                fixture.control);
            assertThat(fixture.control.accepted()).isTrue();
        }
    }
}
