/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

/** Where a {@link RouteClient} stands with its coordinator; drawn in the package's comment. */
public enum ConnectionState {
    /** Asks to be connected, again and again. */
    CONNECTING,

    /** The coordinator acknowledged, and has been heard since. */
    CONNECTED,

    /** Closed, or Aeron is lost; final. */
    CLOSED
}
