/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/** Starting and ending the other processes of a measurement. */
package io.pointsman.perf.process;
