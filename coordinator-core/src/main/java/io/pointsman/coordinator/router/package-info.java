/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The router: what a request gets as an answer, what is in flight, and who the frontends are. Pure: no clock, no
 * randomness, no input or output; the same calls in the same order give the same answers.
 * <pre>
 *   a frontend's index
 *              connect                    lost, closed                  nothing left in flight
 *      FREE ─────────────▶ CONNECTED ──────────────────▶ RELEASING ──────────────────────────▶ FREE
 *                          │       ▲                     (bounded steps)
 *                          └───────┘ connect again; by a new session the old one's messages are ignored
 *
 *   a request
 *                route                     finished, aborted, retried, undeliverable, frontend lost, not in report
 *      (none) ──────────────▶ IN FLIGHT ─────────────────────────────────────────────────────────────────▶ (none)
 *         │  reassigned,       │     ▲ reassigned, reported elsewhere
 *         │  reported          └─────┘
 *         └──────▶ IN FLIGHT   │ its rank's life ends: the load is gone at once
 *                              ▼
 *                            ORPHAN ── any of the above ──▶ (none); a finish is counted as late
 * </pre>
 */
package io.pointsman.coordinator.router;
