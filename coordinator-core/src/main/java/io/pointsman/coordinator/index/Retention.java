/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/** How long a rank is believed to hold a block, since an engine's own evictions cannot be seen. */
public enum Retention {
    /** While the last assignment that covered the block is at most the time to live ago. */
    LRU,
    /** Only while a request that includes the block is in flight on the rank; the reference's default. */
    REF_ZERO
}
