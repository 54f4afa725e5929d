/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import org.agrona.concurrent.ShutdownSignalBarrier;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * {@code scripts/coordinator}: runs a coordinator until SIGTERM or SIGINT.
 * <p>
 * Exit status: 0 after a signal, 1 when it cannot start or its media driver or claim is lost, 2 for a bad option.
 */
public final class CoordinatorMain {
    private CoordinatorMain() {
    }

    /**
     * Runs the coordinator.
     *
     * @param args flags; {@code --help} lists them.
     * @throws InterruptedException when interrupted.
     */
    public static void main(final String[] args) throws InterruptedException {
        final Settings settings = CommandSettings.read("coordinator",
            "Runs the coordinator: decides which rank each request goes to.", args);
        final AtomicBoolean signalled = new AtomicBoolean();
        final ShutdownSignalBarrier barrier = new ShutdownSignalBarrier(() -> signalled.set(true));
        int status = 1;
        try {
            status = run(settings, signalled);
        } finally {
            if (signalled.get()) {
                // Everything is closed; left to itself the JVM would report the signal as its status.
                Runtime.getRuntime().halt(status);
            }
            // An unclosed barrier holds the end of the process up, whatever ended it.
            barrier.close();
        }
        System.exit(status);
    }

    private static int run(final Settings settings, final AtomicBoolean signalled) throws InterruptedException {
        try (Coordinator coordinator = Coordinator.launch(settings)) {
            settings.lines().forEach(System.out::println);
            System.out.println("# pointsman coordinator, epoch " + coordinator.epoch() + ", Aeron directory " +
                coordinator.aeronDirectoryName() + ", ready");
            while (!signalled.get()) {
                if (coordinator.awaitEnd(20)) {
                    System.err.println("pointsman: the coordinator has ended by itself; see above for the reason");
                    return 1;
                }
            }
            return 0;
        } catch (final ConfigurationException exception) {
            System.err.println("pointsman: " + exception.getMessage());
            return 2;
        } catch (final RuntimeException | OutOfMemoryError failure) {
            System.err.println("pointsman: the coordinator cannot run: " + failure.getMessage());
            return 1;
        }
    }
}
