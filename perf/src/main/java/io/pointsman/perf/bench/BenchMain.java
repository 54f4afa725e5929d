/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.bench;

import io.pointsman.coordinator.host.CoordinatorMain;
import io.pointsman.coordinator.policy.Signal;
import io.pointsman.perf.process.JavaProcess;
import io.pointsman.transport.ThreadPinning;
import org.HdrHistogram.Histogram;
import org.agrona.IoUtil;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * {@code scripts/bench}: decisions a second and closed-loop round trips over IPC, against a coordinator in a process
 * of its own, by turns with a raw Aeron echo of the same bytes; and how the cost grows with the prompt.
 */
@Command(name = "bench", mixinStandardHelpOptions = true, showDefaultValues = true,
    description = "Measures what routing costs, beside a raw Aeron echo of the same bytes in the same run.")
public final class BenchMain implements Callable<Integer> {
    private static final int CONVERSATIONS = 1_000;
    private static final long READY_TIMEOUT_MS = 30_000;
    private static final int SHORT_BLOCKS = 16;
    private static final int LONG_BLOCKS = 8_192;

    @Option(names = "--blocks", split = ",", description = "block hashes a request; half of them known")
    private int[] blocks = {16, 128, 512};
    @Option(names = "--pairs", description = "alternating pairs; medians are printed")
    private int pairs = 3;
    @Option(names = "--seconds", description = "seconds a measurement")
    private int seconds = 2;
    @Option(names = "--warm-up-seconds", description = "seconds before each measurement")
    private int warmUpSeconds = 2;
    @Option(names = "--window", description = "most requests outstanding when pipelined")
    private int window = 256;
    @Option(names = "--ranks", description = "ranks registered")
    private int ranks = 16;
    @Option(names = "--pin", arity = "1", description = "whether to pin: the load to CPU 0, the other side to CPU 1")
    private boolean pin = true;
    @Option(names = "--idle-strategy", description = "of the coordinator and the echo")
    private String idleStrategy = "busy-spin";

    /**
     * Runs the benchmark.
     *
     * @param args flags; {@code --help} lists them.
     */
    public static void main(final String[] args) {
        System.exit(new CommandLine(new BenchMain()).execute(args));
    }

    @Override
    public Integer call() {
        printConditions();
        System.out.println("| blocks a request, half known | what | p50 µs | p99 µs | p99.9 µs | answers a second |");
        System.out.println("|---|---|---|---|---|---|");
        for (final int count : blocks) {
            compare(count);
        }
        printGrowth();
        return 0;
    }

    private void compare(final int count) {
        final double[][] routed = new double[pairs][];
        final double[][] echoed = new double[pairs][];
        for (int i = 0; i < pairs; i++) {
            echoed[i] = measureEcho(count, i);
            routed[i] = measureCoordinator(count, i);
        }
        final double[] echo = medians(echoed);
        final double[] route = medians(routed);
        printRow(count, "echo", echo);
        printRow(count, "coordinator", route);
        System.out.printf("| %d | ratio | %.1f | %.1f | %.1f | %.2f |%n", count, route[0] / echo[0],
            route[1] / echo[1], route[2] / echo[2], route[3] / echo[3]);
    }

    private double[] measureEcho(final int count, final int seed) {
        final String directory = directory("echo-" + count + "-" + seed);
        try (JavaProcess echo = JavaProcess.start(EchoMain.class, List.of(),
            List.of(directory, pin ? "1" : "-1", idleStrategy), "ready"::equals)) {
            echo.awaitReady(READY_TIMEOUT_MS);
            final PromptPool pool = new PromptPool(CONVERSATIONS, count, count / 2, seed);
            return onLoadThread(() -> measure(new EchoLoad(directory, pool)));
        } finally {
            IoUtil.delete(new File(directory), true);
        }
    }

    private double[] measureCoordinator(final int count, final int seed) {
        final String directory = directory("coordinator");
        try (JavaProcess coordinator = JavaProcess.start(CoordinatorMain.class, List.of(), List.of("--aeron-dir",
            directory, "--idle-strategy", idleStrategy, "--cpu", pin ? "1" : "-1"),
            (line) -> line.endsWith("ready"))) {
            coordinator.awaitReady(READY_TIMEOUT_MS);
            final PromptPool pool = new PromptPool(CONVERSATIONS, count, count / 2, seed);
            return onLoadThread(() -> measure(new RouteLoad(directory, pool, ranks)));
        } finally {
            IoUtil.delete(new File(directory + "-state"), true);
        }
    }

    /** A thread of its own is pinned, because processes started by a pinned thread would be bound to its CPU too. */
    private double[] onLoadThread(final Callable<double[]> measurement) {
        final FutureTask<double[]> task = new FutureTask<>(() -> {
            if (pin) {
                ThreadPinning.pin(0);
            }
            return measurement.call();
        });
        new Thread(task, "load").start();
        try {
            return task.get();
        } catch (final InterruptedException | ExecutionException exception) {
            throw new IllegalStateException(exception);
        }
    }

    private double[] measure(final BenchLoad toClose) {
        try (BenchLoad load = toClose) {
            final double[] measured = measureOpen(load);
            final String fault = load.check();
            if (fault != null) {
                throw new IllegalStateException("the other side did not do its work: " + fault);
            }
            return measured;
        }
    }

    private double[] measureOpen(final BenchLoad load) {
        final Histogram histogram = new Histogram(TimeUnit.SECONDS.toNanos(10), 3);
        final long warmUpNs = TimeUnit.SECONDS.toNanos(warmUpSeconds);
        final long durationNs = TimeUnit.SECONDS.toNanos(seconds);
        load.teach();
        load.closedLoop(warmUpNs, histogram);
        histogram.reset();
        load.closedLoop(durationNs, histogram);
        load.pipelined(warmUpNs, window);
        final double perSecond = load.pipelined(durationNs, window);
        return new double[]{histogram.getValueAtPercentile(50) / 1e3, histogram.getValueAtPercentile(99) / 1e3,
            histogram.getValueAtPercentile(99.9) / 1e3, perSecond};
    }

    private static double[] medians(final double[][] measured) {
        final double[] medians = new double[measured[0].length];
        for (int i = 0; i < medians.length; i++) {
            final int column = i;
            final double[] values = Arrays.stream(measured).mapToDouble((row) -> row[column]).sorted().toArray();
            medians[i] = values[values.length / 2];
        }
        return medians;
    }

    private void printGrowth() {
        System.out.println();
        System.out.println("| signal | hashes sent | ns a request, " + SHORT_BLOCKS + " blocks | ns, " + LONG_BLOCKS +
            " blocks | ratio |");
        System.out.println("|---|---|---|---|---|");
        for (final Signal signal : Signal.values()) {
            for (final boolean sendAll : new boolean[]{false, true}) {
                final PromptGrowth growth = new PromptGrowth(signal);
                final double[] ns = growth.measure(SHORT_BLOCKS, LONG_BLOCKS, sendAll,
                    signal == Signal.LONGEST_PREFIX ? 1 : Math.max(5, pairs));
                growth.close();
                System.out.printf("| %s | %s | %.0f | %.0f | %.2f |%n", signal.name().toLowerCase(Locale.ROOT),
                    sendAll ? "all" : "as wanted", ns[0], ns[1], ns[1] / ns[0]);
            }
        }
    }

    private void printRow(final int count, final String what, final double[] row) {
        System.out.printf("| %d | %s | %.2f | %.2f | %.2f | %,.0f |%n", count, what, row[0], row[1], row[2], row[3]);
    }

    private void printConditions() {
        System.out.printf("Java %s, %s %s, %d CPUs, %s, load %s, %d ranks, %d conversations, window %d, median of %d "
            + "alternating pairs of %d s each%n%n", System.getProperty("java.version"), System.getProperty("os.name"),
            System.getProperty("os.version"), Runtime.getRuntime().availableProcessors(), idleStrategy,
            pin ? "pinned to CPU 0, the other side to CPU 1" : "not pinned", ranks, CONVERSATIONS, window, pairs,
            seconds);
    }

    private static String directory(final String name) {
        final Path sharedMemory = Path.of("/dev/shm");
        final Path parent = Files.isDirectory(sharedMemory) ? sharedMemory : Path.of(
            System.getProperty("java.io.tmpdir"));
        return parent.resolve("pointsman-bench-" + ProcessHandle.current().pid() + "-" + name).toString();
    }
}
