/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.policy;

/** What decides between ranks of equal score and equally recent deepest matched block. */
public enum TieBreak {
    /** The lower load, then the rank chosen longest ago (never chosen first), then the earlier in rank order. */
    SPREAD,
    /** The earlier in rank order, as the reference does. */
    REFERENCE
}
