/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Another JVM with a main class of ours, on the same Java, class path and flags as this one, whose output is read line
 * by line. It is ended by {@link #close}, and with this process in any case.
 */
public final class JavaProcess implements AutoCloseable {
    private static final long END_TIMEOUT_S = 10;

    private final Process process;
    private final List<String> output = new ArrayList<>();
    private final CountDownLatch ready = new CountDownLatch(1);
    private final Thread hook;

    private JavaProcess(final Process process, final Predicate<String> readyLine) {
        this.process = process;
        hook = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(hook);
        final Thread reader = new Thread(() -> readOutput(readyLine), "output of process " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a process.
     *
     * @param mainClass  to run.
     * @param extraFlags of its JVM, besides those of this one.
     * @param arguments  of its main.
     * @param readyLine  tells the line of its output by which it is ready.
     * @return the process, perhaps not ready yet.
     */
    public static JavaProcess start(final Class<?> mainClass, final List<String> extraFlags,
        final List<String> arguments, final Predicate<String> readyLine) {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter((flag) -> !flag.startsWith("-agentlib") && !flag.startsWith("-javaagent")).forEach(command::add);
        command.addAll(extraFlags);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(mainClass.getName());
        command.addAll(arguments);
        try {
            return new JavaProcess(new ProcessBuilder(command).redirectErrorStream(true).start(), readyLine);
        } catch (final IOException exception) {
            throw new UncheckedIOException("cannot start " + mainClass.getName(), exception);
        }
    }

    /**
     * Waits until the process says that it is ready.
     *
     * @param timeoutMs longest wait in milliseconds.
     * @return this.
     * @throws IllegalStateException with its output, when it ends or says nothing in time.
     */
    public JavaProcess awaitReady(final long timeoutMs) {
        final long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        try {
            while (!ready.await(20, TimeUnit.MILLISECONDS)) {
                if (!process.isAlive() || System.nanoTime() - deadlineNs > 0) {
                    throw new IllegalStateException("not ready: " + process.info().commandLine().orElse("process") +
                        System.lineSeparator() + String.join(System.lineSeparator(), output()));
                }
            }
            return this;
        } catch (final InterruptedException exception) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(exception);
        }
    }

    /**
     * What it has printed so far, errors included.
     *
     * @return lines.
     */
    public List<String> output() {
        synchronized (output) {
            return List.copyOf(output);
        }
    }

    /**
     * The process itself.
     *
     * @return the process.
     */
    public Process process() {
        return process;
    }

    /**
     * Ends it as SIGTERM does, and waits.
     *
     * @return its exit status.
     * @throws IllegalStateException when it does not end within ten seconds; it is killed then.
     */
    public int terminate() {
        process.destroy();
        try {
            if (!process.waitFor(END_TIMEOUT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("did not end within " + END_TIMEOUT_S + " s: " + output());
            }
            return process.exitValue();
        } catch (final InterruptedException exception) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(exception);
        }
    }

    /** Ends it in order if it still runs. */
    @Override
    public void close() {
        try {
            if (process.isAlive()) {
                terminate();
            }
        } finally {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }

    private void readOutput(final Predicate<String> readyLine) {
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                synchronized (output) {
                    output.add(line);
                }
                if (readyLine.test(line)) {
                    ready.countDown();
                }
            }
        } catch (final IOException streamClosed) {
            // The process is gone, and its exit status says how.
        }
    }
}
