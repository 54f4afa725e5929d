/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.rank;

/** Ranks whose change is still to be told: one bit a rank, answered in turn from the lowest. */
final class ChangedRanks {
    private final long[] words;
    private int count;

    ChangedRanks(final int maxRanks) {
        words = new long[maxRanks + Long.SIZE - 1 >> 6];
    }

    void add(final int rankIndex) {
        final long bit = 1L << rankIndex;
        if ((words[rankIndex >> 6] & bit) == 0) {
            words[rankIndex >> 6] |= bit;
            count++;
        }
    }

    int poll() {
        if (count == 0) {
            return -1;
        }
        int word = 0;
        while (words[word] == 0) {
            word++;
        }
        final int bit = Long.numberOfTrailingZeros(words[word]);
        words[word] &= words[word] - 1;
        count--;
        return (word << 6) + bit;
    }
}
