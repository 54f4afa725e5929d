/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

/**
 * Which frontends were told that a model is saturated and wait for room: a bit for each (model, frontend).
 * <pre>
 *   words[model * wordsPerModel + frontend / 64], bit frontend % 64: set from SATURATED until the notice
 *   due[model]: room has been seen since somebody began to wait
 * </pre>
 * A notice is a hint, never a reservation: who is woken asks again.
 */
final class CapacityWaiters {
    private final int wordsPerModel;
    private final long[] words;
    private final int[] waiting;
    private final boolean[] due;
    private int dueCount;

    CapacityWaiters(final int maxModels, final int maxFrontends) {
        wordsPerModel = maxFrontends + Long.SIZE - 1 >> 6;
        words = new long[maxModels * wordsPerModel];
        waiting = new int[maxModels];
        due = new boolean[maxModels];
    }

    void add(final int modelId, final int frontendIndex) {
        final int word = modelId * wordsPerModel + (frontendIndex >> 6);
        final long bit = 1L << frontendIndex;
        if ((words[word] & bit) == 0) {
            words[word] |= bit;
            waiting[modelId]++;
        }
    }

    void onRoom(final int modelId) {
        if (waiting[modelId] > 0 && !due[modelId]) {
            due[modelId] = true;
            dueCount++;
        }
    }

    void forget(final int frontendIndex) {
        for (int modelId = 0; modelId < waiting.length; modelId++) {
            final int word = modelId * wordsPerModel + (frontendIndex >> 6);
            if ((words[word] & 1L << frontendIndex) != 0) {
                take(modelId, word, 1L << frontendIndex);
            }
        }
    }

    boolean poll(final CapacityNotice notice) {
        for (int modelId = 0; dueCount > 0 && modelId < due.length; modelId++) {
            if (due[modelId]) {
                int word = modelId * wordsPerModel;
                while (words[word] == 0) {
                    word++;
                }
                final long bit = Long.lowestOneBit(words[word]);
                notice.set((word - modelId * wordsPerModel << 6) + Long.numberOfTrailingZeros(bit), modelId);
                take(modelId, word, bit);
                return true;
            }
        }
        return false;
    }

    private void take(final int modelId, final int word, final long bit) {
        words[word] ^= bit;
        if (--waiting[modelId] == 0 && due[modelId]) {
            due[modelId] = false;
            dueCount--;
        }
    }
}
