/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/** The oracle under {@link Retention#LRU}. */
class NaivePrefixIndexLruTest extends PrefixIndexContract {
    NaivePrefixIndexLruTest() {
        super(Retention.LRU);
    }

    @Override
    PrefixIndex create(final Retention kind, final long ttlNs, final PrefixIndex.LeafListener listener) {
        return new NaivePrefixIndex(kind, ttlNs, listener);
    }
}
