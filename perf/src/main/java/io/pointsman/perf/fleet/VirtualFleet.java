/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.fleet;

import java.util.ArrayDeque;
import java.util.PriorityQueue;

/**
 * Virtual ranks and the events of the requests they serve.
 * <p>
 * A block counts as cached from the arrival of the first request that brings it: since a rank prefills in order of
 * arrival, it is computed by the time a later request is prefilled. Answers are not cached.
 * <p>
 * Used by one thread, which passes the time in; an event's consequences are reckoned from the event's own time, so a
 * late caller does not slow the ranks down. Nothing is allocated once as many requests as ever are in flight have been.
 */
public final class VirtualFleet {
    private final VirtualRank[] ranks;
    private final ServiceRates rates;
    private final int blockTokens;
    private final FleetListener listener;
    private final PriorityQueue<VirtualRequest> events = new PriorityQueue<>(1024);
    private final ArrayDeque<VirtualRequest> pool = new ArrayDeque<>();
    private long arrivals;
    private long finished;
    private long blocks;
    private long cachedBlocks;
    private long predictedBlocks;
    private long firstArrivalNs;
    private long lastChangeNs;

    /** Is told what becomes of requests. */
    public interface FleetListener {
        /**
         * Prefill is over.
         *
         * @param frontend      as given on arrival.
         * @param correlationId as given on arrival.
         */
        void onFirstToken(int frontend, long correlationId);

        /**
         * The answer is complete.
         *
         * @param frontend      as given on arrival.
         * @param correlationId as given on arrival.
         * @param outputTokens  of the answer.
         */
        void onFinished(int frontend, long correlationId, int outputTokens);
    }

    /**
     * Creates the fleet.
     *
     * @param rankCount   ranks, at least 1.
     * @param cacheBlocks capacity of each rank's cache in blocks; 0: endless.
     * @param blockTokens tokens of a block.
     * @param rates       of service.
     * @param listener    of the events.
     */
    public VirtualFleet(final int rankCount, final int cacheBlocks, final int blockTokens, final ServiceRates rates,
        final FleetListener listener) {
        ranks = new VirtualRank[rankCount];
        for (int i = 0; i < rankCount; i++) {
            ranks[i] = new VirtualRank(BlockCache.ofCapacity(cacheBlocks));
        }
        this.blockTokens = blockTokens;
        this.rates = rates;
        this.listener = listener;
    }

    /**
     * A request arrives at its rank. Events that are due before must have been dealt with by {@link #advance}.
     *
     * @param nowNs    now.
     * @param rank     the request was routed to, in [0, number of ranks).
     * @param request  what is known of it.
     * @param hashes   of its blocks.
     */
    public void arrive(final long nowNs, final int rank, final Arrival request, final long[] hashes) {
        final VirtualRank target = ranks[rank];
        final int cached = target.cache.admit(hashes, request.blocks);
        final int cachedTokens = (int)Math.min(request.inputTokens, (long)cached * blockTokens);
        blocks += request.blocks;
        cachedBlocks += cached;
        predictedBlocks += request.predictedBlocks;
        if (arrivals == 0) {
            firstArrivalNs = nowNs;
        }
        lastChangeNs = nowNs;
        target.onArrival(nowNs, request.inputTokens, cachedTokens);

        final VirtualRequest entry = pool.isEmpty() ? new VirtualRequest() : pool.pop();
        entry.rank = target;
        entry.frontend = request.frontend;
        entry.correlationId = request.correlationId;
        entry.outputTokens = request.outputTokens;
        entry.prefillNs = rates.prefillNs(request.inputTokens - cachedTokens);
        entry.decodeNs = rates.decodeNs(request.outputTokens);
        entry.arrival = arrivals++;
        entry.decoding = false;
        if (target.running < rates.maxRunning()) {
            start(entry, nowNs);
        } else {
            target.waiting.add(entry);
        }
    }

    /**
     * Deals with every event that is due, in order of time.
     *
     * @param nowNs now.
     * @return events dealt with.
     */
    public int advance(final long nowNs) {
        int count = 0;
        VirtualRequest next = events.peek();
        while (next != null && next.eventNs - nowNs <= 0) {
            events.poll();
            if (next.decoding) {
                finish(next);
            } else {
                next.decoding = true;
                next.eventNs += next.decodeNs;
                events.add(next);
                listener.onFirstToken(next.frontend, next.correlationId);
            }
            count++;
            next = events.peek();
        }
        return count;
    }

    private void start(final VirtualRequest request, final long nowNs) {
        final VirtualRank rank = request.rank;
        rank.running++;
        rank.prefillFreeNs = (rank.requests() == 1 ? nowNs : Math.max(nowNs, rank.prefillFreeNs)) + request.prefillNs;
        request.eventNs = rank.prefillFreeNs;
        events.add(request);
    }

    private void finish(final VirtualRequest request) {
        final VirtualRank rank = request.rank;
        rank.running--;
        // An event is not before the latest arrival in the figures, since time there does not go back.
        lastChangeNs = Math.max(lastChangeNs, request.eventNs);
        rank.onFinished(lastChangeNs);
        finished++;
        if (!rank.waiting.isEmpty()) {
            start(rank.waiting.poll(), request.eventNs);
        }
        listener.onFinished(request.frontend, request.correlationId, request.outputTokens);
        pool.push(request);
    }

    /**
     * How many ranks there are.
     *
     * @return ranks.
     */
    public int size() {
        return ranks.length;
    }

    /**
     * A rank.
     *
     * @param index in [0, {@link #size()}).
     * @return the rank.
     */
    public VirtualRank rank(final int index) {
        return ranks[index];
    }

    /**
     * Requests that have arrived.
     *
     * @return requests.
     */
    public long arrivals() {
        return arrivals;
    }

    /**
     * Requests on the ranks now.
     *
     * @return requests.
     */
    public long inFlight() {
        return arrivals - finished;
    }

    /**
     * Blocks of all prompts that have arrived.
     *
     * @return blocks.
     */
    public long blocks() {
        return blocks;
    }

    /**
     * Leading blocks found cached.
     *
     * @return blocks.
     */
    public long cachedBlocks() {
        return cachedBlocks;
    }

    /**
     * Leading blocks that the router said would be cached.
     *
     * @return blocks.
     */
    public long predictedBlocks() {
        return predictedBlocks;
    }

    /**
     * Time from the first arrival to the last arrival or finish.
     *
     * @return nanoseconds.
     */
    public long busyNs() {
        return lastChangeNs - firstArrivalNs;
    }

    /** What arrives with a request; mutable, reused by the caller. */
    public static final class Arrival {
        /** Whose request it is. */
        public int frontend;
        /** The frontend's number of it. */
        public long correlationId;
        /** Length of the prompt. */
        public int inputTokens;
        /** Length of the answer. */
        public int outputTokens;
        /** Leading blocks that the router said would be cached. */
        public int predictedBlocks;
        /** Blocks of the prompt. */
        public int blocks;

        /** Creates one without values. */
        public Arrival() {
            // Nothing to do: a documented constructor.
        }
    }
}
