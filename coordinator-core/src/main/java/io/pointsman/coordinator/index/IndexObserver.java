/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import org.agrona.DirectBuffer;

/**
 * Is told what a {@link RunPrefixIndex} did of itself, so that a second index, such as an oracle, can follow it
 * exactly. Called on the index's thread from within its calls; must not call the index.
 */
public interface IndexObserver {
    /**
     * Neighbouring blocks of one run were evicted because memory was short: all ranks forget them. A run of many
     * blocks is told in several calls.
     *
     * @param depth  of the first of them in its prefix, from 0.
     * @param hashes buffer holding their hashes in native byte order, valid during the call.
     * @param offset of the first hash.
     * @param count  of hashes.
     */
    void onEvicted(int depth, DirectBuffer hashes, int offset, int count);

    /**
     * A piece of learning was done.
     *
     * @param ownerId       as given to {@link PrefixIndex#learn}.
     * @param learnedBlocks leading blocks of the request that are learned now, in this piece and those before.
     */
    void onLearnedPiece(long ownerId, int learnedBlocks);
}
