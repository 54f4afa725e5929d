/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

/** Where Aeron's media driver runs. */
public enum DriverMode {
    /**
     * In this process, on the thread of the agent that calls {@link TransportDriver#doWork()} in its duty cycle.
     * Fastest, and the agent's clients go when it goes.
     */
    EMBEDDED_INVOKED,

    /** In this process, on one thread of its own. */
    EMBEDDED_THREADED,

    /** In another process; a coordinator's restart leaves it, and the frontends' streams, alone. */
    EXTERNAL
}
