/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import java.util.BitSet;
import net.openhft.affinity.Affinity;

/** Pins the calling thread to a processor. Off unless asked for. */
public final class ThreadPinning {
    /** The value that leaves a thread where the system puts it. */
    public static final int NOT_PINNED = -1;

    private static final String SLF4J_VERBOSITY_PROPERTY = "slf4j.internal.verbosity";

    private ThreadPinning() {
    }

    /**
     * Checks that there is such a processor, without pinning.
     *
     * @param cpu number of the processor, from 0; {@link #NOT_PINNED} is always allowed.
     * @throws IllegalArgumentException naming the value and what is allowed.
     */
    public static void check(final int cpu) {
        if (cpu == NOT_PINNED) {
            return;
        }
        // The library logs through SLF4J, which without a provider would print a warning of its own to standard error.
        if (System.getProperty(SLF4J_VERBOSITY_PROPERTY) == null) {
            System.setProperty(SLF4J_VERBOSITY_PROPERTY, "ERROR");
        }
        final BitSet allowed = Affinity.getAffinity();
        if (cpu < 0 || !allowed.get(cpu)) {
            throw new IllegalArgumentException(
                "cpu " + cpu + " is not one of the processors this thread may use: " + allowed + ", or -1 for none");
        }
    }

    /**
     * Pins the calling thread.
     *
     * @param cpu number of the processor, from 0; {@link #NOT_PINNED} does nothing.
     * @throws IllegalArgumentException naming the value and what is allowed, when there is no such processor.
     * @throws IllegalStateException    when the system does not let the thread be pinned there.
     */
    public static void pin(final int cpu) {
        if (cpu == NOT_PINNED) {
            return;
        }
        check(cpu);
        try {
            Affinity.setAffinity(cpu);
        } catch (final RuntimeException | LinkageError ex) {
            throw new IllegalStateException("thread could not be pinned to cpu " + cpu, ex);
        }
        final BitSet pinned = Affinity.getAffinity();
        if (pinned.cardinality() != 1 || !pinned.get(cpu)) {
            throw new IllegalStateException(
                "thread could not be pinned to cpu " + cpu + ": it runs on " + pinned + " with "
                    + Affinity.getAffinityImpl().getClass().getSimpleName());
        }
    }
}
