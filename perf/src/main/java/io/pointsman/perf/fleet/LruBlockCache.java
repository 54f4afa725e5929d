/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.fleet;

import org.agrona.collections.Long2LongHashMap;

/**
 * Forgets the least recently used block when full. Of one prompt the last block counts as used longest ago, as engines
 * free a prompt's blocks from its end, so that a prefix outlives what follows it. A prompt of more blocks than the
 * capacity leaves its first ones.
 * <p>
 * Memory, all taken at construction but for the map, which grows to the capacity: three arrays of an element a slot, of
 * which {@code older} and {@code newer} link the slots from the newest to the oldest; element {@code capacity} is the
 * list's head.
 */
final class LruBlockCache implements BlockCache {
    private static final long MISSING = -1;

    private final Long2LongHashMap slots = new Long2LongHashMap(MISSING);
    private final long[] hashes;
    private final int[] older;
    private final int[] newer;
    private final int head;

    LruBlockCache(final int capacityBlocks) {
        hashes = new long[capacityBlocks];
        older = new int[capacityBlocks + 1];
        newer = new int[capacityBlocks + 1];
        head = capacityBlocks;
        older[head] = head;
        newer[head] = head;
    }

    @Override
    public int admit(final long[] prompt, final int count) {
        int cached = 0;
        while (cached < count && slots.get(prompt[cached]) != MISSING) {
            cached++;
        }
        for (int i = Math.min(count, hashes.length) - 1; i >= 0; i--) {
            use(prompt[i]);
        }
        return cached;
    }

    @Override
    public int size() {
        return slots.size();
    }

    private void use(final long hash) {
        final long known = slots.get(hash);
        final int slot;
        if (known != MISSING) {
            slot = (int)known;
            unlink(slot);
        } else {
            slot = freeSlot();
            hashes[slot] = hash;
            slots.put(hash, slot);
        }
        final int second = older[head];
        older[slot] = second;
        newer[slot] = head;
        newer[second] = slot;
        older[head] = slot;
    }

    private int freeSlot() {
        if (slots.size() < hashes.length) {
            return slots.size();
        }
        final int oldest = newer[head];
        slots.remove(hashes[oldest]);
        unlink(oldest);
        return oldest;
    }

    private void unlink(final int slot) {
        older[newer[slot]] = older[slot];
        newer[older[slot]] = newer[slot];
    }
}
