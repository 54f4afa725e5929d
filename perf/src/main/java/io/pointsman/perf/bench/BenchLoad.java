/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.bench;

import org.HdrHistogram.Histogram;

/** Load on one of the two things compared. One thread. */
interface BenchLoad extends AutoCloseable {
    /** Makes the other side know what it is to know before measuring. */
    void teach();

    /**
     * One request at a time.
     *
     * @param durationNs how long.
     * @param histogram  receives the round trips in nanoseconds.
     */
    void closedLoop(long durationNs, Histogram histogram);

    /**
     * As many requests as the window allows.
     *
     * @param durationNs how long.
     * @param window     most requests outstanding.
     * @return answers a second.
     */
    double pipelined(long durationNs, int window);

    /**
     * Whether the other side did its work.
     *
     * @return null if it did, else what is wrong.
     */
    String check();

    @Override
    void close();
}
