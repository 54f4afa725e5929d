/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.pointsman.coordinator.host.HostOption;
import io.pointsman.coordinator.router.RouterCounter;
import io.pointsman.perf.process.JavaProcess;
import io.pointsman.perf.trace.TraceSurvey;
import org.HdrHistogram.Histogram;
import org.agrona.IoUtil;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SystemNanoClock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

/**
 * Carries a {@link ReplayPlan} out: starts the processes, hosts the virtual ranks while the frontends play, waits for
 * every count to return to zero, ends the processes and gathers the figures. One thread.
 */
final class ReplayRun {
    private static final long START_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long SETTLE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long STOP_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(15);
    private static final long CHECK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final IdleStrategy idleStrategy = new BackoffIdleStrategy(100, 20, 1_000, 100_000);
    private final SystemNanoClock clock = SystemNanoClock.INSTANCE;
    private final List<JavaProcess> frontends = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();
    private final ObjectMapper json = new ObjectMapper();
    private final ReplayPlan plan;
    private final TraceSurvey survey;
    private final String source;
    private final int blockTokens;
    private final FrontendLink[] links;
    private final FleetHost host;
    private final ProgressLine progress;
    private CoordinatorHandle coordinator;
    private long lastCheckNs;
    private long startNs;

    private ReplayRun(final ReplayPlan plan, final SurveyedSource surveyed, final Path directory,
        final ProgressLine progress) {
        this.plan = plan;
        this.progress = progress;
        survey = surveyed.survey();
        source = surveyed.description();
        blockTokens = surveyed.blockTokens();
        links = new FrontendLink[plan.frontends()];
        for (int i = 0; i < links.length; i++) {
            links[i] = FrontendLink.create(directory, i);
        }
        host = new FleetHost(plan, blockTokens, links, clock);
    }

    /**
     * Carries a plan out.
     *
     * @param plan     to carry out.
     * @param surveyed what is known of the requests beforehand.
     * @param progress shows how far it is.
     * @return what came of it.
     * @throws IOException if files cannot be written.
     */
    static ReplayResult run(final ReplayPlan plan, final SurveyedSource surveyed, final ProgressLine progress)
        throws IOException {
        final Path sharedMemory = Path.of("/dev/shm");
        final Path parent = Files.isDirectory(sharedMemory) ? sharedMemory : Path.of(IoUtil.tmpDirName());
        final Path directory = Files.createTempDirectory(parent, "pointsman-replay-");
        Files.createDirectories(plan.outDirectory());
        final ReplayRun run = new ReplayRun(plan, surveyed, directory, progress);
        final Thread hook = new Thread(() -> IoUtil.delete(directory.toFile(), true));
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            run.coordinator = CoordinatorHandle.launch(plan, directory);
            return run.play(directory);
        } finally {
            run.close();
            IoUtil.delete(directory.toFile(), true);
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }

    private ReplayResult play(final Path directory) throws IOException {
        startFrontends(directory);
        pump(host::areReady, START_TIMEOUT_NS, "the frontends were not ready in time");
        startNs = clock.nanoTime();
        final HiccupMeter hiccups = new HiccupMeter();
        if (troubles.isEmpty()) {
            host.tellAll(FrontendLink.START);
            pump(host::areDone, Long.MAX_VALUE, "");
        }
        hiccups.close();
        final long wallNs = clock.nanoTime() - startNs;
        progress.end();
        final Map<String, Long> counters = settledCounters();
        host.tellAll(FrontendLink.STOP);
        if (troubles.isEmpty()) {
            pump(() -> frontends.stream().noneMatch(frontend -> frontend.process().isAlive()), STOP_TIMEOUT_NS,
                "the frontends did not end in time");
        }
        final String fault = coordinator.terminate(plan.outDirectory());
        if (fault != null) {
            troubles.add(fault);
        }
        return result(counters, hiccups.lateness(), wallNs);
    }

    private void startFrontends(final Path directory) throws IOException {
        final long instanceId = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
        for (int i = 0; i < plan.frontends(); i++) {
            final FrontendPlan frontend = new FrontendPlan(plan.source(), plan.limit(), i, plan.frontends(),
                plan.openLoop(), plan.speedup(), plan.thinkCapMs(), plan.concurrency(),
                coordinator.directory().toString(), coordinator.channel(), integer(HostOption.TERM_LENGTH),
                integer(HostOption.INGRESS_STREAM), plan.ranks(), plan.rates().maxRunning(), blockTokens, instanceId,
                directory.toString(), plan.outDirectory().toString(), plan.answerTimeoutMs(), plan.spinNs());
            final Path file = FrontendMain.planFile(directory, i);
            json.writeValue(file.toFile(), frontend);
            Files.deleteIfExists(FrontendMain.resultFile(plan.outDirectory(), i));
            frontends.add(JavaProcess.start(FrontendMain.class, List.of(), List.of(file.toString()), line -> false));
        }
    }

    private int integer(final HostOption option) {
        return (int)ReplayOptions.size(plan.option(option.optionName()));
    }

    /** Lets the virtual ranks work until something holds, in time, or a process has failed. */
    private void pump(final BooleanSupplier condition, final long timeoutNs, final String trouble) {
        final long beginNs = clock.nanoTime();
        while (!condition.getAsBoolean()) {
            idleStrategy.idle(host.doWork());
            final long nowNs = clock.nanoTime();
            if (nowNs - lastCheckNs >= CHECK_INTERVAL_NS) {
                lastCheckNs = nowNs;
                checkProcesses();
                if (nowNs - beginNs > timeoutNs) {
                    troubles.add(trouble);
                }
                if (!troubles.isEmpty()) {
                    return;
                }
                showProgress(nowNs);
            }
        }
    }

    private void checkProcesses() {
        if (!coordinator.isAlive()) {
            troubles.add("the coordinator has ended by itself; see coordinator.log");
        }
        for (int i = 0; i < frontends.size(); i++) {
            final Process process = frontends.get(i).process();
            if (!process.isAlive() && process.exitValue() != 0) {
                final List<String> output = frontends.get(i).output();
                troubles.add("frontend " + i + " ended with status " + process.exitValue() +
                    (output.isEmpty() ? "" : ": " + String.join(System.lineSeparator(), output)));
            }
        }
    }

    private void showProgress(final long nowNs) {
        if (progress.isDue(nowNs) && startNs != 0) {
            final double elapsedS = (nowNs - startNs) / 1e9;
            final var fleet = host.fleet();
            final double blocks = Math.max(1, fleet.blocks());
            progress.show(String.format(
                "%,d of %,d requests (%.1f %%) in %.0f s, %,.0f/s; hit %.4f predicted, %.4f actual; %,d in flight",
                fleet.arrivals(), survey.requests(), 100.0 * fleet.arrivals() / Math.max(1, survey.requests()),
                elapsedS, fleet.arrivals() / elapsedS, fleet.predictedBlocks() / blocks, fleet.cachedBlocks() / blocks,
                fleet.inFlight()), nowNs);
        }
    }

    /** Waits until the coordinator has nothing in flight, while the frontends are still connected. */
    private Map<String, Long> settledCounters() {
        final long beginNs = clock.nanoTime();
        while (coordinator.counter(RouterCounter.IN_FLIGHT) != 0 &&
            clock.nanoTime() - beginNs < SETTLE_TIMEOUT_NS && coordinator.isAlive()) {
            host.doWork();
            idleStrategy.idle(0);
        }
        return coordinator.counters();
    }

    private ReplayResult result(final Map<String, Long> counters, final Histogram hiccups, final long wallNs)
        throws IOException {
        final List<FrontendResult> results = new ArrayList<>();
        final Histogram route = LatencyLog.empty();
        final Histogram warmRoute = LatencyLog.empty();
        final Histogram intended = LatencyLog.empty();
        for (int i = 0; i < plan.frontends(); i++) {
            final Path file = FrontendMain.resultFile(plan.outDirectory(), i);
            if (Files.exists(file)) {
                results.add(json.readValue(file.toFile(), FrontendResult.class));
                final Path latencies = FrontendMain.latencyFile(plan.outDirectory(), i);
                LatencyLog.read(latencies, LatencyLog.ROUTE, route, warmRoute);
                LatencyLog.read(latencies, LatencyLog.INTENDED, intended, LatencyLog.empty());
            } else {
                troubles.add("frontend " + i + " left no result");
            }
        }
        return new ReplayResult(plan, survey, source, host.fleet(), results, counters, route, warmRoute, intended,
            hiccups, wallNs, troubles);
    }

    private void close() {
        try {
            frontends.forEach(JavaProcess::close);
        } finally {
            if (coordinator != null) {
                coordinator.close();
            }
            for (final FrontendLink link : links) {
                link.close();
            }
        }
    }

    /**
     * What is known of the requests before they are played.
     *
     * @param survey      of them.
     * @param description of the source.
     * @param blockTokens of a block.
     */
    record SurveyedSource(TraceSurvey survey, String description, int blockTokens) {
        static SurveyedSource of(final SourceSettings settings, final long limit, final int ranks, final long seed) {
            try (var opened = settings.open()) {
                final TraceSurvey survey = TraceSurvey.of(opened, limit, ranks, seed);
                return new SurveyedSource(survey, opened.description(), opened.blockTokens());
            }
        }
    }
}
