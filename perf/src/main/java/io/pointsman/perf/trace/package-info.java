/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Where the requests of a replay come from: recorded traces in either of two formats, and a seeded workload of agent
 * rollouts; and what can be told about them without routing anything.
 */
package io.pointsman.perf.trace;
