/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/** Idle strategies by name, as options give them. */
public final class IdleStrategies {
    /** What a name may look like, for options' texts. */
    public static final String ALLOWED = "busy-spin, noop, yielding, backoff, "
        + "backoff(maxSpins,maxYields,minParkNs,maxParkNs), sleeping, sleeping(ns)";

    private static final Pattern BACKOFF = Pattern.compile("backoff\\((\\d+),(\\d+),(\\d+),(\\d+)\\)");
    private static final Pattern SLEEPING = Pattern.compile("sleeping\\((\\d+)\\)");

    private IdleStrategies() {
    }

    /**
     * A new idle strategy. Each thread needs its own.
     *
     * @param name as in {@link #ALLOWED}; spaces do not count. Parks and sleeps are in nanoseconds.
     * @return the strategy.
     * @throws IllegalArgumentException naming the value and what is allowed.
     */
    public static IdleStrategy byName(final String name) {
        final String compact = name.replace(" ", "");
        switch (compact) {
            case "busy-spin":
                return new BusySpinIdleStrategy();
            case "noop":
                return new NoOpIdleStrategy();
            case "yielding":
                return new YieldingIdleStrategy();
            case "backoff":
                return new BackoffIdleStrategy();
            case "sleeping":
                return new SleepingIdleStrategy();
            default:
                return withParameters(name, compact);
        }
    }

    private static IdleStrategy withParameters(final String name, final String compact) {
        try {
            final Matcher backoff = BACKOFF.matcher(compact);
            if (backoff.matches()) {
                return backoff(backoff);
            }
            final Matcher sleeping = SLEEPING.matcher(compact);
            if (sleeping.matches()) {
                return new SleepingIdleStrategy(Long.parseLong(sleeping.group(1)));
            }
        } catch (final IllegalArgumentException ex) {
            // A number that does not fit, or parks that the strategy refuses.
            throw new IllegalArgumentException(message(name), ex);
        }
        throw new IllegalArgumentException(message(name));
    }

    private static IdleStrategy backoff(final Matcher numbers) {
        final long minParkNs = Long.parseLong(numbers.group(3));
        final long maxParkNs = Long.parseLong(numbers.group(4));
        if (minParkNs < 1 || maxParkNs < minParkNs) {
            throw new IllegalArgumentException("parks must satisfy 1 <= minParkNs <= maxParkNs");
        }
        return new BackoffIdleStrategy(
            Long.parseLong(numbers.group(1)), Long.parseLong(numbers.group(2)), minParkNs, maxParkNs);
    }

    private static String message(final String name) {
        return "idle strategy '" + name + "' is not one of: " + ALLOWED + " (1 <= minParkNs <= maxParkNs)";
    }
}
