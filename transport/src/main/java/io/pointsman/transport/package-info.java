/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The wire: channels and stream ids, the media driver, idle strategies, and an adapter and a proxy for every message.
 * <p>
 * A proxy encodes and sends; an adapter polls, checks and decodes. A message that reaches a listener has been checked
 * to be of this protocol, of a version that is read here, complete, and no longer than its counts say; what its fields
 * mean is the listener's business. All of them belong to one thread.
 */
package io.pointsman.transport;
