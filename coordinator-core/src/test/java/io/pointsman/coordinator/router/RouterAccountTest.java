/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteReason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.pointsman.coordinator.router.RouterFixture.FRONTEND;
import static org.assertj.core.api.Assertions.assertThat;

/** What counts, how long, and that every way out releases exactly once. */
class RouterAccountTest {
    private static final long[] CHAIN = {11, 12, 13, 14};

    private RouterFixture fixture;
    private Router router;

    @BeforeEach
    void setUp() {
        start(RouterFixture.small(), RouterFixture.NAIVE);
    }

    @AfterEach
    void tearDown() {
        assertThat(fixture.count(RouterCounter.ACCOUNTING_FAULTS)).isZero();
        fixture.close();
    }

    private void start(final RouterConfiguration configuration, final IndexFactory factory) {
        fixture = new RouterFixture(configuration, factory);
        router = fixture.router;
        fixture.registerRanks(3, 0);
    }

    private void startRefZero(final IndexFactory factory) {
        fixture.close();
        start(RouterFixture.small().set(RouterOption.PREFIX_CACHING_EVICTION_POLICY, "ref_zero"), factory);
    }

    private int connect(final long frontendId, final int sessionId) {
        router.connect(frontendId, sessionId, false, fixture.control);
        return fixture.control.index();
    }

    private void drain() {
        while (router.releaseSome(10) > 0) {
            fixture.nowNs++;
        }
    }

    private int openLeaves() {
        return ((RecordingIndex)fixture.index).openLeaves();
    }

    @Test
    void shouldReleaseOnceWhenARequestFinishesTwice() {
        fixture.route(1, CHAIN);
        assertThat(router.firstToken(FRONTEND, 1, true)).isEqualTo(RequestResult.DONE);
        assertThat(router.firstToken(FRONTEND, 1, true)).isEqualTo(RequestResult.DONE);
        assertThat(fixture.loads()).containsExactly(1, 0, 0);
        assertThat(router.finish(FRONTEND, 1, true)).isEqualTo(RequestResult.DONE);
        assertThat(router.finish(FRONTEND, 1, true)).isEqualTo(RequestResult.UNKNOWN_REQUEST);
        assertThat(router.abort(FRONTEND, 1, true)).isEqualTo(RequestResult.UNKNOWN_REQUEST);
        assertThat(router.firstToken(FRONTEND, 1, true)).isEqualTo(RequestResult.UNKNOWN_REQUEST);
        assertThat(fixture.loads()).containsExactly(0, 0, 0);
        assertThat(fixture.count(RouterCounter.FIRST_TOKENS)).isEqualTo(1);
        assertThat(fixture.count(RouterCounter.FINISHED)).isEqualTo(1);
        assertThat(fixture.count(RouterCounter.UNKNOWN_REQUESTS)).isEqualTo(3);
    }

    @Test
    void shouldIgnoreAFinishOfAnotherFrontendsRequest() {
        final int other = connect(2, 2);
        fixture.route(1, CHAIN);
        assertThat(router.finish(other, 1, true)).isEqualTo(RequestResult.UNKNOWN_REQUEST);
        assertThat(router.inFlight()).isEqualTo(1);
        fixture.query(other, 1, CHAIN);
        assertThat(fixture.route().duplicate()).isFalse();
        assertThat(router.inFlight()).isEqualTo(2);
    }

    @Test
    void shouldAnswerARequestInFlightWithTheSameDecision() {
        fixture.route(1, CHAIN);
        final long requestId = fixture.outcome.requestId();
        fixture.load(0, 100);
        fixture.route(1, 99);
        assertThat(fixture.outcome.duplicate()).isTrue();
        assertThat(fixture.outcome.requestId()).isEqualTo(requestId);
        assertThat(fixture.outcome.rankIndex()).isZero();
        assertThat(fixture.outcome.generation()).isEqualTo(1);
        assertThat(fixture.outcome.matchedBlocks()).isZero();
        assertThat(fixture.outcome.reason()).isEqualTo(RouteReason.LOAD);
        assertThat(fixture.loads()[0]).isEqualTo(101);
        assertThat(fixture.count(RouterCounter.DUPLICATES)).isEqualTo(1);
        assertThat(fixture.count(RouterCounter.DECISIONS)).isEqualTo(1);
        assertThat(fixture.index.stats().residentBlocks()).as("a repetition teaches nothing").isEqualTo(4);
    }

    @Test
    void shouldAnswerARepetitionEvenWhenItsHashesAreBadNow() {
        fixture.route(1, CHAIN);
        assertThat(fixture.route(1, -1).duplicate()).isTrue();
    }

    @Test
    void shouldDecideAnewWhenTheRankOfARepeatedRequestIsGone() {
        fixture.route(1, CHAIN);
        router.removeRank(0, 1, fixture.control);
        fixture.route(1, CHAIN);
        assertThat(fixture.outcome.duplicate()).isFalse();
        assertThat(fixture.outcome.rankIndex()).isNotZero();
        assertThat(fixture.count(RouterCounter.ORPHANS)).isZero();
    }

    @Test
    void shouldReleaseTheEarlierRequestWhenItIsRetried() {
        fixture.route(1, CHAIN);
        fixture.query(FRONTEND, 2, CHAIN).request(FRONTEND, 2, 1);
        fixture.exclude(0).route();
        assertThat(fixture.outcome.rankIndex()).isNotZero();
        assertThat(router.inFlight()).isEqualTo(1);
        assertThat(router.finish(FRONTEND, 1, true)).isEqualTo(RequestResult.UNKNOWN_REQUEST);
        assertThat(fixture.count(RouterCounter.RETRIES)).isEqualTo(1);
    }

    @Test
    void shouldReleaseTheEarlierRequestEvenWhenTheRetryIsRejected() {
        fixture.route(1, CHAIN);
        fixture.query(FRONTEND, 2, -1).request(FRONTEND, 2, 1);
        assertThat(fixture.route().code()).isEqualTo(RejectCode.BAD_HASH);
        assertThat(router.inFlight()).isZero();
        fixture.route(1, CHAIN);
        fixture.query(FRONTEND, 0, CHAIN).request(FRONTEND, 0, 1);
        assertThat(fixture.route().code()).isEqualTo(RejectCode.BAD_CORRELATION_ID);
        assertThat(router.inFlight()).isZero();
    }

    @Test
    void shouldNotReleaseTwiceWhenARetryIsRepeated() {
        fixture.route(1, CHAIN);
        for (int i = 0; i < 3; i++) {
            fixture.query(FRONTEND, 2, CHAIN).request(FRONTEND, 2, 1);
            assertThat(fixture.route().accepted()).isTrue();
            assertThat(fixture.outcome.duplicate()).isEqualTo(i > 0);
            assertThat(router.inFlight()).isEqualTo(1);
        }
    }

    @Test
    void shouldTreatARetryOfItselfAsARepetition() {
        fixture.query(FRONTEND, 1, CHAIN).request(FRONTEND, 1, 1);
        assertThat(fixture.route().duplicate()).isFalse();
        fixture.query(FRONTEND, 1, CHAIN).request(FRONTEND, 1, 1);
        assertThat(fixture.route().duplicate()).isTrue();
        assertThat(router.inFlight()).isEqualTo(1);
    }

    @Test
    void shouldIgnoreTheOldLifesFinishesWhenARankIsBack() {
        fixture.route(1, CHAIN);
        fixture.register("http://rank-0", 2, 0);
        assertThat(router.inFlight()).isZero();
        assertThat(fixture.count(RouterCounter.ORPHANS)).isEqualTo(1);
        router.reassign(FRONTEND, 2, 0, 2);
        assertThat(router.finish(FRONTEND, 1, true)).isEqualTo(RequestResult.LATE);
        assertThat(fixture.loads()).containsExactly(1, 0, 0);
        assertThat(fixture.count(RouterCounter.LATE_FINISHES)).isEqualTo(1);
        assertThat(fixture.count(RouterCounter.FINISHED)).isZero();
        assertThat(fixture.count(RouterCounter.ORPHANS)).isZero();
    }

    @Test
    void shouldReleaseADecisionThatCannotBeDelivered() {
        fixture.route(1, CHAIN);
        final long requestId = fixture.outcome.requestId();
        assertThat(router.undeliverable(requestId)).isEqualTo(RequestResult.DONE);
        assertThat(router.undeliverable(requestId)).isEqualTo(RequestResult.UNKNOWN_REQUEST);
        assertThat(router.inFlight()).isZero();
        fixture.route(1, CHAIN);
        assertThat(router.undeliverable(requestId)).as("the id of the former life").isEqualTo(
            RequestResult.UNKNOWN_REQUEST);
        assertThat(router.inFlight()).isEqualTo(1);
    }

    @Test
    void shouldLearnNothingWhenTheDecisionIsOverBefore() {
        fixture.query(FRONTEND, 1, CHAIN);
        router.route(fixture.query, 0, fixture.outcome);
        router.undeliverable(fixture.outcome.requestId());
        router.learn(0);
        assertThat(fixture.index.stats().residentBlocks()).isZero();
    }

    @Test
    void shouldMoveOrCreateTheReservationWhenReassigned() {
        fixture.route(1, CHAIN);
        assertThat(router.reassign(FRONTEND, 1, 2, 1)).isEqualTo(RequestResult.DONE);
        assertThat(fixture.loads()).containsExactly(0, 0, 1);
        assertThat(router.reassign(FRONTEND, 1, 2, 1)).isEqualTo(RequestResult.DONE);
        assertThat(router.reassign(FRONTEND, 7, 1, 1)).isEqualTo(RequestResult.DONE);
        assertThat(fixture.loads()).containsExactly(0, 1, 1);
        assertThat(fixture.route(1, CHAIN).rankIndex()).isEqualTo(2);
        router.finish(FRONTEND, 7, true);
        router.finish(FRONTEND, 1, true);
        assertThat(fixture.loads()).containsExactly(0, 0, 0);
        assertThat(fixture.count(RouterCounter.REASSIGNED)).isEqualTo(3);
    }

    @Test
    void shouldReleaseWhenReassignedToARankThatIsNotThere() {
        fixture.route(1, CHAIN);
        fixture.route(2, 99);
        assertThat(router.reassign(FRONTEND, 1, 3, 1)).isEqualTo(RequestResult.UNKNOWN_RANK);
        assertThat(router.reassign(FRONTEND, 2, 2, 2)).isEqualTo(RequestResult.STALE_GENERATION);
        assertThat(router.reassign(FRONTEND, 3, 4294967294L, 1)).isEqualTo(RequestResult.UNKNOWN_RANK);
        assertThat(router.reassign(FRONTEND, -3, 0, 1)).isEqualTo(RequestResult.BAD_CORRELATION_ID);
        assertThat(router.inFlight()).isZero();
        assertThat(fixture.count(RouterCounter.STALE_RANKS)).isEqualTo(3);
    }

    @Test
    void shouldRefuseToCreateWhenTheTableIsFull() {
        fixture.close();
        start(RouterFixture.small().set(RouterOption.MAX_IN_FLIGHT, 2), RouterFixture.NAIVE);
        assertThat(router.reassign(FRONTEND, 1, 0, 1)).isEqualTo(RequestResult.DONE);
        assertThat(router.report(FRONTEND, 1, 2, 0, 1)).isEqualTo(RequestResult.DONE);
        assertThat(router.reassign(FRONTEND, 3, 0, 1)).isEqualTo(RequestResult.TOO_MANY_IN_FLIGHT);
        assertThat(router.report(FRONTEND, 1, 3, 0, 1)).isEqualTo(RequestResult.TOO_MANY_IN_FLIGHT);
        assertThat(router.reassign(FRONTEND, 2, 1, 1)).isEqualTo(RequestResult.DONE);
        assertThat(fixture.loads()).containsExactly(1, 1, 0);
    }

    @Test
    void shouldCountAFinishOfAnEarlierEpochOnlyForAnAdoptedRequest() {
        fixture.route(1, CHAIN);
        assertThat(router.finish(FRONTEND, 1, false)).isEqualTo(RequestResult.WRONG_EPOCH);
        assertThat(router.firstToken(FRONTEND, 1, false)).isEqualTo(RequestResult.WRONG_EPOCH);
        assertThat(router.report(FRONTEND, 1, 1, 0, 1)).isEqualTo(RequestResult.DONE);
        assertThat(router.report(FRONTEND, 1, 2, 1, 1)).isEqualTo(RequestResult.DONE);
        assertThat(router.abort(FRONTEND, 1, false)).isEqualTo(RequestResult.WRONG_EPOCH);
        assertThat(router.firstToken(FRONTEND, 2, false)).isEqualTo(RequestResult.DONE);
        assertThat(router.finish(FRONTEND, 2, false)).isEqualTo(RequestResult.DONE);
        assertThat(router.finish(FRONTEND, 2, false)).isEqualTo(RequestResult.UNKNOWN_REQUEST);
        assertThat(fixture.loads()).containsExactly(1, 0, 0);
        assertThat(fixture.count(RouterCounter.ADOPTED)).isEqualTo(1);
        assertThat(fixture.count(RouterCounter.WRONG_EPOCH)).isEqualTo(3);
    }

    @Test
    void shouldFollowAReportAndTeachNothing() {
        for (int i = 1; i <= 5; i++) {
            router.reassign(FRONTEND, i, 0, 1);
        }
        assertThat(router.report(FRONTEND, 10, 1, 0, 1)).isEqualTo(RequestResult.DONE);
        assertThat(router.report(FRONTEND, 10, 2, 1, 1)).isEqualTo(RequestResult.DONE);
        assertThat(router.report(FRONTEND, 10, 3, Router.NOT_ANSWERED_RANK, 0)).isEqualTo(RequestResult.DONE);
        assertThat(router.report(FRONTEND, 10, 6, 2, 1)).isEqualTo(RequestResult.DONE);
        assertThat(router.report(FRONTEND, 10, 7, Router.NOT_ANSWERED_RANK, 0)).isEqualTo(RequestResult.DONE);
        assertThat(router.report(FRONTEND, 10, 4, 9, 1)).isEqualTo(RequestResult.UNKNOWN_RANK);
        assertThat(fixture.loads()).containsExactly(3, 1, 1);
        assertThat(router.reportComplete(FRONTEND, 10)).isEqualTo(RequestResult.DONE);
        drain();
        assertThat(fixture.loads()).containsExactly(2, 1, 1);
        assertThat(fixture.count(RouterCounter.RELEASED_BY_REPORT)).isEqualTo(1);
        assertThat(fixture.index.stats().residentBlocks()).isZero();
    }

    @Test
    void shouldReleaseUnreportedRequestsInBoundedSteps() {
        fixture.load(0, 25);
        router.reportComplete(FRONTEND, 1);
        assertThat(router.releaseSome(10)).isEqualTo(10);
        assertThat(fixture.loads()[0]).isEqualTo(15);
        fixture.route(1, CHAIN);
        drain();
        assertThat(router.inFlight()).as("asked after the report").isEqualTo(1);
        assertThat(router.releaseSome(10)).isZero();
    }

    @Test
    void shouldKeepWhatWasAskedBetweenTheReportsParts() {
        fixture.load(0, 1);
        router.report(FRONTEND, 1, 1_000_000, 0, 1);
        fixture.route(1, CHAIN);
        router.reportComplete(FRONTEND, 1);
        drain();
        assertThat(router.inFlight()).isEqualTo(2);
    }

    @Test
    void shouldIgnoreAReportOlderThanOneBegun() {
        fixture.load(0, 2);
        assertThat(router.report(FRONTEND, 5, 1_000_000, 0, 1)).isEqualTo(RequestResult.DONE);
        assertThat(router.report(FRONTEND, 4, 1_000_000, 1, 1)).isEqualTo(RequestResult.STALE_REPORT);
        assertThat(router.reportComplete(FRONTEND, 4)).isEqualTo(RequestResult.STALE_REPORT);
        assertThat(router.report(FRONTEND, 0, 1_000_000, 1, 1)).isEqualTo(RequestResult.STALE_REPORT);
        assertThat(router.reportComplete(FRONTEND, 5)).isEqualTo(RequestResult.DONE);
        assertThat(router.report(FRONTEND, 5, 1_000_001, 0, 1)).isEqualTo(RequestResult.STALE_REPORT);
        drain();
        assertThat(fixture.loads()).containsExactly(1, 0, 0);
        assertThat(fixture.count(RouterCounter.STALE_REPORTS)).isEqualTo(4);
    }

    @Test
    void shouldGoByTheNewerReportWhenItBeginsBeforeTheOldOneIsWorkedOff() {
        fixture.load(0, 20);
        router.reportComplete(FRONTEND, 1);
        router.releaseSome(5);
        for (int i = 0; i < 15; i++) {
            router.report(FRONTEND, 2, 1_000_000 + i, 0, 1);
        }
        assertThat(router.releaseSome(5)).as("the old report is void").isZero();
        router.reportComplete(FRONTEND, 2);
        drain();
        assertThat(fixture.loads()).containsExactly(15, 0, 0);
    }

    @Test
    void shouldReleaseALostFrontendsRequestsInBoundedSteps() {
        final int other = connect(2, 2);
        for (int i = 1; i <= 25; i++) {
            fixture.query(other, i, CHAIN);
            fixture.route();
        }
        fixture.route(1, CHAIN);
        router.frontendLost(other);
        router.frontendLost(other);
        assertThat(router.inFlight()).isEqualTo(26);
        assertThat(router.releaseSome(10)).isEqualTo(10);
        assertThat(router.inFlight()).isEqualTo(16);
        assertThat(router.frontends().state(other)).isEqualTo(FrontendState.RELEASING);
        drain();
        assertThat(router.inFlight()).isEqualTo(1);
        assertThat(router.frontends().state(other)).isEqualTo(FrontendState.FREE);
        assertThat(fixture.count(RouterCounter.RELEASED_WITH_FRONTEND)).isEqualTo(25);
        assertThat(router.releaseSome(10)).isZero();
    }

    @Test
    void shouldReleaseTheLeafExactlyOnceOnEveryWayOut() {
        for (final IndexFactory factory
            : new IndexFactory[]{RouterFixture.NAIVE, RouterFixture.NAIVE_TELLING_LATER}) {
            startRefZero(factory);
            for (int i = 1; i <= 6; i++) {
                fixture.route(i, CHAIN);
            }
            router.finish(FRONTEND, 1, true);
            router.abort(FRONTEND, 2, true);
            fixture.query(FRONTEND, 7).request(FRONTEND, 7, 3);
            fixture.route();
            router.reassign(FRONTEND, 4, 2, 1);
            router.reassign(FRONTEND, 4, 0, 1);
            router.removeRank(0, 1, fixture.control);
            router.frontendLost(FRONTEND);
            drain();
            while (router.learnMore() > 0) {
                fixture.nowNs++;
            }
            assertThat(openLeaves()).isZero();
            assertThat(((RecordingIndex)fixture.index).releases()).isEqualTo(6);
            assertThat(fixture.count(RouterCounter.ORPHANS)).isZero();
        }
    }

    @Test
    void shouldKeepWhatItsFrontendPlacedByItselfWhenTheDecisionCannotBeDelivered() {
        fixture.route(1, CHAIN);
        final long requestId = fixture.outcome.requestId();
        router.reassign(FRONTEND, 1, 2, 1);
        assertThat(router.undeliverable(requestId)).isEqualTo(RequestResult.KEPT);
        assertThat(router.inFlight()).isEqualTo(1);
        assertThat(router.finish(FRONTEND, 1, true)).isEqualTo(RequestResult.DONE);
        fixture.route(1, CHAIN);
        assertThat(router.isReserved(fixture.outcome.requestId())).isTrue();
        assertThat(router.undeliverable(fixture.outcome.requestId())).isEqualTo(RequestResult.DONE);
        assertThat(router.isReserved(fixture.outcome.requestId())).isFalse();
        router.reassign(FRONTEND, 2, 2, 1);
        fixture.route(2, CHAIN);
        assertThat(fixture.outcome.duplicate()).isTrue();
        assertThat(router.undeliverable(fixture.outcome.requestId())).isEqualTo(RequestResult.KEPT);
        router.finish(FRONTEND, 2, true);
        assertThat(router.inFlight()).isZero();
    }

    @Test
    void shouldHearOfAPendingLeafBeforeTheNextDecision() {
        fixture.close();
        start(RouterFixture.small().set(RouterOption.PREFIX_CACHING_EVICTION_POLICY, "ref_zero")
            .set(RouterOption.MAX_IN_FLIGHT, 1), RouterFixture.NAIVE_TELLING_LATER);
        fixture.route(1, CHAIN);
        router.finish(FRONTEND, 1, true);
        assertThat(router.inFlight()).isZero();
        assertThat(router.undeliverable(fixture.outcome.requestId())).isEqualTo(RequestResult.UNKNOWN_REQUEST);
        assertThat(fixture.route(2, CHAIN).accepted()).isTrue();
        assertThat(fixture.outcome.matchedBlocks()).isZero();
        router.learnMore();
    }

    @Test
    void shouldSeeAllOfAGiantPromptAtTheVeryNextDecision() {
        fixture.close();
        start(RouterFixture.small(), RouterFixture.RUNS);
        final long[] giant = new long[16_384];
        for (int i = 0; i < giant.length; i++) {
            giant[i] = 1_000_000L + i;
        }
        fixture.route(1, giant);
        router.finish(FRONTEND, 1, true);
        assertThat(fixture.route(2, giant).matchedBlocks()).isEqualTo(giant.length);
    }

    @Test
    void shouldNotHoldBlocksWhereARequestIsNotWhenRefZero() {
        startRefZero(RouterFixture.NAIVE);
        fixture.route(1, CHAIN);
        router.reassign(FRONTEND, 1, 2, 1);
        fixture.route(2, CHAIN);
        assertThat(fixture.outcome.matchedBlocks()).isZero();
    }
}
