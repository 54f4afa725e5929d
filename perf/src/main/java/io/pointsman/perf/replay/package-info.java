/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Plays a trace or a generated workload through a real coordinator: frontend processes, each with a route client and a
 * share of the requests; a coordinator process; and this process with the virtual ranks and the report.
 * <pre>
 *   frontend processes ──RouteRequest, FirstToken, Finished over Aeron──▶ coordinator process
 *          │  ▲        ◀──RouteDecision──────────────────────────────────────────┘
 *          │  └── first token, finished ──┐
 *          └──── request and its rank ────▶ this process: virtual ranks, progress, report
 * </pre>
 * What frontends and virtual ranks tell each other goes through ring buffers in shared memory, so that the streams that
 * are measured carry nothing else.
 */
package io.pointsman.perf.replay;
