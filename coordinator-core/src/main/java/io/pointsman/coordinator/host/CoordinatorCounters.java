/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import io.aeron.Aeron;
import io.aeron.Counter;
import io.pointsman.codecs.RejectCode;
import io.pointsman.coordinator.router.RouterCounter;
import io.pointsman.coordinator.router.RouterCounters;

import java.util.Locale;

/**
 * The coordinator's counters in Aeron's counters file, where {@code scripts/counters} and Aeron's own tools read them
 * live from another process: one for each {@link HostCounter}, {@link RouterCounter} and {@link RejectCode}, all with
 * the type id {@link #TYPE_ID}. The core counts in plain fields; the agent publishes them here between its duties.
 */
public final class CoordinatorCounters implements AutoCloseable {
    /** Type id of the coordinator's counters in Aeron's counters file. */
    public static final int TYPE_ID = 7_700;
    /** What every label begins with. */
    public static final String LABEL_PREFIX = "pointsman: ";

    private static final HostCounter[] HOST = HostCounter.values();
    private static final RouterCounter[] ROUTER = RouterCounter.values();
    private static final RejectCode[] CODES = RejectCode.values();

    private final long[] hostValues = new long[HOST.length];
    private final long[] refused = new long[CODES.length];
    private final Counter[] hostCounters = new Counter[HOST.length];
    private final Counter[] routerCounters = new Counter[ROUTER.length];
    private final Counter[] rejectCounters = new Counter[CODES.length];

    /**
     * Allocates the counters.
     *
     * @param aeron client of the thread that will publish.
     */
    CoordinatorCounters(final Aeron aeron) {
        for (int i = 0; i < HOST.length; i++) {
            hostCounters[i] = aeron.addCounter(TYPE_ID, LABEL_PREFIX + HOST[i].label());
        }
        for (int i = 0; i < ROUTER.length; i++) {
            routerCounters[i] = aeron.addCounter(TYPE_ID, LABEL_PREFIX + ROUTER[i].label());
        }
        for (int i = 0; i < CODES.length; i++) {
            if (CODES[i] != RejectCode.NULL_VAL) {
                rejectCounters[i] = aeron.addCounter(TYPE_ID, LABEL_PREFIX + label(CODES[i]));
            }
        }
    }

    /**
     * The label of a reject counter, behind {@link #LABEL_PREFIX}.
     *
     * @param code of the rejects.
     * @return the label.
     */
    public static String label(final RejectCode code) {
        return "rejects, " + code.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    void increment(final HostCounter counter) {
        hostValues[counter.ordinal()]++;
    }

    void set(final HostCounter counter, final long value) {
        hostValues[counter.ordinal()] = value;
    }

    long value(final HostCounter counter) {
        return hostValues[counter.ordinal()];
    }

    /** Counts what was refused outside the router. */
    void refused(final RejectCode code) {
        refused[code.ordinal()]++;
    }

    void publish(final RouterCounters router) {
        for (int i = 0; i < HOST.length; i++) {
            hostCounters[i].setRelease(hostValues[i]);
        }
        for (int i = 0; i < ROUTER.length; i++) {
            routerCounters[i].setRelease(router.value(ROUTER[i]));
        }
        for (int i = 0; i < CODES.length; i++) {
            if (rejectCounters[i] != null) {
                rejectCounters[i].setRelease(router.rejects(CODES[i]) + refused[i]);
            }
        }
    }

    @Override
    public void close() {
        for (int i = 0; i < HOST.length; i++) {
            hostCounters[i].close();
        }
        for (int i = 0; i < ROUTER.length; i++) {
            routerCounters[i].close();
        }
        for (final Counter counter : rejectCounters) {
            if (counter != null) {
                counter.close();
            }
        }
    }
}
