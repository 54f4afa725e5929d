/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The router's host: one {@link io.pointsman.coordinator.host.Coordinator} process, its agent and duty cycle, what
 * comes in and goes out, options, counters, claim. The only package of the core that touches Aeron, clocks and files.
 */
package io.pointsman.coordinator.host;
