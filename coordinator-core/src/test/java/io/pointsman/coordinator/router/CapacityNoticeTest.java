/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.codecs.RejectCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.pointsman.coordinator.router.RouterFixture.FRONTEND;
import static org.assertj.core.api.Assertions.assertThat;

class CapacityNoticeTest {
    private final CapacityNotice notice = new CapacityNotice();
    private RouterFixture fixture;
    private int other;

    @BeforeEach
    void setUp() {
        start("reject");
    }

    private void start(final String admission) {
        fixture = new RouterFixture(RouterFixture.small().set(RouterOption.ADMISSION, admission), RouterFixture.NAIVE);
        fixture.registerRanks(2, 2);
        fixture.router.connect(2, 2, false, fixture.control);
        other = fixture.control.index();
    }

    @AfterEach
    void tearDown() {
        fixture.close();
    }

    private void saturate() {
        fixture.load(0, 2);
        fixture.load(1, 2);
    }

    private void finish(final int rankIndex, final int nth) {
        fixture.router.finish(FRONTEND, 1_000_000L * (rankIndex + 1) + nth, true);
    }

    private void assertSaturated(final int frontendIndex, final long correlationId, final int... excluded) {
        fixture.query(frontendIndex, correlationId);
        fixture.exclude(excluded).route();
        assertThat(fixture.outcome.accepted()).isFalse();
        assertThat(fixture.outcome.code()).isEqualTo(RejectCode.SATURATED);
        assertThat(fixture.outcome.value()).isEqualTo(2 - excluded.length);
    }

    @Test
    void shouldNeverRefuseForLoadWhenAdmissionIsOff() {
        fixture.close();
        start("off");
        saturate();
        for (int i = 1; i <= 100; i++) {
            assertThat(fixture.route(i).accepted()).isTrue();
        }
    }

    @Test
    void shouldTakeRequestsUntilTheLastCandidateIsFull() {
        for (int i = 1; i <= 4; i++) {
            assertThat(fixture.route(i).accepted()).isTrue();
        }
        assertSaturated(FRONTEND, 5);
        assertThat(fixture.router.inFlight()).isEqualTo(4);
        fixture.router.finish(FRONTEND, 3, true);
        assertThat(fixture.route(5).accepted()).isTrue();
    }

    @Test
    void shouldTellEachWaitingFrontendOnceWhenThereIsRoom() {
        saturate();
        assertSaturated(FRONTEND, 1);
        assertSaturated(FRONTEND, 2);
        assertSaturated(other, 1);
        assertThat(fixture.router.pollCapacityNotice(notice)).isFalse();
        finish(1, 0);
        assertThat(fixture.router.pollCapacityNotice(notice)).isTrue();
        assertThat(notice.frontendIndex()).isEqualTo(FRONTEND);
        assertThat(notice.modelId()).isZero();
        assertThat(fixture.router.pollCapacityNotice(notice)).isTrue();
        assertThat(notice.frontendIndex()).isEqualTo(other);
        assertThat(fixture.router.pollCapacityNotice(notice)).isFalse();
        finish(0, 0);
        assertThat(fixture.router.pollCapacityNotice(notice)).isFalse();
        assertThat(fixture.count(RouterCounter.CAPACITY_NOTICES)).isEqualTo(2);
    }

    @Test
    void shouldTellWhenTheModelsRanksChange() {
        saturate();
        assertSaturated(FRONTEND, 1);
        fixture.register("another", 1, 2);
        assertThat(fixture.router.pollCapacityNotice(notice)).isTrue();
        fixture.load(2, 2);
        fixture.query(FRONTEND, 1);
        assertThat(fixture.route().code()).isEqualTo(RejectCode.SATURATED);
        fixture.router.removeRank(1, 1, fixture.control);
        assertThat(fixture.router.pollCapacityNotice(notice)).as("fewer ranks may mean another reject").isTrue();
    }

    @Test
    void shouldSaturateByTheCandidatesThatAreNotExcluded() {
        fixture.load(1, 2);
        assertSaturated(FRONTEND, 1, 0);
        finish(1, 1);
        assertThat(fixture.router.pollCapacityNotice(notice)).isTrue();
        fixture.query(FRONTEND, 1);
        assertThat(fixture.exclude(0).route().rankIndex()).isEqualTo(1);
    }

    @Test
    void shouldNotTellAFrontendThatLeft() {
        saturate();
        assertSaturated(other, 1);
        fixture.router.frontendLost(other);
        finish(0, 0);
        assertThat(fixture.router.pollCapacityNotice(notice)).isFalse();
        fixture.router.releaseSome(1);
        fixture.router.connect(3, 3, false, fixture.control);
        finish(0, 1);
        assertThat(fixture.router.pollCapacityNotice(notice)).isFalse();
    }
}
