/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.CommonContext;
import io.pointsman.coordinator.host.CoordinatorMain;
import io.pointsman.coordinator.host.CountersMain;
import io.pointsman.coordinator.router.RouterCounter;
import io.pointsman.perf.process.JavaProcess;
import io.pointsman.transport.TransportContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The coordinator's process: how it starts, what it shows, how it ends. */
class CoordinatorProcessTest {
    private static final long READY_MS = 60_000;

    private final String directory = TestCoordinator.newDirectory();

    @AfterEach
    void clean() {
        TestCoordinator.deleteDirectory(directory);
    }

    private JavaProcess start(final String... flags) {
        final List<String> arguments = new ArrayList<>(List.of("--aeron-dir", directory, "--index-memory", "4m",
            "--max-in-flight", "4096"));
        arguments.addAll(Arrays.asList(flags));
        return JavaProcess.start(CoordinatorMain.class, List.of(), arguments, (line) -> line.endsWith(", ready"));
    }

    private static int exitStatus(final JavaProcess process) throws InterruptedException {
        assertThat(process.process().waitFor(READY_MS, TimeUnit.MILLISECONDS)).isTrue();
        return process.process().exitValue();
    }

    @Test
    void shouldEndWithinTwoSecondsOnSigterm() {
        final long[] endedAfterMs = new long[3];
        for (int i = 0; i < endedAfterMs.length; i++) {
            try (JavaProcess coordinator = start().awaitReady(READY_MS)) {
                final long startNs = System.nanoTime();
                assertThat(coordinator.terminate()).as("%s", coordinator.output()).isZero();
                endedAfterMs[i] = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
            }
        }
        Arrays.sort(endedAfterMs);
        assertThat(endedAfterMs[1]).isLessThan(2_000);
    }

    @Test
    void shouldPrintItsEffectiveConfigurationWithSources() {
        try (JavaProcess coordinator = start("--tie-break=reference").awaitReady(READY_MS)) {
            assertThat(coordinator.output()).contains("tie-break: reference  # flag", "index-memory: 4m  # flag",
                "prefix-caching-load-beta: 1.0  # default");
        }
    }

    @Test
    void shouldRefuseASecondCoordinatorOnTheSameStreams() throws InterruptedException {
        try (JavaProcess first = start().awaitReady(READY_MS); JavaProcess second = start()) {
            assertThat(exitStatus(second)).isEqualTo(1);
            Await.until("the reason", () -> second.output().stream().anyMatch((line) -> line.contains(
                "another coordinator (process " + first.process().pid())));
            assertThat(CountersMain.read(directory)).containsEntry("ranks", 0L);
        }
    }

    @Test
    void shouldNameThePropertyAndTheValueWhenAnOptionIsBad() throws InterruptedException {
        for (final Map.Entry<String, String> bad : Map.of("--max-requests=0", "max-requests = '0' (flag): allowed",
            "--idle-strategy=lazy", "lazy", "--term-length=64k", "term", "--no-such=1", "--no-such",
            "--index-memory=1m", "index-memory", "--channel=tcp:1", "channel=tcp:1",
            "--channel=aeron:udp?endpoint=localhost:99999", "PORT 0 to 65535").entrySet()) {
            try (JavaProcess coordinator = start(bad.getKey())) {
                assertThat(exitStatus(coordinator)).as(bad.getKey()).isEqualTo(2);
                Await.until(bad.getKey() + " is explained, not " + coordinator.output(), () -> coordinator.output()
                    .stream().anyMatch((line) -> line.contains(bad.getValue())));
                assertThat(coordinator.output()).noneMatch((line) -> line.startsWith("\tat "));
            }
        }
    }

    @Test
    void shouldStartAgainAtOnceAfterSigkillWithItsDriverInTheSameProcess() {
        for (int i = 0; i < 3; i++) {
            final JavaProcess coordinator = start().awaitReady(READY_MS);
            assertThat(CountersMain.read(directory)).containsEntry("ranks", 0L);
            coordinator.process().destroyForcibly().onExit().join();
            coordinator.close();
        }
        Await.until("the driver's end seen", () -> !CommonContext.isDriverActive(new File(directory), 2_000,
            (line) -> { }));
        try (JavaProcess counters = JavaProcess.start(CountersMain.class, List.of(), List.of("--aeron-dir", directory),
            (line) -> line.contains("is gone")).awaitReady(READY_MS)) {
            assertThat(counters.process().onExit().join().exitValue()).isEqualTo(1);
        }
    }

    @Test
    void shouldEndWithTheReasonWhenMemoryIsShort() throws InterruptedException {
        try (JavaProcess coordinator = JavaProcess.start(CoordinatorMain.class,
            List.of("-XX:MaxDirectMemorySize=64m"), List.of("--aeron-dir", directory), (line) -> false)) {
            assertThat(exitStatus(coordinator)).isEqualTo(2);
            Await.until("the reason", () -> coordinator.output().stream().anyMatch((line) ->
                line.contains("index-memory = 256m and max-in-flight = 1048576 take more memory")));
        }
    }

    @Test
    void shouldShowItsCountersToAnotherProcessWhileItServes() {
        try (JavaProcess coordinator = start().awaitReady(READY_MS);
            TestFrontend frontend = new TestFrontend(TestFrontend.context(
                new TransportContext().aeronDirectoryName(directory), null))) {
            assertThat(coordinator.process().isAlive()).isTrue();
            frontend.registerRanks(2);
            Prompts.set(frontend.parameters, 1, 8);
            frontend.decide();
            frontend.decide();
            Await.until("two in flight", () -> frontend.poll() &&
                CountersMain.read(directory).get(RouterCounter.IN_FLIGHT.label()) == 2);
            assertThat(CountersMain.read(directory)).containsEntry("decisions", 2L).containsEntry("ranks", 2L)
                .containsEntry("frontends", 1L).containsEntry("requested blocks", 16L)
                .containsKeys("longest duty cycle, ns", "rejects, saturated", "evicted blocks", "affinity hits",
                    "matched blocks", "replies kept for a full stream");
            frontend.finishAll();
            Await.until("none in flight", () -> frontend.poll() &&
                CountersMain.read(directory).get(RouterCounter.IN_FLIGHT.label()) == 0);
        }
    }

    @Test
    void shouldReleaseWhatAKilledFrontendHadInFlight() {
        try (JavaProcess coordinator = start("--liveness-timeout-ms=1000").awaitReady(READY_MS);
            TestFrontend witness = new TestFrontend(TestFrontend.context(
                new TransportContext().aeronDirectoryName(directory), null));
            JavaProcess victim = JavaProcess.start(HoldingFrontendMain.class, List.of(), List.of(directory, "50"),
                HoldingFrontendMain.READY::equals).awaitReady(READY_MS)) {
            assertThat(coordinator.process().isAlive()).isTrue();
            witness.useModel(TestFrontend.MODEL);
            witness.decide();
            Await.until("51 in flight", () -> witness.poll() &&
                CountersMain.read(directory).get(RouterCounter.IN_FLIGHT.label()) == 51);

            victim.process().destroyForcibly();

            Await.until("the victim's released", () -> witness.poll() &&
                CountersMain.read(directory).get(RouterCounter.IN_FLIGHT.label()) == 1);
            assertThat(CountersMain.read(directory)).containsEntry("released with a lost frontend", 50L)
                .containsEntry("frontends", 1L).containsEntry("accounting faults", 0L);
            witness.finishAll();
            Await.until("none in flight", () -> witness.poll() &&
                CountersMain.read(directory).get(RouterCounter.IN_FLIGHT.label()) == 0);
        }
    }
}
