/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * What a trace is like, and what simple policies would reach on it with endless caches; computed without routing, as
 * bounds to set beside a replay's figures:
 * <ul>
 * <li>one cache: blocks seen before anywhere, the upper bound;</li>
 * <li>random rank, round robin by request;</li>
 * <li>one rank per session, sessions dealt round robin.</li>
 * </ul>
 * Where conversations share no blocks the sets are emptied between them, so memory stays that of a conversation.
 */
public final class TraceSurvey {
    private final boolean disjointRoots;
    private final ChainedBlockSet one = new ChainedBlockSet();
    private final ChainedBlockSet[] random;
    private final ChainedBlockSet[] roundRobin;
    private final ChainedBlockSet[] bySession;
    private final Map<String, Integer> sessionOrdinals = new HashMap<>();
    private final Random choices;
    private final int ranks;
    private long[] hashes = new long[1024];
    private int[] inputTokens = new int[1024];
    private String root;
    private int roots;
    private int requests;
    private long blocks;
    private long oneHits;
    private long randomHits;
    private long roundRobinHits;
    private long sessionHits;
    private long outputTokens;
    private long totalInputTokens;
    private int longestBlocks;

    private TraceSurvey(final int ranks, final boolean disjointRoots, final long seed) {
        this.ranks = ranks;
        this.disjointRoots = disjointRoots;
        random = sets(ranks);
        roundRobin = sets(ranks);
        bySession = sets(ranks);
        choices = new Random(seed);
    }

    /**
     * Surveys a source to its end, or to a number of requests.
     *
     * @param source to read.
     * @param limit  most requests.
     * @param ranks  that the policies choose from.
     * @param seed   of the random choice.
     * @return the survey.
     */
    public static TraceSurvey of(final RequestSource source, final long limit, final int ranks, final long seed) {
        final TraceSurvey survey = new TraceSurvey(ranks, !source.conversationsShareBlocks(), seed);
        for (long i = 0; i < limit; i++) {
            final TraceRequest request = source.next();
            if (request == null) {
                break;
            }
            survey.add(request);
        }
        return survey;
    }

    private void add(final TraceRequest request) {
        final int count = request.blocks().count();
        if (hashes.length < count) {
            hashes = new long[Integer.highestOneBit(count) * 2];
        }
        request.blocks().hashes(hashes);
        if (!request.root().equals(root)) {
            enter(request.root());
        }
        final int session = sessionOrdinals.computeIfAbsent(request.session(), name -> sessionOrdinals.size());
        oneHits += one.add(hashes, count);
        randomHits += random[choices.nextInt(ranks)].add(hashes, count);
        roundRobinHits += roundRobin[requests % ranks].add(hashes, count);
        sessionHits += bySession[session % ranks].add(hashes, count);
        blocks += count;
        longestBlocks = Math.max(longestBlocks, count);
        if (requests == inputTokens.length) {
            inputTokens = Arrays.copyOf(inputTokens, requests * 2);
        }
        inputTokens[requests++] = request.inputTokens();
        totalInputTokens += request.inputTokens();
        outputTokens += request.outputTokens();
    }

    private void enter(final String newRoot) {
        root = newRoot;
        roots++;
        if (disjointRoots) {
            one.clear();
            for (int i = 0; i < ranks; i++) {
                random[i].clear();
                roundRobin[i].clear();
                bySession[i].clear();
            }
        }
    }

    private static ChainedBlockSet[] sets(final int ranks) {
        final ChainedBlockSet[] sets = new ChainedBlockSet[ranks];
        Arrays.setAll(sets, i -> new ChainedBlockSet());
        return sets;
    }

    /**
     * Requests surveyed.
     *
     * @return requests.
     */
    public int requests() {
        return requests;
    }

    /**
     * Sessions met; a request that belongs to none is one of its own.
     *
     * @return sessions.
     */
    public int sessions() {
        return sessionOrdinals.size();
    }

    /**
     * Conversations met, a session's sub-agents included.
     *
     * @return conversations; meaningful where the source has conversations.
     */
    public int conversations() {
        return roots;
    }

    /**
     * Blocks of all prompts.
     *
     * @return blocks.
     */
    public long blocks() {
        return blocks;
    }

    /**
     * Blocks of the longest prompt.
     *
     * @return blocks.
     */
    public int longestBlocks() {
        return longestBlocks;
    }

    /**
     * Mean length of a prompt.
     *
     * @return tokens.
     */
    public double inputTokensMean() {
        return requests == 0 ? 0 : (double)totalInputTokens / requests;
    }

    /**
     * Mean length of an answer.
     *
     * @return tokens.
     */
    public double outputTokensMean() {
        return requests == 0 ? 0 : (double)outputTokens / requests;
    }

    /**
     * A quantile of the length of prompts, interpolated linearly between the two nearest.
     *
     * @param quantile in [0,1].
     * @return tokens.
     */
    public double inputTokensAt(final double quantile) {
        final int[] sorted = Arrays.copyOf(inputTokens, requests);
        Arrays.sort(sorted);
        if (sorted.length == 0) {
            return 0;
        }
        final double position = quantile * (sorted.length - 1);
        final int below = (int)position;
        final int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }

    /**
     * Blocks seen before by one endless cache.
     *
     * @return fraction of all blocks.
     */
    public double oneCacheHit() {
        return fraction(oneHits);
    }

    /**
     * Blocks cached at the rank if it were chosen at random.
     *
     * @return fraction of all blocks.
     */
    public double randomHit() {
        return fraction(randomHits);
    }

    /**
     * Blocks cached at the rank if it were chosen in turn.
     *
     * @return fraction of all blocks.
     */
    public double roundRobinHit() {
        return fraction(roundRobinHits);
    }

    /**
     * Blocks cached at the rank if each session had one.
     *
     * @return fraction of all blocks.
     */
    public double sessionHit() {
        return fraction(sessionHits);
    }

    private double fraction(final long hits) {
        return blocks == 0 ? 0 : (double)hits / blocks;
    }
}
