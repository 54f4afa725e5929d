/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.bench;

import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * Prompts of a fixed number of blocks, of which the first ones are one of some conversations' and the rest have never
 * been seen. Seeded; one thread.
 */
final class PromptPool {
    private final SplittableRandom random;
    private final long[][] conversations;
    private final int blocks;
    private final UnsafeBuffer hashes;

    PromptPool(final int conversationCount, final int blocks, final int knownBlocks, final long seed) {
        random = new SplittableRandom(seed);
        this.blocks = blocks;
        conversations = new long[conversationCount][knownBlocks];
        for (final long[] conversation : conversations) {
            for (int i = 0; i < knownBlocks; i++) {
                conversation[i] = newHash();
            }
        }
        hashes = new UnsafeBuffer(ByteBuffer.allocateDirect(blocks * Long.BYTES));
    }

    int conversationCount() {
        return conversations.length;
    }

    int knownBlocks() {
        return conversations[0].length;
    }

    int blocks() {
        return blocks;
    }

    UnsafeBuffer hashes() {
        return hashes;
    }

    /** Fills the buffer with a conversation's known blocks and new ones behind them. */
    void next() {
        fill(random.nextInt(conversations.length));
        for (int i = knownBlocks(); i < blocks; i++) {
            hashes.putLong(i * Long.BYTES, newHash(), ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** Fills the buffer's beginning with the known blocks of a conversation. */
    void fill(final int conversation) {
        final long[] known = conversations[conversation];
        for (int i = 0; i < known.length; i++) {
            hashes.putLong(i * Long.BYTES, known[i], ByteOrder.LITTLE_ENDIAN);
        }
    }

    private long newHash() {
        return random.nextLong() >>> 1 | 1;
    }
}
