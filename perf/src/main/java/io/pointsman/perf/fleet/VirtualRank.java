/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.fleet;

import java.util.ArrayDeque;

/**
 * One virtual rank: its cache, its queue and what it has counted. Used by the fleet's thread; its figures may be read
 * when that has ended.
 */
public final class VirtualRank {
    final BlockCache cache;
    final ArrayDeque<VirtualRequest> waiting = new ArrayDeque<>();
    int running;
    long prefillFreeNs;
    private int inFlight;
    private int mostInFlight;
    private long inFlightSinceNs;
    private double inFlightNs;
    private long requests;
    private long promptTokens;
    private long cachedTokens;

    VirtualRank(final BlockCache cache) {
        this.cache = cache;
    }

    void onArrival(final long nowNs, final int inputTokens, final int tokensCached) {
        change(nowNs, 1);
        requests++;
        promptTokens += inputTokens;
        cachedTokens += tokensCached;
        mostInFlight = Math.max(mostInFlight, inFlight);
    }

    void onFinished(final long nowNs) {
        change(nowNs, -1);
    }

    private void change(final long nowNs, final int difference) {
        inFlightNs += (double)inFlight * (nowNs - inFlightSinceNs);
        inFlightSinceNs = nowNs;
        inFlight += difference;
    }

    /**
     * Requests on the rank now.
     *
     * @return running and waiting.
     */
    public int inFlight() {
        return inFlight;
    }

    /**
     * Most requests that were on the rank at once.
     *
     * @return running and waiting.
     */
    public int mostInFlight() {
        return mostInFlight;
    }

    /**
     * Requests that have arrived.
     *
     * @return requests.
     */
    public long requests() {
        return requests;
    }

    /**
     * Tokens of all prompts that have arrived.
     *
     * @return tokens.
     */
    public long promptTokens() {
        return promptTokens;
    }

    /**
     * Tokens of them that were cached and so not computed.
     *
     * @return tokens.
     */
    public long cachedTokens() {
        return cachedTokens;
    }

    /**
     * Tokens of them that were computed.
     *
     * @return tokens.
     */
    public long prefillTokens() {
        return promptTokens - cachedTokens;
    }

    /**
     * Requests on the rank, summed over time.
     *
     * @return requests times nanoseconds, up to the last change.
     */
    public double inFlightNs() {
        return inFlightNs;
    }

    /**
     * Blocks in the rank's cache.
     *
     * @return blocks.
     */
    public int cachedBlocks() {
        return cache.size();
    }
}
