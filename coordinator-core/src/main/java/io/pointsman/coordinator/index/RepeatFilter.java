/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Finds the first block among new ones whose hash equals an earlier one of the same request.
 * <p>
 * The new blocks, a bounded piece, set bits; then one pass over the blocks before them tests bits. Only where a bit is
 * met twice are hashes compared. The bits stay in the first-level cache and are cleared after use.
 */
final class RepeatFilter {
    private static final int BITS_SHIFT = 16;
    private static final long MIX = 0xD6E8FEB86659FD93L;

    private final long[] words = new long[(1 << BITS_SHIFT) / Long.SIZE];

    /**
     * The position of the first repeat.
     *
     * @param vector of little-endian hashes.
     * @param from   first new block.
     * @param to     end of the new blocks.
     * @return in [from, to]; to when there is none.
     */
    int firstRepeat(final UnsafeBuffer vector, final int from, final int to) {
        int repeat = to;
        int marked = from;
        for (; marked < repeat; marked++) {
            final long hash = hash(vector, marked);
            if (mark(hash) && firstEqual(vector, hash, from, marked) < marked) {
                repeat = marked;
            }
        }
        for (int i = 0; i < from; i++) {
            final long hash = hash(vector, i);
            if (isMarked(hash)) {
                repeat = firstEqual(vector, hash, from, repeat);
            }
        }
        for (int i = from; i < marked; i++) {
            words[word(hash(vector, i))] = 0;
        }
        return repeat;
    }

    private static long hash(final UnsafeBuffer vector, final int block) {
        return vector.getLong(block * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
    }

    private static int firstEqual(final UnsafeBuffer vector, final long hash, final int from, final int to) {
        for (int i = from; i < to; i++) {
            if (hash(vector, i) == hash) {
                return i;
            }
        }
        return to;
    }

    private static int bit(final long hash) {
        return (int) ((hash * MIX) >>> (Long.SIZE - BITS_SHIFT));
    }

    private static int word(final long hash) {
        return bit(hash) >>> 6;
    }

    private boolean isMarked(final long hash) {
        final int bit = bit(hash);
        return (words[bit >>> 6] & (1L << bit)) != 0;
    }

    /** Marks a hash and tells whether it was marked. */
    private boolean mark(final long hash) {
        final int bit = bit(hash);
        final long word = words[bit >>> 6];
        words[bit >>> 6] = word | (1L << bit);
        return (word & (1L << bit)) != 0;
    }
}
