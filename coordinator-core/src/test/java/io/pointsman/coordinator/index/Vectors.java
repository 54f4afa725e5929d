/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** Makes chains of block hashes and hands them over as the wire has them. */
final class Vectors {
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private Vectors() {
    }

    /** A hash that names a block's content together with all before it. */
    static long chained(final long parent, final long content) {
        long mixed = (parent ^ content * MIX) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 29) * 0x94D049BB133111EBL;
        return Math.max(1, (mixed ^ mixed >>> 32) & Long.MAX_VALUE);
    }

    /** A chain grown by blocks of content that starts at a number. */
    static long[] grown(final long[] chain, final int blocks, final long content) {
        final long[] longer = Arrays.copyOf(chain, chain.length + blocks);
        for (int i = chain.length; i < longer.length; i++) {
            longer[i] = chained(i == 0 ? 0 : longer[i - 1], content + i);
        }
        return longer;
    }

    static long[] chain(final int blocks, final long content) {
        return grown(new long[0], blocks, content);
    }

    static UnsafeBuffer wire(final long... hashes) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[hashes.length * Long.BYTES]);
        put(buffer, hashes);
        return buffer;
    }

    static void put(final UnsafeBuffer buffer, final long... hashes) {
        for (int i = 0; i < hashes.length; i++) {
            buffer.putLong(i * Long.BYTES, hashes[i], ByteOrder.LITTLE_ENDIAN);
        }
    }
}
