/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.pointsman.transport.RouteParameters;
import org.agrona.concurrent.UnsafeBuffer;

/** Block hashes of made-up prompts: those of one seed are the same whenever asked for. */
final class Prompts {
    private Prompts() {
    }

    static UnsafeBuffer hashes(final long seed, final int count) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Math.max(1, count) * Long.BYTES]);
        for (int i = 0; i < count; i++) {
            buffer.putLong(i * Long.BYTES, hash(seed, i), LITTLE_ENDIAN);
        }
        return buffer;
    }

    static long hash(final long seed, final int position) {
        long mixed = (seed * 0x9E3779B97F4A7C15L) ^ ((position + 1) * 0xBF58476D1CE4E5B9L);
        mixed = (mixed ^ (mixed >>> 30)) * 0x94D049BB133111EBL;
        return (mixed ^ (mixed >>> 31)) >>> 1 | 1;
    }

    static RouteParameters set(final RouteParameters parameters, final long seed, final int count) {
        return parameters.hashes(hashes(seed, count), 0, count).promptBlocks(count);
    }
}
