/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.NoOpLock;

/**
 * The media driver of a process, wherever {@link DriverMode} puts it. An embedded one refuses a directory in which
 * another driver is alive, and deletes it when closed. Owned by the thread that calls {@link #doWork()}.
 */
public final class TransportDriver implements AutoCloseable {
    private final String aeronDirectoryName;
    private final long driverTimeoutMs;
    private final MediaDriver driver;
    private final AgentInvoker invoker;

    private TransportDriver(final TransportContext context, final MediaDriver driver) {
        aeronDirectoryName = context.aeronDirectoryName();
        driverTimeoutMs = context.driverTimeoutMs();
        this.driver = driver;
        invoker = driver == null ? null : driver.sharedAgentInvoker();
    }

    /**
     * Starts what the context's driver mode asks for.
     *
     * @param context concluded.
     * @return the driver, to be closed after its clients.
     * @throws RuntimeException Aeron's, when a driver is alive in the directory or cannot be had.
     */
    public static TransportDriver launch(final TransportContext context) {
        if (context.driverMode() == DriverMode.EXTERNAL) {
            return new TransportDriver(context, null);
        }
        final boolean invoked = context.driverMode() == DriverMode.EMBEDDED_INVOKED;
        // A timer that fires ten times within the shortest time-out, or a time-out would be found late.
        final long shortestNs = Math.min(context.clientLivenessTimeoutNs(), context.imageLivenessTimeoutNs());
        final MediaDriver.Context driverContext = new MediaDriver.Context()
            .aeronDirectoryName(context.aeronDirectoryName())
            .threadingMode(invoked ? ThreadingMode.INVOKER : ThreadingMode.SHARED)
            .warnIfDirectoryExists(false)
            .dirDeleteOnStart(false)
            .dirDeleteOnShutdown(true)
            .ipcTermBufferLength(context.termLength())
            .publicationTermBufferLength(context.termLength())
            .ipcMtuLength(context.ipcMtu())
            .mtuLength(context.udpMtu())
            .initialWindowLength(context.receiverWindowLength())
            .socketRcvbufLength(context.socketBufferLength())
            .socketSndbufLength(context.socketBufferLength())
            .clientLivenessTimeoutNs(context.clientLivenessTimeoutNs())
            .imageLivenessTimeoutNs(context.imageLivenessTimeoutNs())
            .publicationUnblockTimeoutNs(context.publicationUnblockTimeoutNs())
            .timerIntervalNs(Math.min(TimeUnit.SECONDS.toNanos(1), shortestNs / 10))
            .driverTimeoutMs(context.driverTimeoutMs());
        if (!invoked) {
            driverContext.sharedIdleStrategy(IdleStrategies.byName(context.driverIdle()));
        }
        return new TransportDriver(context, MediaDriver.launch(driverContext));
    }

    /**
     * The duty of an invoked driver; nothing otherwise.
     *
     * @return work done.
     */
    public int doWork() {
        return invoker == null ? 0 : invoker.invoke();
    }

    /**
     * What a client of this driver connects with. Beside an invoked driver the client is invoked too: its owner calls
     * {@link Aeron#conductorAgentInvoker()} in its duty cycle, and only one thread uses it.
     *
     * @return a new context, to be completed with handlers.
     */
    public Aeron.Context clientContext() {
        final Aeron.Context context = new Aeron.Context()
            .aeronDirectoryName(aeronDirectoryName)
            .driverTimeoutMs(driverTimeoutMs);
        if (invoker != null) {
            context.useConductorAgentInvoker(true).clientLock(NoOpLock.INSTANCE).driverAgentInvoker(invoker);
        }
        return context;
    }

    /**
     * Aeron's directory.
     *
     * @return the directory's name.
     */
    public String aeronDirectoryName() {
        return aeronDirectoryName;
    }

    /** Ends an embedded driver; an external one is left alone. */
    @Override
    public void close() {
        CloseHelper.close(driver);
    }
}
