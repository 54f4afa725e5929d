/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Virtual ranks: engines that have a prefix cache of a given capacity and a stated speed, but no model. Deterministic:
 * time is passed in; nothing here reads a clock.
 */
package io.pointsman.perf.fleet;
