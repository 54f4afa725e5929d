/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.perf.trace.TraceRequest;

/**
 * Which request of a frontend's share is to be sent when. Deterministic, used by one thread.
 */
interface Schedule extends AutoCloseable {
    /**
     * Begins; times count from here.
     *
     * @param nowNs now.
     */
    void start(long nowNs);

    /**
     * The next request that is due.
     *
     * @param nowNs now.
     * @return the request, null if none is due yet.
     */
    TraceRequest poll(long nowNs);

    /**
     * When the request of the last {@link #poll} was due.
     *
     * @return nanoseconds, on the clock of {@code nowNs}.
     */
    long dueNs();

    /**
     * A request is over: answered completely, refused or given up.
     *
     * @param request that is over.
     * @param nowNs   now.
     */
    void onOver(TraceRequest request, long nowNs);

    /**
     * Whether {@link #poll} will never again return a request.
     *
     * @return true if so.
     */
    boolean isExhausted();

    @Override
    void close();
}
