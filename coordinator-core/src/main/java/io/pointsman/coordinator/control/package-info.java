/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/** What changes the coordinator's state from outside, apart from requests, and how it is answered. */
package io.pointsman.coordinator.control;
