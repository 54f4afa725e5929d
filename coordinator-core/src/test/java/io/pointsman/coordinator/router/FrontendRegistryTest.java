/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.codecs.RankState;
import io.pointsman.codecs.RejectCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FrontendRegistryTest {
    private static final int MAX_FRONTENDS = 4;

    private final RouterFixture fixture = new RouterFixture(
        RouterFixture.small().set(RouterOption.MAX_FRONTENDS, MAX_FRONTENDS), RouterFixture.NAIVE);
    private final Router router = fixture.router;
    private final FrontendRegistry frontends = router.frontends();

    @AfterEach
    void tearDown() {
        fixture.close();
    }

    private int connect(final long frontendId, final int sessionId) {
        router.connect(frontendId, sessionId, false, fixture.control);
        return fixture.control.index();
    }

    private void free(final int frontendIndex) {
        router.frontendLost(frontendIndex);
        while (router.releaseSome(1) > 0) {
            fixture.nowNs++;
        }
    }

    @Test
    void shouldChangeNothingWhenConnectedTwice() {
        final int index = connect(-7, 70);
        assertThat(fixture.control.changed()).isTrue();
        assertThat(connect(-7, 70)).isEqualTo(index);
        assertThat(fixture.control.accepted()).isTrue();
        assertThat(fixture.control.changed()).isFalse();
        assertThat(frontends.connectedCount()).isEqualTo(2);
        assertThat(frontends.frontendId(index)).isEqualTo(-7);
    }

    @Test
    void shouldTakeOverTheIndexWhenConnectedByANewSession() {
        final int index = connect(7, 70);
        fixture.registerRanks(1, 0);
        fixture.query(index, 1);
        fixture.route();
        router.reportComplete(index, 99);
        assertThat(connect(7, 71)).isEqualTo(index);
        assertThat(fixture.control.changed()).isTrue();
        assertThat(frontends.indexOf(7, 70)).as("late messages of the old session").isEqualTo(FrontendRegistry.NONE);
        assertThat(frontends.indexOf(7, 71)).isEqualTo(index);
        assertThat(frontends.indexOfSession(70)).isEqualTo(FrontendRegistry.NONE);
        assertThat(frontends.sessionId(index)).isEqualTo(71);
        assertThat(router.releaseSome(10)).as("the old session's report is void").isZero();
        assertThat(router.inFlight()).isEqualTo(1);
        assertThat(router.report(index, 1, 1, 0, 1)).as("reports are numbered anew").isEqualTo(RequestResult.DONE);
    }

    @Test
    void shouldGiveAnotherIndexWhenItReturnsWhileItIsReleased() {
        fixture.registerRanks(1, 0);
        final int index = connect(7, 70);
        fixture.query(index, 1);
        fixture.route();
        router.frontendLost(index);
        assertThat(frontends.indexOf(7, 70)).isEqualTo(FrontendRegistry.NONE);
        final int next = connect(7, 71);
        assertThat(next).isNotEqualTo(index);
        assertThat(router.finish(next, 1, true)).isEqualTo(RequestResult.UNKNOWN_REQUEST);
        while (router.releaseSome(1) > 0) {
            fixture.nowNs++;
        }
        assertThat(router.inFlight()).isZero();
        assertThat(frontends.indexOf(7, 71)).isEqualTo(next);
        assertThat(frontends.state(index)).isEqualTo(FrontendState.FREE);
    }

    @Test
    void shouldRefuseOneFrontendTooMany() {
        for (int i = 2; i <= MAX_FRONTENDS; i++) {
            assertThat(connect(i, i)).isEqualTo(i - 1);
        }
        assertThat(connect(99, 99)).isEqualTo(-1);
        assertThat(fixture.control.code()).isEqualTo(RejectCode.TOO_MANY_FRONTENDS);
        assertThat(fixture.control.value()).isEqualTo(MAX_FRONTENDS);
        assertThat(fixture.control.allowed()).isEqualTo(MAX_FRONTENDS);
        assertThat(connect(2, 2)).as("one that is connected already").isEqualTo(1);
        free(2);
        assertThat(connect(99, 99)).isEqualTo(2);
    }

    @Test
    void shouldRefuseAnIdOfZero() {
        assertThat(connect(0, 1)).isEqualTo(-1);
        assertThat(fixture.control.code()).isEqualTo(RejectCode.BAD_FIELD);
    }

    @Test
    void shouldKnowTheAdministrators() {
        router.connect(5, 5, true, fixture.control);
        assertThat(frontends.isAdministrator(fixture.control.index())).isTrue();
        assertThat(frontends.isAdministrator(RouterFixture.FRONTEND)).isFalse();
    }

    @Test
    void shouldFindEveryFrontendOfASession() {
        final int first = connect(5, 50);
        final int second = connect(6, 50);
        assertThat(frontends.indexOfSession(50)).isEqualTo(first);
        router.frontendLost(first);
        assertThat(frontends.indexOfSession(50)).isEqualTo(second);
        router.frontendLost(second);
        assertThat(frontends.indexOfSession(50)).isEqualTo(FrontendRegistry.NONE);
    }

    @Test
    void shouldTakeALostFrontendsVerdictsAlong() {
        fixture.registerRanks(1, 0);
        final int index = connect(5, 50);
        router.rankHealth(index, 0, 1, false, fixture.control);
        assertThat(router.ranks().rank(0).state()).isEqualTo(RankState.UNHEALTHY);
        router.ranks().pollChanged();
        router.frontendLost(index);
        assertThat(router.ranks().rank(0).state()).isEqualTo(RankState.HEALTHY);
        assertThat(router.ranks().pollChanged()).isZero();
    }
}
