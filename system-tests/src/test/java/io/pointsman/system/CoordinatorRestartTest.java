/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.pointsman.coordinator.host.CoordinatorMain;
import io.pointsman.coordinator.host.CountersMain;
import io.pointsman.coordinator.host.DriverMain;
import io.pointsman.perf.process.JavaProcess;
import io.pointsman.transport.TransportContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A coordinator that dies or sleeps, and another that takes over, with the media driver in a process of its own. */
class CoordinatorRestartTest {
    private static final long READY_MS = 60_000;
    private static final String LIVENESS = "--liveness-timeout-ms=1500";

    private final String directory = TestCoordinator.newDirectory();
    private JavaProcess driver;

    @BeforeEach
    void startDriver() {
        driver = JavaProcess.start(DriverMain.class, List.of(), List.of("--aeron-dir", directory, LIVENESS),
            (line) -> line.endsWith(", ready")).awaitReady(READY_MS);
    }

    @AfterEach
    void clean() {
        driver.close();
        TestCoordinator.deleteDirectory(directory);
    }

    private JavaProcess coordinator() {
        return JavaProcess.start(CoordinatorMain.class, List.of(), List.of("--aeron-dir", directory, LIVENESS,
            "--driver-mode=external", "--index-memory=4m", "--max-in-flight=4096", "--takeover-timeout-ms=500"),
            (line) -> line.endsWith(", ready"));
    }

    private TestFrontend frontend() {
        return new TestFrontend(TestFrontend.context(new TransportContext().aeronDirectoryName(directory), null)
            .coordinatorTimeoutNs(TimeUnit.SECONDS.toNanos(2)).keepAliveNs(TimeUnit.MILLISECONDS.toNanos(100)));
    }

    /** Starts again and again until the claim of the one before is stale. */
    private JavaProcess takeOver() throws InterruptedException {
        for (int attempt = 0; attempt < 20; attempt++) {
            final JavaProcess next = coordinator();
            try {
                return next.awaitReady(READY_MS);
            } catch (final IllegalStateException claimStillFresh) {
                assertThat(next.process().waitFor()).isEqualTo(1);
            }
        }
        throw new AssertionError("never took over");
    }

    private long counter(final String label) {
        return CountersMain.read(directory).getOrDefault(label, -1L);
    }

    @Test
    void shouldAdoptWhatIsInFlightWhenItComesBackAfterSigkill() throws InterruptedException {
        try (JavaProcess first = coordinator().awaitReady(READY_MS); TestFrontend frontend = frontend()) {
            frontend.registerRanks(2);
            for (int i = 0; i < 10; i++) {
                frontend.decide();
            }
            final long firstEpoch = frontend.client().epoch();
            first.process().destroyForcibly();
            try (JavaProcess second = takeOver()) {
                Await.until("the next epoch", () -> frontend.poll() && frontend.client().isConnected() &&
                    frontend.client().epoch() > firstEpoch);
                for (int i = 0; i < 2; i++) {
                    frontend.register(TestFrontend.rank("http://rank-" + i, 1));
                }
                Await.until("ten adopted", () -> frontend.poll() && counter("in flight") == 10);

                frontend.finishAll();

                Await.until("none in flight", () -> frontend.poll() && counter("in flight") == 0);
                assertThat(counter("adopted from reports")).isEqualTo(10);
                assertThat(counter("accounting faults")).isZero();
                frontend.decisions.clear();
                frontend.decide();
                frontend.finishAll();
                Await.until("none in flight", () -> frontend.poll() && counter("in flight") == 0);
                assertThat(second.process().isAlive()).isTrue();
            }
        }
    }

    @Test
    void shouldEndByItselfWhenItWakesUpAfterAnotherHasTakenOver() throws InterruptedException, IOException {
        try (JavaProcess first = coordinator().awaitReady(READY_MS); TestFrontend frontend = frontend()) {
            frontend.registerRanks(2);
            frontend.decide();
            frontend.finishAll();
            frontend.decisions.clear();
            final long firstEpoch = frontend.client().epoch();
            signal(first, "STOP");
            try (JavaProcess second = takeOver()) {
                Await.until("the next epoch", () -> frontend.poll() && frontend.client().isConnected() &&
                    frontend.client().epoch() > firstEpoch);
                signal(first, "CONT");
                assertThat(first.process().waitFor(READY_MS, TimeUnit.MILLISECONDS)).isTrue();
                assertThat(first.process().exitValue()).isEqualTo(1);
                for (int i = 0; i < 2; i++) {
                    frontend.register(TestFrontend.rank("http://rank-" + i, 1));
                }
                frontend.decide();
                frontend.finishAll();
                Await.until("none in flight", () -> frontend.poll() && counter("in flight") == 0);
                assertThat(second.process().isAlive()).isTrue();
            }
        }
    }

    private static void signal(final JavaProcess process, final String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.process().pid())).start().waitFor())
            .isZero();
    }
}
