/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/** {@code scripts/bench}: what routing costs, beside a raw Aeron echo of the same bytes in the same run. */
package io.pointsman.perf.bench;
