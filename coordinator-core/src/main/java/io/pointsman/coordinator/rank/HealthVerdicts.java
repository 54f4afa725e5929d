/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.rank;

import java.util.Arrays;

/**
 * Which frontend calls which rank unhealthy.
 * <pre>
 *   words[rank * wordsPerRank + frontend / 64], bit frontend % 64: set while that frontend says "unhealthy"
 *   counts[rank]: bits set
 * </pre>
 * The rule that makes one state of them is in {@link #unhealthy} alone.
 */
final class HealthVerdicts {
    private final int wordsPerRank;
    private final long[] words;
    private final int[] counts;

    HealthVerdicts(final int maxRanks, final int maxFrontends) {
        wordsPerRank = maxFrontends + Long.SIZE - 1 >> 6;
        words = new long[maxRanks * wordsPerRank];
        counts = new int[maxRanks];
    }

    /** Answers whether the verdict is another one than before. */
    boolean set(final int rankIndex, final int frontendIndex, final boolean healthy) {
        final int word = rankIndex * wordsPerRank + (frontendIndex >> 6);
        final long bit = 1L << frontendIndex;
        final boolean wasHealthy = (words[word] & bit) == 0;
        if (healthy != wasHealthy) {
            words[word] ^= bit;
            counts[rankIndex] += healthy ? -1 : 1;
        }
        return healthy != wasHealthy;
    }

    void forgetRank(final int rankIndex) {
        final int first = rankIndex * wordsPerRank;
        Arrays.fill(words, first, first + wordsPerRank, 0);
        counts[rankIndex] = 0;
    }

    /** The rule: unhealthy while at least one frontend says so. */
    boolean unhealthy(final int rankIndex) {
        return counts[rankIndex] > 0;
    }
}
