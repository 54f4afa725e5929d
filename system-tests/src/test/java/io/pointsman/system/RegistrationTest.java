/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.pointsman.coordinator.router.RouterCounter;
import io.pointsman.transport.RankDescription;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.Test;

class RegistrationTest {
    private static final int FRONTENDS = 32;
    private static final int RANKS = 4;
    private static final int REQUESTS = 50;

    @Test
    void shouldKnowEachRankOnceAndCountEveryRequestWhenManyFrontendsRegisterTheSameFleet() {
        final List<TestFrontend> frontends = new ArrayList<>();
        try (TestCoordinator coordinator = TestCoordinator.launch("max-frontends", "32")) {
            try {
                for (int i = 0; i < FRONTENDS; i++) {
                    frontends.add(TestFrontend.connect(coordinator));
                }
                registerAtOnce(frontends);
                coordinator.awaitCounter(RouterCounter.RANKS, RANKS);
                frontends.forEach((frontend) -> assertFleet(frontend));
                routeAtOnce(frontends);
                coordinator.awaitCounter(RouterCounter.IN_FLIGHT, FRONTENDS * REQUESTS);
                frontends.forEach(TestFrontend::finishAll);
                coordinator.awaitCounter(RouterCounter.FINISHED, FRONTENDS * REQUESTS);
                coordinator.assertSettled();
            } finally {
                CloseHelper.closeAll(frontends);
            }
        }
    }

    private static void registerAtOnce(final List<TestFrontend> frontends) {
        for (int i = 0; i < RANKS; i++) {
            for (final TestFrontend frontend : frontends) {
                final RankDescription rank = TestFrontend.rank("http://rank-" + i, 77 + i);
                frontend.send(() -> frontend.client().registerRank(rank));
            }
        }
        for (final TestFrontend frontend : frontends) {
            // Under correlation id 0 what others registered is told as well.
            Await.until("four answers", () -> frontend.poll() &&
                frontend.registered.keySet().stream().filter((id) -> id > 0).count() == RANKS);
            frontend.useModel(TestFrontend.MODEL);
        }
    }

    private static void assertFleet(final TestFrontend frontend) {
        assertThat(frontend.client().fleet().rankLimit()).isEqualTo(RANKS);
        for (int i = 0; i < RANKS; i++) {
            assertThat(frontend.client().fleet().rank(i).generation()).isEqualTo(1);
        }
    }

    private static void routeAtOnce(final List<TestFrontend> frontends) {
        for (int i = 0; i < REQUESTS; i++) {
            for (final TestFrontend frontend : frontends) {
                Prompts.set(frontend.parameters, i, 8);
                frontend.send(() -> frontend.client().route(frontend.parameters));
            }
        }
        for (final TestFrontend frontend : frontends) {
            Await.until("all decisions", () -> frontend.poll() && frontend.decisions.size() == REQUESTS);
        }
    }

    @Test
    void shouldBeginANewGenerationAndIgnoreOldFinishesWhenARankIsBackAsAnotherInstance() {
        try (TestCoordinator coordinator = TestCoordinator.launch();
            TestFrontend frontend = TestFrontend.connect(coordinator)) {
            assertThat(frontend.register(TestFrontend.rank("http://a", 1)).generation()).isEqualTo(1);
            frontend.useModel(TestFrontend.MODEL);
            final long first = frontend.decide().correlationId();
            final long second = frontend.decide().correlationId();
            coordinator.awaitCounter(RouterCounter.IN_FLIGHT, 2);

            final RankDescription back = frontend.register(TestFrontend.rank("http://a", 2));
            assertThat(back.generation()).isEqualTo(2);
            assertThat(back.rankIndex()).isZero();
            coordinator.awaitCounter(RouterCounter.IN_FLIGHT, 0);
            coordinator.awaitCounter(RouterCounter.ORPHANS, 2);

            final TestFrontend.Decision decision = frontend.decide();
            assertThat(decision.generation()).isEqualTo(2);
            frontend.client().finish(first, 1);
            frontend.client().abort(second);
            coordinator.awaitCounter(RouterCounter.LATE_FINISHES, 2);
            coordinator.awaitCounter(RouterCounter.IN_FLIGHT, 1);
            assertThat(coordinator.counter(RouterCounter.FINISHED)).isZero();

            frontend.client().finish(decision.correlationId(), 1);
            coordinator.awaitCounter(RouterCounter.FINISHED, 1);
            coordinator.assertSettled();
        }
    }

    @Test
    void shouldChangeNothingWhenTheReplacedInstanceRegistersAgain() {
        try (TestCoordinator coordinator = TestCoordinator.launch();
            TestFrontend frontend = TestFrontend.connect(coordinator);
            TestFrontend late = TestFrontend.connect(coordinator)) {
            frontend.register(TestFrontend.rank("http://a", 1));
            frontend.register(TestFrontend.rank("http://a", 2));
            assertThat(late.register(TestFrontend.rank("http://a", 1)).generation()).isEqualTo(2);
            coordinator.awaitCounter(RouterCounter.RANKS, 1);
        }
    }
}
