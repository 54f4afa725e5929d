/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.Aeron;
import io.pointsman.coordinator.host.Coordinator;
import io.pointsman.coordinator.host.CountersMain;
import io.pointsman.coordinator.host.HostCounter;
import io.pointsman.coordinator.host.Settings;
import io.pointsman.coordinator.router.RouterCounter;
import io.pointsman.transport.TransportContext;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;

/** A real coordinator in this process, on a thread and in a directory of its own, and an Aeron client to reach it. */
final class TestCoordinator implements AutoCloseable {
    static final String IPC = "aeron:ipc";

    private final String channel;
    private final Coordinator coordinator;
    private final Aeron aeron;

    private TestCoordinator(final Map<String, String> options) {
        channel = options.getOrDefault("channel", IPC);
        final Settings settings = Settings.defaults().with(options, "test");
        coordinator = Coordinator.launch(settings);
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(coordinator.aeronDirectoryName()));
    }

    /** Launches one with small memory, and with options given as names and values in turn. */
    static TestCoordinator launch(final String... namesAndValues) {
        return new TestCoordinator(options(newDirectory(), namesAndValues));
    }

    static Map<String, String> options(final String directory, final String... namesAndValues) {
        final Map<String, String> options = new HashMap<>(Map.of("aeron-dir", directory, "index-memory", "4m",
            "max-in-flight", "65536", "liveness-timeout-ms", "3000", "reply-timeout-ms", "5000"));
        for (int i = 0; i < namesAndValues.length; i += 2) {
            options.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return options;
    }

    /** A directory for a media driver that no other test has. */
    static String newDirectory() {
        final Path sharedMemory = Path.of("/dev/shm");
        final Path parent = Files.isDirectory(sharedMemory) ? sharedMemory
            : Path.of(System.getProperty("java.io.tmpdir"));
        return parent.resolve("pointsman-test-" + UUID.randomUUID()).toString();
    }

    static void deleteDirectory(final String directory) {
        IoUtil.delete(new File(directory), true);
        IoUtil.delete(new File(directory + "-state"), true);
    }

    static String udpChannel() {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return "aeron:udp?endpoint=127.0.0.1:" + socket.getLocalPort();
        } catch (final IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    /** Where a frontend of a coordinator on this channel wants its replies. */
    static String replyChannel(final String channel) {
        return channel.startsWith(IPC) ? IPC : "aeron:udp?endpoint=127.0.0.1:0";
    }

    Coordinator coordinator() {
        return coordinator;
    }

    Aeron aeron() {
        return aeron;
    }

    String channel() {
        return channel;
    }

    String directory() {
        return coordinator.aeronDirectoryName();
    }

    TransportContext transport() {
        return new TransportContext().aeronDirectoryName(directory()).channel(channel);
    }

    long counter(final String label) {
        return CountersMain.read(directory()).get(label);
    }

    long counter(final RouterCounter counter) {
        return counter(counter.label());
    }

    long counter(final HostCounter counter) {
        return counter(counter.label());
    }

    void awaitCounter(final RouterCounter counter, final long value) {
        awaitCounter(counter.label(), value);
    }

    void awaitCounter(final HostCounter counter, final long value) {
        awaitCounter(counter.label(), value);
    }

    void awaitCounter(final String label, final long value) {
        awaitCounter(label, value, () -> true);
    }

    /** Waits while frontends are polled. */
    void awaitCounter(final String label, final long value, final BooleanSupplier polling) {
        final long[] last = new long[1];
        try {
            Await.until(label + " = " + value, () -> {
                polling.getAsBoolean();
                last[0] = counter(label);
                return last[0] == value;
            });
        } catch (final AssertionError error) {
            throw new AssertionError(error.getMessage() + ", but it is " + last[0], error);
        }
    }

    /** What has to hold after whatever was sent: no fault of ours, and nothing in flight. */
    void assertSettled() {
        awaitCounter(RouterCounter.IN_FLIGHT, 0);
        awaitCounter(RouterCounter.ORPHANS, 0);
        assertThat(counter(RouterCounter.ACCOUNTING_FAULTS)).isZero();
        assertThat(counter(HostCounter.ERRORS)).isZero();
    }

    @Override
    public void close() {
        CloseHelper.closeAll(aeron, coordinator);
        deleteDirectory(directory());
    }
}
