/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/** The totals of a {@link RunPrefixIndex}. */
final class IndexCounters implements IndexStats {
    private long residentBlocks;
    private long evictedBlocks;
    private long repeatedHashes;
    private long misplacedHashes;
    private long exhausted;

    void onLearned(final int blocks) {
        residentBlocks += blocks;
    }

    void onFreed(final int blocks) {
        residentBlocks -= blocks;
    }

    void onEvicted(final int blocks) {
        evictedBlocks += blocks;
    }

    void onRepeatedHash() {
        repeatedHashes++;
    }

    void onMisplacedHash() {
        misplacedHashes++;
    }

    void onExhausted() {
        exhausted++;
    }

    @Override
    public long residentBlocks() {
        return residentBlocks;
    }

    @Override
    public long evictedBlocks() {
        return evictedBlocks;
    }

    @Override
    public long repeatedHashes() {
        return repeatedHashes;
    }

    @Override
    public long misplacedHashes() {
        return misplacedHashes;
    }

    @Override
    public long exhausted() {
        return exhausted;
    }
}
