/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;

import java.nio.ByteOrder;

/**
 * Checks a request's block hashes where they lie. Every hash of a long prompt is looked at, so the loop has no branch:
 * {@code hash | hash - 1} is negative exactly where a hash is not positive.
 */
final class BlockHashes {
    /** Every hash is positive. */
    static final int NONE = -1;
    private static final boolean IS_NATIVE_ORDER = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private BlockHashes() {
    }

    /** The position of the first hash that is not positive. */
    static int firstNotPositive(final DirectBuffer buffer, final int offset, final int count) {
        if (count == 0) {
            return NONE;
        }
        buffer.boundsCheck(offset, count * RouteQuery.HASH_LENGTH);
        final byte[] array = buffer.byteArray();
        final long address = buffer.addressOffset() + offset;
        long signs = 0;
        for (int i = 0; i < count; i++) {
            final long hash = hashAt(array, address, i);
            signs |= hash | hash - 1;
        }
        int position = NONE;
        for (int i = 0; signs < 0 && position == NONE; i++) {
            position = hashAt(array, address, i) <= 0 ? i : NONE;
        }
        return position;
    }

    private static long hashAt(final byte[] array, final long address, final int position) {
        final long hash = UnsafeApi.getLong(array, address + ((long)position << 3));
        return IS_NATIVE_ORDER ? hash : Long.reverseBytes(hash);
    }
}
