/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/** The names and formulas of the decision: signals, costs, tie-breaks, admission. Stateless. */
package io.pointsman.coordinator.policy;
