/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * What a Java frontend needs to have its requests routed.
 * <pre>
 *                      +-----------------------------------------------+
 *                      v                                               |
 *   CONNECTING --ConnectAck--> CONNECTED --silence, stream gone--> CONNECTING
 *       |                          |
 *       +---- close(), Aeron gone -+--> CLOSED
 * </pre>
 * A ConnectAck of a later epoch while CONNECTED is a disconnection and a connection in one step.
 */
package io.pointsman.transport.client;
