/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.fleet;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

class BlockCacheTest {
    @Test
    void shouldFindLeadingBlocksOnlyWhenEndless() {
        final BlockCache cache = BlockCache.ofCapacity(0);
        assertThat(cache.admit(new long[] { 1, 2, 3 }, 3)).isZero();
        assertThat(cache.admit(new long[] { 1, 2, 4, 9 }, 3)).isEqualTo(2);
        assertThat(cache.admit(new long[] { 7, 1, 2 }, 3)).isZero();
        assertThat(cache.admit(new long[] { 1, 2, 3, 4 }, 4)).isEqualTo(4);
        assertThat(cache.size()).isEqualTo(5);
    }

    @Test
    void shouldForgetTheEndOfThePromptUsedLongestAgoWhenFull() {
        final BlockCache cache = BlockCache.ofCapacity(4);
        cache.admit(new long[] { 1, 2, 3 }, 3);
        cache.admit(new long[] { 5, 6 }, 2);
        assertThat(cache.size()).isEqualTo(4);
        assertThat(cache.admit(new long[] { 1, 2, 3 }, 3)).isEqualTo(2);
    }

    @Test
    void shouldKeepTheFirstBlocksWhenAPromptExceedsTheCapacity() {
        final BlockCache cache = BlockCache.ofCapacity(2);
        assertThat(cache.admit(new long[] { 1, 2, 3, 4 }, 4)).isZero();
        assertThat(cache.admit(new long[] { 1, 2, 3, 4 }, 4)).isEqualTo(2);
    }

    @Test
    void shouldAgreeWithALinkedHashMapWhenUsedAtRandom() {
        final Random random = new Random(1);
        for (int round = 0; round < 20; round++) {
            final int capacity = 1 + random.nextInt(40);
            final BlockCache cache = BlockCache.ofCapacity(capacity);
            final LinkedHashMap<Long, Boolean> oracle = new LinkedHashMap<>(16, 0.75f, true);
            for (int i = 0; i < 2_000; i++) {
                final long[] prompt = prompt(random);
                assertThat(cache.admit(prompt, prompt.length)).isEqualTo(admit(oracle, capacity, prompt));
                assertThat(cache.size()).isEqualTo(oracle.size());
            }
        }
    }

    private static long[] prompt(final Random random) {
        final long[] prompt = new long[1 + random.nextInt(12)];
        long hash = 1 + random.nextInt(3);
        for (int i = 0; i < prompt.length; i++) {
            prompt[i] = hash;
            hash = hash * 10 + random.nextInt(2);
        }
        return prompt;
    }

    private static int admit(final LinkedHashMap<Long, Boolean> oracle, final int capacity, final long[] prompt) {
        int cached = 0;
        while (cached < prompt.length && oracle.containsKey(prompt[cached])) {
            cached++;
        }
        for (int i = Math.min(prompt.length, capacity) - 1; i >= 0; i--) {
            oracle.put(prompt[i], true);
            if (oracle.size() > capacity) {
                oracle.remove(new ArrayList<>(oracle.keySet()).get(0));
            }
        }
        return cached;
    }
}
