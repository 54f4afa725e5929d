/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import io.pointsman.transport.DriverMode;
import io.pointsman.transport.TransportContext;
import io.pointsman.transport.TransportDriver;
import org.agrona.concurrent.ShutdownSignalBarrier;

import java.util.Map;

/**
 * {@code scripts/driver}: runs a media driver in a process of its own, for coordinators and frontends with
 * {@code driver-mode: external}, until SIGTERM or SIGINT. Takes the same options as the coordinator and uses those
 * about the driver.
 */
public final class DriverMain {
    private DriverMain() {
    }

    /**
     * Runs the driver.
     *
     * @param args flags; {@code --help} lists them.
     */
    public static void main(final String[] args) {
        final Settings settings = CommandSettings.read("driver", "Runs a media driver in a process of its own.", args)
            .with(Map.of(HostOption.DRIVER_MODE.optionName(), "embedded-threaded"), "driver");
        try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier()) {
            final String directory = Coordinator.aeronDirectory(settings);
            final TransportContext context = Coordinator.transportContext(settings, directory);
            assert context.driverMode() == DriverMode.EMBEDDED_THREADED;
            try (TransportDriver driver = TransportDriver.launch(context)) {
                System.out.println("# pointsman driver, Aeron directory " + driver.aeronDirectoryName() + ", ready");
                barrier.await();
            }
        } catch (final RuntimeException exception) {
            System.err.println("pointsman: the driver cannot run: " + exception.getMessage());
            System.exit(exception instanceof ConfigurationException ? 2 : 1);
        }
    }
}
