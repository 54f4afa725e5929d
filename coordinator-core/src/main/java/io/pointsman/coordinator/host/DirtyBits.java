/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

/** A fixed set of numbered things that are still to be told about. Single-threaded. */
final class DirtyBits {
    private final long[] words;

    DirtyBits(final int size) {
        words = new long[(size + Long.SIZE - 1) / Long.SIZE];
    }

    void set(final int index) {
        words[index / Long.SIZE] |= 1L << index;
    }

    void unset(final int index) {
        words[index / Long.SIZE] &= ~(1L << index);
    }

    void clear() {
        for (int i = 0; i < words.length; i++) {
            words[i] = 0;
        }
    }

    /**
     * The lowest number in the set.
     *
     * @return the number, -1 when the set is empty.
     */
    int first() {
        return next(0);
    }

    /**
     * The lowest number in the set from a given one on.
     *
     * @param from where to begin.
     * @return the number, -1 when there is none.
     */
    int next(final int from) {
        int word = from / Long.SIZE;
        if (word >= words.length) {
            return -1;
        }
        long bits = words[word] & -1L << from;
        while (bits == 0) {
            if (++word == words.length) {
                return -1;
            }
            bits = words[word];
        }
        return word * Long.SIZE + Long.numberOfTrailingZeros(bits);
    }
}
