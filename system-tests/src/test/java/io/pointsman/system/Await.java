/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.BackoffIdleStrategy;

/** Waits for conditions, with a deadline that only a fault exceeds. */
final class Await {
    private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(30);

    private Await() {
    }

    /** Evaluates the condition, which may do the polling it waits for, until it holds. */
    static void until(final String what, final BooleanSupplier condition) {
        final BackoffIdleStrategy idleStrategy = new BackoffIdleStrategy();
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - beginNs > DEADLINE_NS) {
                throw new AssertionError("in vain awaited: " + what);
            }
            idleStrategy.idle();
        }
    }
}
