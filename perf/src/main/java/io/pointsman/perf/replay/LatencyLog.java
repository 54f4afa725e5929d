/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

import java.io.FileNotFoundException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Latencies of one frontend, written to an HdrHistogram log at intervals of a second: those from sending to decision
 * under the tag {@link #ROUTE}, those from when the request was due under {@link #INTENDED}. Values are nanoseconds.
 * Used by one thread.
 */
final class LatencyLog implements AutoCloseable {
    static final String ROUTE = "route";
    static final String INTENDED = "intended";

    private static final int DIGITS = 3;
    private static final long LONGEST_NS = TimeUnit.HOURS.toNanos(1);
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final Histogram route = new Histogram(LONGEST_NS, DIGITS);
    private final Histogram intended = new Histogram(LONGEST_NS, DIGITS);
    private final HistogramLogWriter writer;
    private long intervalStartNs;
    private long intervalStartMs;

    LatencyLog(final Path file, final long nowNs, final long nowMs) {
        try {
            writer = new HistogramLogWriter(file.toFile());
        } catch (final FileNotFoundException ex) {
            throw new UncheckedIOException(ex);
        }
        writer.outputComment("[Latencies in nanoseconds; tags: " + ROUTE + ", from sending to decision; " + INTENDED +
            ", from when the request was due to decision]");
        writer.outputLogFormatVersion();
        writer.outputStartTime(nowMs);
        writer.setBaseTime(nowMs);
        writer.outputLegend();
        intervalStartNs = nowNs;
        intervalStartMs = nowMs;
    }

    void record(final long routeNs, final long intendedNs) {
        route.recordValue(Math.min(routeNs, LONGEST_NS));
        intended.recordValue(Math.max(0, Math.min(intendedNs, LONGEST_NS)));
    }

    void onTime(final long nowNs) {
        if (nowNs - intervalStartNs >= INTERVAL_NS) {
            flush(nowNs);
        }
    }

    private void flush(final long nowNs) {
        final long endMs = intervalStartMs + TimeUnit.NANOSECONDS.toMillis(nowNs - intervalStartNs);
        output(route, ROUTE, endMs);
        output(intended, INTENDED, endMs);
        intervalStartNs = nowNs;
        intervalStartMs = endMs;
    }

    private void output(final Histogram histogram, final String tag, final long endMs) {
        if (histogram.getTotalCount() > 0) {
            // A reset takes the tag away, too.
            histogram.setTag(tag);
            histogram.setStartTimeStamp(intervalStartMs);
            histogram.setEndTimeStamp(endMs);
            writer.outputIntervalHistogram(histogram);
            histogram.reset();
        }
    }

    void close(final long nowNs) {
        flush(nowNs);
        writer.close();
    }

    @Override
    public void close() {
        writer.close();
    }

    /** Adds the intervals of a log that have a tag to a histogram; those from the second on to another. */
    static void read(final Path file, final String tag, final Histogram sum, final Histogram afterTheFirst) {
        boolean isFirst = true;
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            EncodableHistogram interval = reader.nextIntervalHistogram();
            while (interval != null) {
                if (tag.equals(interval.getTag())) {
                    sum.add((Histogram)interval);
                    if (!isFirst) {
                        afterTheFirst.add((Histogram)interval);
                    }
                    isFirst = false;
                }
                interval = reader.nextIntervalHistogram();
            }
        } catch (final FileNotFoundException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static Histogram empty() {
        return new Histogram(LONGEST_NS, DIGITS);
    }
}
