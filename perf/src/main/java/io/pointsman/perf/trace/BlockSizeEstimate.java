/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

/**
 * Derives the tokens a block of a trace from how many blocks its prompts have: prompts of {@code n} tokens have either
 * {@code ceil(n / size)} blocks or, if incomplete blocks are left out, {@code floor(n / size)}. Each prompt narrows
 * both ranges.
 */
final class BlockSizeEstimate {
    private long ceilLow = 1;
    private long ceilHigh = Integer.MAX_VALUE;
    private long floorLow = 1;
    private long floorHigh = Integer.MAX_VALUE;

    void add(final int tokens, final int blocks) {
        if (blocks > 0) {
            ceilLow = Math.max(ceilLow, (tokens + blocks - 1L) / blocks);
            floorHigh = Math.min(floorHigh, tokens / blocks);
        }
        if (blocks > 1) {
            ceilHigh = Math.min(ceilHigh, (tokens - 1L) / (blocks - 1));
        }
        floorLow = Math.max(floorLow, tokens / (blocks + 1L) + 1);
    }

    /**
     * The size that fits all prompts; a power of two if one does.
     *
     * @return tokens; 0 if no size fits.
     */
    int blockTokens() {
        final int floor = choose(floorLow, floorHigh);
        final int ceil = choose(ceilLow, ceilHigh);
        if (floor == 0 || ceil == 0) {
            return Math.max(floor, ceil);
        }
        return Integer.bitCount(ceil) <= Integer.bitCount(floor) ? ceil : floor;
    }

    private static int choose(final long low, final long high) {
        if (low > high || high == Integer.MAX_VALUE) {
            return 0;
        }
        final long powerOfTwo = Long.highestOneBit(high);
        return (int)(powerOfTwo >= low ? powerOfTwo : low);
    }
}
