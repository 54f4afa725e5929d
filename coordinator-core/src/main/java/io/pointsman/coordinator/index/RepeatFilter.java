/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Finds the first block among new ones whose hash equals an earlier one of the same request, once for a request.
 * <p>
 * An open-addressing set of the new hashes with their positions; then one pass over the blocks before them looks each
 * up. Only as much of the table is used, and cleared afterwards, as is sixteen times the new blocks, or what there is,
 * so that nearly every look-up is one predictable load from the first-level cache. Hashes are multiplied by an odd
 * number that the sender does not know, so that nobody can choose hashes that meet in one place.
 */
final class RepeatFilter {
    private static final int LEAST_BITS = 6;
    private static final int SPARSENESS_BITS = 4;
    private static final long MIX = 0xD6E8FEB86659FD93L;

    private final long multiplier;
    private final int mostBits;
    private final long[] hashes;
    private final int[] positions;
    private int shift;
    private int mask;

    RepeatFilter(final int maxBlocks, final long seed) {
        multiplier = (MIX ^ seed) | 1;
        mostBits = Math.max(LEAST_BITS, bitsFor(maxBlocks) + 1);
        hashes = new long[1 << mostBits];
        positions = new int[1 << mostBits];
    }

    /**
     * The position of the first repeat.
     *
     * @param vector of little-endian hashes.
     * @param from   first new block.
     * @param to     end of the new blocks.
     * @return in [from, to]; to when there is none.
     */
    int firstRepeat(final UnsafeBuffer vector, final int from, final int to) {
        final int bits = Math.min(mostBits, Math.max(LEAST_BITS, bitsFor(to - from) + SPARSENESS_BITS));
        shift = Long.SIZE - bits;
        mask = (1 << bits) - 1;
        int repeat = to;
        for (int i = from; i < repeat; i++) {
            if (!add(hash(vector, i), i)) {
                repeat = i;
            }
        }
        for (int i = 0; i < from; i++) {
            repeat = Math.min(repeat, position(hash(vector, i), to));
        }
        Arrays.fill(hashes, 0, mask + 1, 0);
        return repeat;
    }

    /** Bits that number as many things. */
    private static int bitsFor(final int count) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, count - 1));
    }

    private static long hash(final UnsafeBuffer vector, final int block) {
        return vector.getLong(block * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
    }

    /** Adds a hash; answers false when it is there. The hash 0 is never one, since it marks free places. */
    private boolean add(final long hash, final int position) {
        int place = (int) ((hash * multiplier) >>> shift);
        while (hashes[place] != 0) {
            if (hashes[place] == hash) {
                return false;
            }
            place = (place + 1) & mask;
        }
        hashes[place] = hash;
        positions[place] = position;
        return true;
    }

    private int position(final long hash, final int none) {
        int place = (int) ((hash * multiplier) >>> shift);
        while (hashes[place] != 0) {
            if (hashes[place] == hash) {
                return positions[place];
            }
            place = (place + 1) & mask;
        }
        return none;
    }
}
