/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.rank;

import io.pointsman.codecs.HashScheme;

import java.util.Arrays;

/**
 * A model and its eligible ranks, packed in rank order so that scoring them reads a few arrays from front to back:
 * <pre>
 *   position      0     1     2   ... eligibleCount - 1
 *   ranks[]      r0    r1    r2        rank index, in rank order
 *   loads[]      l0    l1    l2        in flight, the same as the registry's; as doubles, since they are scored
 *   maxima[]     m0    m1    m2        max-requests
 *   freeShares[] s0    s1    s2        max(0, max-requests - load) / max-requests
 *   choices[]    c0    c1    c2        number of the last decision that chose it, 0: never
 *   positions[rank index] = position, -1 when the rank is not eligible for this model
 * </pre>
 * The sum of loads and the count of ranks with room are kept as they change. Single-threaded; changed by the
 * {@link RankRegistry} only.
 */
public final class ModelRanks {
    private final int modelId;
    private final String name;
    private final int[] ranks;
    private final double[] loads;
    private final double[] freeShares;
    private final int[] maxima;
    private final long[] choices;
    private final int[] positions;
    private int eligibleCount;
    private int withRoomCount;
    private long loadSum;
    private int registeredCount;
    private HashScheme hashScheme;
    private int blockSize;

    ModelRanks(final int modelId, final String name, final int maxRanks) {
        this.modelId = modelId;
        this.name = name;
        ranks = new int[maxRanks];
        loads = new double[maxRanks];
        freeShares = new double[maxRanks];
        maxima = new int[maxRanks];
        choices = new long[maxRanks];
        positions = new int[maxRanks];
        Arrays.fill(positions, -1);
    }

    /**
     * The model's id in requests.
     *
     * @return in [0, models known); never given to another model within an epoch.
     */
    public int modelId() {
        return modelId;
    }

    /**
     * The model's name.
     *
     * @return as registered.
     */
    public String name() {
        return name;
    }

    /**
     * What a block of this model is made of.
     *
     * @return tokens or bytes.
     */
    public HashScheme hashScheme() {
        return hashScheme;
    }

    /**
     * Size of a block of this model.
     *
     * @return bytes or tokens, by {@link #hashScheme()}.
     */
    public int blockSize() {
        return blockSize;
    }

    /**
     * Ranks registered for the model, eligible or not.
     *
     * @return ranks.
     */
    public int registeredCount() {
        return registeredCount;
    }

    /**
     * Ranks that can be chosen: registered, healthy, neither cordoned nor draining.
     *
     * @return ranks.
     */
    public int eligibleCount() {
        return eligibleCount;
    }

    /**
     * Eligible ranks that have fewer in flight than their max-requests.
     *
     * @return ranks.
     */
    public int withRoomCount() {
        return withRoomCount;
    }

    /**
     * Requests in flight on all eligible ranks.
     *
     * @return requests.
     */
    public long loadSum() {
        return loadSum;
    }

    /**
     * Mean of the loads of all eligible ranks.
     *
     * @return requests a rank; not a number when no rank is eligible.
     */
    public double meanLoad() {
        return loadSum / (double)eligibleCount;
    }

    /**
     * The rank at a position.
     *
     * @param position in [0, {@link #eligibleCount()}).
     * @return its rank index.
     */
    public int rankAt(final int position) {
        return ranks[position];
    }

    /**
     * The load of the rank at a position.
     *
     * @param position in [0, {@link #eligibleCount()}).
     * @return requests in flight.
     */
    public int loadAt(final int position) {
        return (int)loads[position];
    }

    /**
     * The loads of all eligible ranks, by position: to be read only, and only up to {@link #eligibleCount()}. An array
     * of doubles is what a loop over all ranks is fast with.
     *
     * @return requests in flight.
     */
    public double[] loads() {
        return loads;
    }

    /**
     * The parts of their max-requests that the eligible ranks have free, by position: to be read only, and only up to
     * {@link #eligibleCount()}. They are kept as loads change, so that scoring all ranks divides nothing.
     *
     * @return max(0, max-requests - load) / max-requests, each in [0,1].
     */
    public double[] freeShares() {
        return freeShares;
    }

    /**
     * The max-requests of the rank at a position.
     *
     * @param position in [0, {@link #eligibleCount()}).
     * @return requests, at least 1.
     */
    public int maxRequestsAt(final int position) {
        return maxima[position];
    }

    /**
     * The last decision that chose the rank at a position.
     *
     * @param position in [0, {@link #eligibleCount()}).
     * @return its number, 0 when the rank was never chosen in this life.
     */
    public long lastChosenAt(final int position) {
        return choices[position];
    }

    /**
     * The position of a rank.
     *
     * @param rankIndex of the rank.
     * @return in [0, {@link #eligibleCount()}), -1 when it is not eligible for this model.
     */
    public int position(final int rankIndex) {
        return positions[rankIndex];
    }

    void registered(final HashScheme scheme, final int size) {
        registeredCount++;
        hashScheme = scheme;
        blockSize = size;
    }

    void unregistered() {
        registeredCount--;
    }

    void insert(final int position, final int rankIndex, final int load, final int maxRequests, final long choice) {
        for (int i = eligibleCount; i > position; i--) {
            move(i - 1, i);
        }
        ranks[position] = rankIndex;
        loads[position] = load;
        maxima[position] = maxRequests;
        choices[position] = choice;
        positions[rankIndex] = position;
        eligibleCount++;
        loadSum += load;
        withRoomCount += load < maxRequests ? 1 : 0;
        updateFreeShare(position);
    }

    private void updateFreeShare(final int position) {
        freeShares[position] = Math.max(0.0, maxima[position] - loads[position]) / maxima[position];
    }

    void remove(final int rankIndex) {
        final int position = positions[rankIndex];
        loadSum -= (long)loads[position];
        withRoomCount -= loads[position] < maxima[position] ? 1 : 0;
        eligibleCount--;
        for (int i = position; i < eligibleCount; i++) {
            move(i + 1, i);
        }
        positions[rankIndex] = -1;
    }

    void increment(final int position) {
        loadSum++;
        if (++loads[position] == maxima[position]) {
            withRoomCount--;
        }
        updateFreeShare(position);
    }

    /** Answers whether the rank was full until now. */
    boolean decrement(final int position) {
        loadSum--;
        final boolean wasFull = loads[position]-- == maxima[position];
        if (wasFull) {
            withRoomCount++;
        }
        updateFreeShare(position);
        return wasFull;
    }

    void chosen(final int position, final long number) {
        choices[position] = number;
    }

    private void move(final int from, final int to) {
        ranks[to] = ranks[from];
        loads[to] = loads[from];
        maxima[to] = maxima[from];
        freeShares[to] = freeShares[from];
        choices[to] = choices[from];
        positions[ranks[to]] = to;
    }
}
