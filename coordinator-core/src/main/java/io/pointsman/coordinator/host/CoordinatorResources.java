/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import io.aeron.Aeron;
import io.pointsman.coordinator.router.Router;
import io.pointsman.transport.Channels;
import io.pointsman.transport.TransportDriver;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

/**
 * What the agent works with and closes at its end.
 *
 * @param driver       embedded or external.
 * @param aeron        client, invoked by the agent.
 * @param channels     of the streams.
 * @param markFile     the claim on the streams, held.
 * @param router       the core.
 * @param counters     to publish.
 * @param nanoClock    monotonic.
 * @param epochClock   wall clock.
 * @param errorHandler is told of faults.
 */
record CoordinatorResources(TransportDriver driver, Aeron aeron, Channels channels, MarkFile markFile, Router router,
    CoordinatorCounters counters, NanoClock nanoClock, EpochClock epochClock, ErrorHandler errorHandler) {
}
