/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/** The oracle under {@link Retention#REF_ZERO}. */
class NaivePrefixIndexRefZeroTest extends PrefixIndexContract {
    NaivePrefixIndexRefZeroTest() {
        super(Retention.REF_ZERO);
    }

    @Override
    PrefixIndex create(final Retention kind, final long ttlNs, final PrefixIndex.LeafListener listener) {
        return new NaivePrefixIndex(kind, ttlNs, listener);
    }
}
