/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.pointsman.coordinator.router.RouterCounter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.CloseHelper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IsolationTest {
    private static final int REQUESTS = 500;
    private static final int OUTSTANDING = 8;

    /** Every client numbers its requests alike, and has a model and a rank of its own by which answers are known. */
    @ParameterizedTest
    @CsvSource({"2, false", "8, false", "2, true", "8, true"})
    void shouldTellEachFrontendItsOwnDecisionsOnlyWhenCorrelationIdsOverlap(final int count, final boolean udp) {
        final List<TestFrontend> frontends = new ArrayList<>();
        final String channel = udp ? TestCoordinator.udpChannel() : TestCoordinator.IPC;
        try (TestCoordinator coordinator = TestCoordinator.launch("channel", channel)) {
            try {
                for (int i = 0; i < count; i++) {
                    final TestFrontend frontend = TestFrontend.connect(coordinator);
                    frontends.add(frontend);
                    final String model = "model of " + i;
                    frontend.register(TestFrontend.rank("http://rank-of-" + i, 1).modelName(model));
                    frontend.useModel(model);
                }
                routeInterleaved(frontends);
                assertOwn(frontends);
                coordinator.awaitCounter(RouterCounter.FINISHED.label(), (long)count * REQUESTS,
                    () -> frontends.stream().allMatch(TestFrontend::poll));
                coordinator.assertSettled();
            } finally {
                CloseHelper.closeAll(frontends);
            }
        }
    }

    private static void routeInterleaved(final List<TestFrontend> frontends) {
        final int[] sent = new int[frontends.size()];
        Await.until("all decisions", () -> {
            boolean done = true;
            for (int i = 0; i < sent.length; i++) {
                final TestFrontend frontend = frontends.get(i);
                while (sent[i] < REQUESTS && sent[i] - frontend.decisions.size() < OUTSTANDING) {
                    Prompts.set(frontend.parameters, sent[i] % 3, 4);
                    if (frontend.client().route(frontend.parameters) <= 0) {
                        break;
                    }
                    sent[i]++;
                }
                frontend.poll();
                done &= frontend.decisions.size() == REQUESTS;
            }
            return done;
        });
        frontends.forEach(TestFrontend::finishAll);
    }

    private static void assertOwn(final List<TestFrontend> frontends) {
        final Set<Long> requestIds = new HashSet<>();
        for (int i = 0; i < frontends.size(); i++) {
            final TestFrontend frontend = frontends.get(i);
            final int own = i;
            assertThat(frontend.decisions.values()).allMatch((decision) -> decision.rankIndex() == own);
            frontend.decisions.values().forEach((decision) -> requestIds.add(decision.requestId()));
            assertThat(frontend.client().counters().unknownDecisions()).isZero();
            assertThat(frontend.client().counters().voidDecisions()).isZero();
            assertThat(frontend.refusals).isEmpty();
        }
        assertThat(requestIds).hasSize(frontends.size() * REQUESTS);
    }
}
