/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.codecs.RejectCode;

/** The router's running totals and levels: plain longs, which the router's thread copies to where others look. */
public final class RouterCounters {
    private final long[] values = new long[RouterCounter.values().length];
    private final long[] rejects = new long[Byte.MAX_VALUE];

    RouterCounters() {
    }

    void increment(final RouterCounter counter) {
        values[counter.ordinal()]++;
    }

    void add(final RouterCounter counter, final long amount) {
        values[counter.ordinal()] += amount;
    }

    void set(final RouterCounter counter, final long value) {
        values[counter.ordinal()] = value;
    }

    void reject(final RejectCode code) {
        values[RouterCounter.REJECTS.ordinal()]++;
        rejects[code.value()]++;
    }

    /**
     * A total since start, or a level as of the last {@link Router#counters()}.
     *
     * @param counter which.
     * @return its value.
     */
    public long value(final RouterCounter counter) {
        return values[counter.ordinal()];
    }

    /**
     * Route requests refused for one reason.
     *
     * @param code the reason.
     * @return refusals since start.
     */
    public long rejects(final RejectCode code) {
        return rejects[code.value()];
    }
}
