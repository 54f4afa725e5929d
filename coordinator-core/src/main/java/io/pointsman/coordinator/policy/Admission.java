/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.policy;

/** Whether a request is turned away when no candidate has room; the choice itself never refuses for load. */
public enum Admission {
    /** Never. */
    OFF,
    /** Rejected as saturated when every candidate is at its max-requests; a capacity notice follows. */
    REJECT
}
