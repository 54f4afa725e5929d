/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.coordinator.host.CoordinatorMain;
import io.pointsman.coordinator.host.CountersMain;
import io.pointsman.coordinator.host.DriverMain;
import io.pointsman.coordinator.router.RouterCounter;
import io.pointsman.perf.process.JavaProcess;
import org.agrona.IoUtil;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The coordinator of a replay: a process started for it, with an external media driver if the options ask for one, or
 * one that runs already. Gives its counters as differences from the beginning of the replay. One thread.
 */
final class CoordinatorHandle implements AutoCloseable {
    private static final int STATUS_OF_SIGTERM = 128 + 15;
    private static final String IDLE = "backoff(100,20,1000,100000)";
    private static final long START_TIMEOUT_MS = 30_000;

    private final Path directory;
    private final String channel;
    private final boolean isOurs;
    private final Map<String, Long> before = new TreeMap<>();
    private JavaProcess driver;
    private JavaProcess coordinator;

    private CoordinatorHandle(final ReplayPlan plan, final Path parent) {
        isOurs = plan.runningCoordinator() == null;
        directory = isOurs ? parent.resolve("aeron") : Path.of(plan.runningCoordinator());
        channel = switch (plan.channel()) {
            case "ipc" -> "aeron:ipc";
            case "udp" -> udpChannel();
            default -> plan.channel();
        };
    }

    /** Starts the coordinator and waits until it is ready, or finds the running one. */
    static CoordinatorHandle launch(final ReplayPlan plan, final Path parent) {
        final CoordinatorHandle handle = new CoordinatorHandle(plan, parent);
        try {
            if (handle.isOurs) {
                handle.start(plan, parent);
            }
            handle.before.putAll(CountersMain.read(handle.directory.toString()));
            if (handle.before.isEmpty()) {
                throw new IllegalStateException("no coordinator runs at " + handle.directory);
            }
            return handle;
        } catch (final RuntimeException ex) {
            handle.close();
            throw ex;
        }
    }

    private void start(final ReplayPlan plan, final Path parent) {
        final Map<String, String> options = new TreeMap<>(plan.coordinatorOptions());
        options.put("aeron-dir", directory.toString());
        options.put("state-dir", parent.resolve("state").toString());
        options.put("channel", channel);
        final int frontends = Math.max(plan.frontends(), 2);
        options.putIfAbsent("max-frontends", Integer.toString(frontends));
        // Parked for a tenth of a millisecond at most, so that with few requests latency shows more than the parking.
        options.putIfAbsent("idle-strategy", IDLE);
        final List<String> arguments = new ArrayList<>();
        options.forEach((name, value) -> {
            arguments.add("--" + name);
            arguments.add(value);
        });
        if ("external".equals(options.get("driver-mode"))) {
            driver = JavaProcess.start(DriverMain.class, List.of(), arguments, line -> line.endsWith(", ready"))
                .awaitReady(START_TIMEOUT_MS);
        }
        coordinator = JavaProcess.start(CoordinatorMain.class, List.of(), arguments, line -> line.endsWith(", ready"))
            .awaitReady(START_TIMEOUT_MS);
    }

    private static String udpChannel() {
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return "aeron:udp?endpoint=localhost:" + free.getLocalPort();
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    Path directory() {
        return directory;
    }

    String channel() {
        return channel;
    }

    boolean isAlive() {
        return coordinator == null || coordinator.process().isAlive();
    }

    /** A counter's growth since the beginning of the replay; of a level, such as what is in flight: its change. */
    long counter(final RouterCounter counter) {
        return counters().getOrDefault(counter.label(), 0L);
    }

    Map<String, Long> counters() {
        final Map<String, Long> counters = CountersMain.read(directory.toString());
        before.forEach((label, value) -> counters.merge(label, -value, Long::sum));
        return counters;
    }

    /** Ends what was started; keeps its output. Null if all ended in order, else what did not. */
    String terminate(final Path outDirectory) {
        String fault = null;
        try {
            if (coordinator != null) {
                final int status = coordinator.terminate();
                if (status != 0 && status != STATUS_OF_SIGTERM) {
                    fault = "the coordinator ended with status " + status;
                }
                Files.write(outDirectory.resolve("coordinator.log"), coordinator.output());
            }
        } catch (final IllegalStateException ex) {
            fault = "the coordinator " + ex.getMessage();
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return fault;
    }

    @Override
    public void close() {
        if (coordinator != null) {
            coordinator.close();
        }
        if (driver != null) {
            driver.close();
        }
        if (isOurs) {
            IoUtil.delete(directory.toFile(), true);
        }
    }
}
