/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pointsman.coordinator.host.CoordinatorMain;
import io.pointsman.coordinator.host.CountersMain;
import io.pointsman.perf.process.JavaProcess;
import io.pointsman.perf.replay.ReplayMain;
import org.agrona.IoUtil;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Replays in separate processes: what is predicted is found, nothing is unanswered, nothing is left in flight. */
@Timeout(180)
class ReplayTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "mooncake_conversation, ipc, 1500",
        "mooncake_conversation, udp, 1500",
        "agentic_coding_le128k, ipc, 600",
        "agentic_coding_le128k, udp, 600",
    })
    void shouldPredictExactlyWhatTheRanksHoldWhenARealTraceIsReplayed(final String name, final String channel,
        final int requests) throws IOException {
        final String traces = System.getenv("POINTSMAN_TRACES");
        if (traces == null) {
            final String line = "skipped: POINTSMAN_TRACES is not set; README.md says where the public originals are";
            System.out.println(line);
            Assumptions.abort(line);
        }
        final int status = replay("--trace", Path.of(traces, name + ".jsonl.gz").toString(), "--channel", channel,
            "--limit", Integer.toString(requests), "--frontends", "2", "--ttl", "0", "--speedup", "2000");

        final JsonNode summary = summary();
        assertThat(summary.get("faults")).isEmpty();
        assertThat(status).isZero();
        assertExact(summary, requests);
    }

    @ParameterizedTest
    @CsvSource({ "ipc, embedded-invoked", "ipc, embedded-threaded", "ipc, external", "udp, embedded-invoked" })
    void shouldPredictExactlyWhenTheGeneratedWorkloadIsReplayed(final String channel, final String driverMode)
        throws IOException {
        final int status = replay("--prompts", "4", "--limit", "400", "--ttl", "0", "--speedup", "2000",
            "--channel", channel, "--driver-mode", driverMode);

        final JsonNode summary = summary();
        assertThat(summary.get("faults")).isEmpty();
        assertThat(status).isZero();
        assertExact(summary, 400);
        assertThat(folder.resolve("route-latency.hgrm")).isNotEmptyFile();
        assertThat(folder.resolve("frontend-0.hlog")).isNotEmptyFile();
        assertThat(folder.resolve("coordinator.log")).content().contains("prefix-cache-ttl-seconds");
    }

    @Test
    void shouldFailWhenExactnessIsAskedForAndCachesForget() throws IOException {
        final int status = replay("--prompts", "4", "--limit", "300", "--ttl", "0", "--speedup", "2000",
            "--cache-blocks", "100", "--verify-exact");

        assertThat(status).isEqualTo(1);
        final JsonNode faults = summary().get("faults");
        assertThat(faults).hasSize(1);
        assertThat(faults.get(0).textValue()).contains("the router predicted");
    }

    @Test
    void shouldPredictNothingWhenOnlyLoadCounts() throws IOException {
        final int status = replay("--prompts", "4", "--limit", "200", "--speedup", "2000", "--signal", "load_balanced",
            "--ranks", "4");

        final JsonNode summary = summary();
        assertThat(status).isZero();
        assertThat(summary.get("predictedBlocks").longValue()).isZero();
        assertThat(summary.get("cachedBlocks").longValue()).isPositive();
        assertThat(summary.get("requestsPerRank")).hasSize(4);
    }

    @Test
    void shouldSayWhyItFailedWhenTheCoordinatorDies() {
        final Thread killer = new Thread(ReplayTest::killCoordinator);
        killer.start();

        final int status = replay("--prompts", "8", "--ttl", "0", "--speedup", "4");

        killer.interrupt();
        assertThat(status).isEqualTo(1);
        assertThat(folder.resolve("summary.json")).content().contains("the coordinator has ended by itself");
    }

    @Test
    void shouldUseACoordinatorThatRunsAlreadyAndLeaveItRunning() throws IOException {
        final Path shared = Files.isDirectory(Path.of("/dev/shm")) ? Path.of("/dev/shm") : Path.of(IoUtil.tmpDirName());
        final Path parent = Files.createTempDirectory(shared, "pointsman-test-");
        final String directory = parent.resolve("aeron").toString();
        try (JavaProcess coordinator = JavaProcess.start(CoordinatorMain.class, List.of(),
            List.of("--aeron-dir", directory, "--state-dir", parent.resolve("state").toString(),
                "--prefix-cache-ttl-seconds", "0", "--max-frontends", "2"), line -> line.endsWith(", ready"))) {
            coordinator.awaitReady(30_000);
            for (int i = 0; i < 2; i++) {
                final int status = replay("--prompts", "2", "--limit", "100", "--speedup", "2000", "--verify-exact",
                    "--seed", Integer.toString(i), "--coordinator-aeron-dir", directory);
                assertThat(summary().get("faults")).isEmpty();
                assertThat(status).isZero();
            }
            assertThat(coordinator.process().isAlive()).isTrue();
            assertThat(CountersMain.read(directory)).containsEntry("decisions", 200L).containsEntry("in flight", 0L);
        } finally {
            IoUtil.delete(parent.toFile(), true);
        }
    }

    private int replay(final String... args) {
        final List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--out", folder.toString()));
        return ReplayMain.execute(all.toArray(new String[0]));
    }

    private JsonNode summary() throws IOException {
        return new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
    }

    private static void assertExact(final JsonNode summary, final int requests) {
        assertThat(summary.get("finished").intValue()).isEqualTo(requests);
        assertThat(summary.get("unanswered").intValue()).isZero();
        assertThat(summary.get("leftInFlightCoordinator").intValue()).isZero();
        assertThat(summary.get("leftInFlightFrontends").intValue()).isZero();
        assertThat(summary.get("leftInFlightRanks").intValue()).isZero();
        assertThat(summary.get("cachedBlocks").longValue()).isPositive()
            .isEqualTo(summary.get("predictedBlocks").longValue());
    }

    /** Waits for a coordinator among the processes of this test that has begun to decide, and kills it. */
    private static void killCoordinator() {
        final AtomicInteger killed = new AtomicInteger();
        while (killed.get() == 0 && !Thread.currentThread().isInterrupted()) {
            try (Stream<ProcessHandle> children = ProcessHandle.current().children()) {
                children.filter(child -> isDeciding(child.info())).forEach(child -> {
                    child.destroyForcibly();
                    killed.incrementAndGet();
                });
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private static boolean isDeciding(final ProcessHandle.Info info) {
        final List<String> arguments = List.of(info.arguments().orElse(new String[0]));
        final int directory = arguments.indexOf("--aeron-dir") + 1;
        if (!arguments.contains(CoordinatorMain.class.getName()) || directory == 0) {
            return false;
        }
        try {
            return CountersMain.read(arguments.get(directory)).getOrDefault("decisions", 0L) > 0;
        } catch (final RuntimeException notStarted) {
            return false;
        }
    }
}
