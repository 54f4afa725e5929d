/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

/**
 * Requests one after the other, never all in memory. The requests of one conversation follow each other without others
 * between, wherever the source has conversations. Used by one thread.
 */
public interface RequestSource extends AutoCloseable {
    /**
     * The next request.
     *
     * @return the request, null after the last.
     * @throws TraceException if the source is broken there.
     */
    TraceRequest next();

    /**
     * Tokens of a block.
     *
     * @return tokens, positive.
     */
    int blockTokens();

    /**
     * Whether the requests have arrival times on one clock, so that they can be played open loop.
     *
     * @return true if so.
     */
    boolean hasTimestamps();

    /**
     * Whether the source has conversations, so that it can be played closed loop with think times.
     *
     * @return true if so.
     */
    boolean hasConversations();

    /**
     * Whether requests of different conversations may have blocks in common.
     *
     * @return false if certainly not.
     */
    boolean conversationsShareBlocks();

    /**
     * What this is, for a report.
     *
     * @return one line.
     */
    String description();

    @Override
    void close();
}
