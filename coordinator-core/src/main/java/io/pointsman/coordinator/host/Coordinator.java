/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import io.aeron.Aeron;
import io.aeron.CncFileDescriptor;
import io.pointsman.coordinator.router.IndexFactory;
import io.pointsman.coordinator.router.Router;
import io.pointsman.coordinator.router.RouterConfiguration;
import io.pointsman.coordinator.router.RouterOption;
import io.pointsman.transport.DriverMode;
import io.pointsman.transport.IdleStrategies;
import io.pointsman.transport.ThreadPinning;
import io.pointsman.transport.TransportContext;
import io.pointsman.transport.TransportDriver;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.IoUtil;
import org.agrona.SystemUtil;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;

import java.io.File;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A coordinator in this process: claims its streams, starts or finds the media driver, and runs the agent on a thread
 * of its own until closed, or until the media driver or the claim is lost.
 */
public final class Coordinator implements AutoCloseable {
    private final Settings settings;
    private final String aeronDirectoryName;
    private final long epoch;
    private final AgentRunner runner;
    private final CountDownLatch ended = new CountDownLatch(1);

    private Coordinator(final Settings settings, final String aeronDirectoryName, final long epoch,
        final CoordinatorResources resources, final IdleStrategy idleStrategy) {
        this.settings = settings;
        this.aeronDirectoryName = aeronDirectoryName;
        this.epoch = epoch;
        runner = new AgentRunner(idleStrategy, resources.errorHandler(), null,
            new CoordinatorAgent(settings, resources));
    }

    /**
     * Starts a coordinator.
     *
     * @param settings of it.
     * @return the coordinator, taking messages.
     * @throws ConfigurationException when values do not fit each other or this machine, naming property and value.
     * @throws IllegalStateException  when another coordinator holds these streams, or there is no media driver.
     */
    public static Coordinator launch(final Settings settings) {
        final String directory = aeronDirectory(settings);
        final TransportContext transport = transportContext(settings, directory);
        final IdleStrategy idleStrategy = idleStrategy(settings);
        checkCpu(settings);
        final RouterConfiguration routerConfiguration = routerConfiguration(settings);
        final MarkFile markFile = MarkFile.take(stateDirectory(settings, directory).resolve("coordinator-" +
            settings.integer(HostOption.INGRESS_STREAM) + ".mark"), SystemEpochClock.INSTANCE.time(),
            settings.whole(HostOption.TAKEOVER_TIMEOUT_MS));
        TransportDriver driver = null;
        Aeron aeron = null;
        Router router = null;
        try {
            final CountingErrors errors = new CountingErrors();
            removeGoneDriver(transport, markFile.goneHolder());
            driver = TransportDriver.launch(transport);
            aeron = Aeron.connect(driver.clientContext().errorHandler(errors).useConductorAgentInvoker(true));
            router = router(routerConfiguration);
            final CoordinatorCounters counters = new CoordinatorCounters(aeron);
            errors.counters = counters;
            final Coordinator coordinator = new Coordinator(settings, directory, markFile.epoch(),
                new CoordinatorResources(driver, aeron, transport.channels(), markFile, router, counters,
                    SystemNanoClock.INSTANCE, SystemEpochClock.INSTANCE, errors), idleStrategy);
            coordinator.start();
            return coordinator;
        } catch (final RuntimeException | OutOfMemoryError failure) {
            CloseHelper.quietCloseAll(aeron, driver, router, markFile);
            throw failure;
        }
    }

    /** What the embedded driver of a coordinator that died has left behind would hold a new one up for seconds. */
    private static void removeGoneDriver(final TransportContext transport, final long goneHolder) {
        final File file = new File(transport.aeronDirectoryName(), CncFileDescriptor.CNC_FILE);
        if (goneHolder < 0 || transport.driverMode() == DriverMode.EXTERNAL ||
            file.length() < CncFileDescriptor.META_DATA_LENGTH) {
            return;
        }
        final MappedByteBuffer mapped = IoUtil.mapExistingFile(file, CncFileDescriptor.CNC_FILE);
        final long driverProcess = CncFileDescriptor.pid(CncFileDescriptor.createMetaDataBuffer(mapped));
        IoUtil.unmap(mapped);
        if (driverProcess == goneHolder) {
            IoUtil.delete(file.getParentFile(), true);
        }
    }

    private void start() {
        AgentRunner.startOnThread(runner, (runnable) -> new Thread(() -> {
            try {
                runnable.run();
            } finally {
                ended.countDown();
            }
        }));
    }

    /**
     * Waits for the end: after {@link #close}, or when the agent ended by itself.
     *
     * @param timeoutMs longest wait in milliseconds.
     * @return whether it has ended.
     * @throws InterruptedException when interrupted meanwhile.
     */
    public boolean awaitEnd(final long timeoutMs) throws InterruptedException {
        return ended.await(timeoutMs, TimeUnit.MILLISECONDS);
    }

    /**
     * The effective settings.
     *
     * @return settings.
     */
    public Settings settings() {
        return settings;
    }

    /**
     * The media driver's directory.
     *
     * @return its path.
     */
    public String aeronDirectoryName() {
        return aeronDirectoryName;
    }

    /**
     * This life of the coordinator.
     *
     * @return the epoch.
     */
    public long epoch() {
        return epoch;
    }

    /** Ends the agent and everything it holds. */
    @Override
    public void close() {
        runner.close();
    }

    /**
     * The directory of the media driver.
     *
     * @param settings that may name it.
     * @return the one named, or the default: one for each user, in shared memory where there is any.
     */
    public static String aeronDirectory(final Settings settings) {
        final String named = settings.text(HostOption.AERON_DIR);
        if (!named.isEmpty()) {
            return named;
        }
        final Path sharedMemory = Path.of("/dev/shm");
        final Path parent = Files.isDirectory(sharedMemory) ? sharedMemory : Path.of(SystemUtil.tmpDirName());
        return parent.resolve("pointsman-" + System.getProperty("user.name")).toString();
    }

    /**
     * The transport as these settings want it.
     *
     * @param settings  to take from.
     * @param directory of the media driver.
     * @return the context, concluded.
     * @throws ConfigurationException naming property, value and what is allowed.
     */
    public static TransportContext transportContext(final Settings settings, final String directory) {
        final long livenessNs = TimeUnit.MILLISECONDS.toNanos(settings.whole(HostOption.LIVENESS_TIMEOUT_MS));
        try {
            return new TransportContext().aeronDirectoryName(directory)
                .driverMode(DriverMode.valueOf(settings.text(HostOption.DRIVER_MODE).toUpperCase(Locale.ROOT)
                    .replace('-', '_')))
                .channel(settings.text(HostOption.CHANNEL))
                .termLength(settings.integer(HostOption.TERM_LENGTH))
                .frontends(settings.routerConfiguration().maxFrontends())
                .clientLivenessTimeoutNs(livenessNs).imageLivenessTimeoutNs(livenessNs)
                .publicationUnblockTimeoutNs(livenessNs * 3 / 2).conclude();
        } catch (final IllegalArgumentException exception) {
            throw new ConfigurationException(List.of(exception.getMessage()
                .replace(TransportContext.TERM_LENGTH_PROPERTY, HostOption.TERM_LENGTH.optionName())
                .replace(TransportContext.FRONTENDS_PROPERTY, RouterOption.MAX_FRONTENDS.property())
                .replace(TransportContext.CHANNEL_PROPERTY, HostOption.CHANNEL.optionName())));
        }
    }

    private static RouterConfiguration routerConfiguration(final Settings settings) {
        try {
            final RouterConfiguration configuration = settings.routerConfiguration();
            configuration.conclude();
            return configuration;
        } catch (final IllegalArgumentException exception) {
            throw new ConfigurationException(List.of(exception.getMessage()));
        }
    }

    private static Router router(final RouterConfiguration configuration) {
        try {
            return new Router(configuration, IndexFactory.runs(new SecureRandom().nextLong()));
        } catch (final IllegalArgumentException exception) {
            throw new ConfigurationException(List.of(RouterOption.INDEX_MEMORY.property() + " = " +
                configuration.text(RouterOption.INDEX_MEMORY) + " with " + RouterOption.MAX_BLOCKS.property() + " = " +
                configuration.maxBlocks() + ": " + exception.getMessage()));
        } catch (final OutOfMemoryError noMemory) {
            throw new ConfigurationException(List.of(RouterOption.INDEX_MEMORY.property() + " = " +
                configuration.text(RouterOption.INDEX_MEMORY) + " and " + RouterOption.MAX_IN_FLIGHT.property() +
                " = " + configuration.maxInFlight() + " take more memory than this process may have (" +
                noMemory.getMessage() + "): allowed is what fits the JVM's -XX:MaxDirectMemorySize"));
        }
    }

    private static IdleStrategy idleStrategy(final Settings settings) {
        try {
            return IdleStrategies.byName(settings.text(HostOption.IDLE_STRATEGY));
        } catch (final IllegalArgumentException exception) {
            throw new ConfigurationException(List.of(HostOption.IDLE_STRATEGY.optionName() + ": " +
                exception.getMessage()));
        }
    }

    private static void checkCpu(final Settings settings) {
        try {
            ThreadPinning.check(settings.integer(HostOption.CPU));
        } catch (final IllegalArgumentException exception) {
            throw new ConfigurationException(List.of(exception.getMessage()));
        }
    }

    private static Path stateDirectory(final Settings settings, final String directory) {
        final String named = settings.text(HostOption.STATE_DIR);
        return named.isEmpty() ? Path.of(directory + "-state") : Path.of(named);
    }

    /** Counts faults, and prints each distinct one once, so that a fault a cycle does not fill a disk. */
    private static final class CountingErrors implements ErrorHandler {
        private static final int MOST_PRINTED = 100;

        private final Set<String> printed = new HashSet<>();
        private CoordinatorCounters counters;

        @Override
        public void onError(final Throwable throwable) {
            if (counters != null) {
                counters.increment(HostCounter.ERRORS);
            }
            final StackTraceElement[] trace = throwable.getStackTrace();
            final String what = throwable.getClass().getName() + (trace.length == 0 ? "" : trace[0]);
            if (printed.size() < MOST_PRINTED && printed.add(what)) {
                throwable.printStackTrace();
            }
        }
    }
}
