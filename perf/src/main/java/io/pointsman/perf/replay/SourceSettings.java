/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.perf.trace.RequestSource;
import io.pointsman.perf.trace.RolloutParameters;
import io.pointsman.perf.trace.RolloutSource;
import io.pointsman.perf.trace.TraceReader;

import java.nio.file.Path;

/**
 * Which requests are played.
 *
 * @param trace       a file, or {@link #SYNTHETIC}.
 * @param blockTokens of a file's blocks; 0: derive it.
 * @param rollouts    parameters of the generated workload.
 */
public record SourceSettings(String trace, int blockTokens, RolloutParameters rollouts) {
    /** Stands for the generated workload instead of a file. */
    public static final String SYNTHETIC = "synthetic";

    /**
     * Opens the source at its beginning.
     *
     * @return the source.
     * @throws io.pointsman.perf.trace.TraceException if a file cannot be read.
     */
    public RequestSource open() {
        return SYNTHETIC.equals(trace) ? new RolloutSource(rollouts) : new TraceReader(Path.of(trace), blockTokens);
    }
}
