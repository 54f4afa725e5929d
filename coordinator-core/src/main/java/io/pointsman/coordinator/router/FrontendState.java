/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

/** The life of a frontend's index; drawn in the package's documentation. */
public enum FrontendState {
    /** Nobody's. */
    FREE,
    /** A frontend has it; its messages count when they come by its present session. */
    CONNECTED,
    /** Its frontend has left; what it had in flight is being released in bounded steps. */
    RELEASING
}
