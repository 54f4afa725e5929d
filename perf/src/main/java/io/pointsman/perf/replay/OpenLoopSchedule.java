/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.perf.trace.RequestSource;
import io.pointsman.perf.trace.TraceRequest;

/** Requests by their timestamps, whatever becomes of the others; frontends take turns. */
final class OpenLoopSchedule implements Schedule {
    private final FrontendPlan plan;
    private final RequestSource source;
    private TraceRequest next;
    private double firstTimestampMs = -1;
    private long ordinal;
    private long startNs;
    private long nextDueNs;
    private long dueNs;

    OpenLoopSchedule(final FrontendPlan plan, final RequestSource source) {
        this.plan = plan;
        this.source = source;
    }

    @Override
    public void start(final long nowNs) {
        startNs = nowNs;
        advance();
    }

    @Override
    public TraceRequest poll(final long nowNs) {
        final TraceRequest due = next;
        if (due == null || nextDueNs - nowNs > 0) {
            return null;
        }
        dueNs = nextDueNs;
        advance();
        return due;
    }

    private void advance() {
        next = null;
        while (next == null && ordinal < plan.limit()) {
            final TraceRequest request = source.next();
            if (request == null) {
                return;
            }
            if (firstTimestampMs < 0) {
                firstTimestampMs = request.timestampMs();
            }
            if (ordinal++ % plan.frontends() == plan.index()) {
                next = request;
                nextDueNs = startNs + plan.scaledNs(request.timestampMs() - firstTimestampMs);
            }
        }
    }

    @Override
    public long dueNs() {
        return dueNs;
    }

    @Override
    public void onOver(final TraceRequest request, final long nowNs) {
        // Arrivals do not wait for anything.
    }

    @Override
    public boolean isExhausted() {
        return next == null;
    }

    @Override
    public void close() {
        source.close();
    }
}
