/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import org.HdrHistogram.Histogram;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How late the platform itself wakes a thread that sleeps for a millisecond: the baseline beside an open loop's
 * latencies, of which what is no more than this is not the coordinator's. A thread of its own; read after closing.
 */
final class HiccupMeter implements AutoCloseable {
    private static final long SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Histogram lateness = LatencyLog.empty();
    private final Thread thread = new Thread(this::measure, "hiccup meter");
    private volatile boolean isClosed;

    HiccupMeter() {
        thread.setDaemon(true);
        thread.start();
    }

    private void measure() {
        do {
            final long beginNs = System.nanoTime();
            LockSupport.parkNanos(SLEEP_NS);
            lateness.recordValue(Math.max(0, System.nanoTime() - beginNs - SLEEP_NS));
        } while (!isClosed);
    }

    /** Nanoseconds; after {@link #close}. */
    Histogram lateness() {
        return lateness;
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            thread.join();
        } catch (final InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
