/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/**
 * The current life of each rank. A life is named by its generation and its cache version; inside, every change gives
 * the rank the next of its own numbers, so that holders need to keep and compare only one.
 */
final class RankLives {
    private final int[] generations;
    private final int[] cacheVersions;
    private final int[] lives;

    RankLives(final int maxRanks) {
        generations = new int[maxRanks];
        cacheVersions = new int[maxRanks];
        lives = new int[maxRanks];
    }

    void change(final int rank, final int generation, final int cacheVersion) {
        if (generations[rank] != generation || cacheVersions[rank] != cacheVersion) {
            generations[rank] = generation;
            cacheVersions[rank] = cacheVersion;
            lives[rank]++;
        }
    }

    /** Whether the rank is there at all. */
    boolean isPresent(final int rank) {
        return generations[rank] != 0;
    }

    boolean isCurrent(final int rank, final int generation, final int cacheVersion) {
        return generation != 0 && generations[rank] == generation && cacheVersions[rank] == cacheVersion;
    }

    int life(final int rank) {
        return lives[rank];
    }
}
