/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The fleet: ranks by name and life, their models, loads and health.
 * <pre>
 *                register                        cordon                 drain
 *   (unknown) ─────────────▶ HEALTHY ◀────────────────────▶ CORDONED ◀────────▶ DRAINING
 *                             │    ▲     back in service        │                 │
 *      a frontend says so     │    │ none says so any more, or its last accuser left │
 *                             ▼    │                            │                 │
 *                           UNHEALTHY                           │                 │
 *                             │                                 │                 │
 *                             └──────────── remove ─────────────┴─────────────────┘
 *                                             ▼
 *                                          REMOVED ──register──▶ HEALTHY, next generation
 * </pre>
 * What an operator ordered (cordoned, draining) hides what the frontends say; both are kept. A new engine instance of a
 * registered rank is a new generation with load zero and without verdicts; the operator's order stays until the rank
 * is removed.
 */
package io.pointsman.coordinator.rank;
