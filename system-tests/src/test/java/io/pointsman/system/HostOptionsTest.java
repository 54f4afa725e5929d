/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pointsman.codecs.RejectCode;
import io.pointsman.coordinator.host.Coordinator;
import io.pointsman.coordinator.host.HostCounter;
import io.pointsman.coordinator.host.Settings;
import io.pointsman.coordinator.router.RouterCounter;
import io.pointsman.transport.client.RouteClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Every option of the host is seen to work from outside; the others are seen in the tests of what they are about. */
class HostOptionsTest {
    private static void serves(final String... options) {
        try (TestCoordinator coordinator = TestCoordinator.launch(options);
            TestFrontend frontend = TestFrontend.connect(coordinator)) {
            frontend.registerRanks(2);
            Prompts.set(frontend.parameters, 1, 4);
            frontend.decide();
            frontend.finishAll();
            coordinator.awaitCounter(RouterCounter.FINISHED, 1);
            coordinator.assertSettled();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"busy-spin", "noop", "yielding", "backoff", "backoff(10,20,1000,100000)", "sleeping",
        "sleeping(50000)"})
    void shouldServeWithEachIdleStrategy(final String idleStrategy) {
        serves("idle-strategy", idleStrategy);
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded-invoked", "embedded-threaded"})
    void shouldServeWithEachEmbeddedDriver(final String driverMode) {
        serves("driver-mode", driverMode);
    }

    @Test
    void shouldServeWithSmallLimitsPinnedAndWithLongerTerms() {
        serves("ingress-limit", "1", "sweep-limit", "0", "cpu", "0", "term-length", "4m");
    }

    @Test
    void shouldListenOnTheStreamsNamed() {
        try (TestCoordinator coordinator = TestCoordinator.launch("ingress-stream", "8801", "admin-stream", "8802");
            TestFrontend frontend = new TestFrontend(TestFrontend.context(coordinator).ingressStreamId(8_801)
                .adminStreamId(8_802).isAdministrator(true))) {
            frontend.registerRanks(1);
            assertThat(frontend.administer(() -> frontend.client().administrator().invalidateAll()).code())
                .isEqualTo(RejectCode.NULL_VAL);
            assertThatThrownBy(() -> RouteClient.connect(TestFrontend.context(coordinator).listener(frontend)
                .connectTimeoutNs(TimeUnit.MILLISECONDS.toNanos(500)))).isInstanceOf(RuntimeException.class);
        }
    }

    @Test
    void shouldKeepItsClaimWhereToldAndAllowTakeOverAfterTheTimeNamed(@TempDir final Path state) {
        try (TestCoordinator coordinator = TestCoordinator.launch("state-dir", state.toString(), "ingress-stream",
            "9901")) {
            assertThat(state.resolve("coordinator-9901.mark")).exists();
            final Settings other = Settings.defaults().with(TestCoordinator.options(TestCoordinator.newDirectory(),
                "state-dir", state.toString(), "ingress-stream", "9901"), "test");
            assertThatThrownBy(() -> Coordinator.launch(other)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("another coordinator");
            coordinator.assertSettled();
        }
    }

    @Test
    void shouldKeepAReservationWhoseFirstAnswerArrivedWhenRepeatedOnesAreLost() {
        try (TestCoordinator coordinator = TestCoordinator.launch("reply-timeout-ms", "50", "reply-queue-length",
            "16k")) {
            final RawFrontend deaf = RawFrontend.connect(coordinator, 56);
            deaf.register(TestFrontend.rank("http://a", 1));
            deaf.decide(1);
            Await.until("repeated answers given up", () ->
                deaf.proxy.routeRequest(deaf.ingress, 1, deaf.parameters) != 0 &&
                    coordinator.counter(HostCounter.DROPPED_REPLIES) > 0);
            assertThat(coordinator.counter(RouterCounter.UNDELIVERABLE)).isZero();
            assertThat(coordinator.counter(RouterCounter.IN_FLIGHT)).isEqualTo(1);
            deaf.finish(1);
            coordinator.awaitCounter(RouterCounter.FINISHED, 1);
            deaf.close();
            coordinator.awaitCounter(RouterCounter.FRONTENDS, 0);
            coordinator.assertSettled();
        }
    }

    @Test
    void shouldGiveUpWhatAFrontendDoesNotReadAndServeTheOthersMeanwhile() {
        try (TestCoordinator coordinator = TestCoordinator.launch("reply-timeout-ms", "50", "reply-queue-length",
            "16k", "max-requests", "1048576");
            TestFrontend reader = TestFrontend.connect(coordinator)) {
            reader.registerRanks(2);
            final RawFrontend deaf = RawFrontend.connect(coordinator, 55);
            final int most = 60_000;
            for (int i = 1; i <= most && coordinator.counter(RouterCounter.UNDELIVERABLE) == 0; i++) {
                final long id = i;
                // Not through RawFrontend.send, which listens.
                Await.until("room to ask", () -> deaf.proxy.routeRequest(deaf.ingress, id, deaf.parameters) > 0);
                if (i % 1_000 == 0) {
                    reader.decide();
                    reader.finishAll();
                    reader.decisions.clear();
                }
            }
            Await.until("a decision given up", () -> coordinator.counter(RouterCounter.UNDELIVERABLE) > 0);
            assertThat(coordinator.counter(HostCounter.BACK_PRESSURE)).isPositive();
            assertThat(coordinator.counter(HostCounter.DROPPED_REPLIES)).isPositive();
            reader.decide();
            reader.finishAll();
            deaf.close();
            coordinator.assertSettled();
        }
    }
}
