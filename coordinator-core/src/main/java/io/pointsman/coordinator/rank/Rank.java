/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.rank;

import io.pointsman.codecs.HashScheme;
import io.pointsman.codecs.RankState;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What a rank is, apart from what changes with every request. A view that changes with the {@link RankRegistry}. */
public final class Rank {
    /** Who a rank is: its name and its data-parallel rank. */
    record Key(String name, long dataParallelRank) {
    }

    final int index;
    Key key;
    byte[] nameBytes;
    long instanceId;
    long formerInstanceId;
    boolean hasFormerInstance;
    boolean registered;
    int generation;
    int cacheVersion;
    int maxRequests;
    int blockSize;
    HashScheme hashScheme;
    ModelRanks model;
    RankService service = RankService.IN_SERVICE;
    boolean unhealthy;
    long removedAt;

    Rank(final int index) {
        this.index = index;
    }

    void identity(final Key newKey) {
        key = newKey;
        nameBytes = newKey.name().getBytes(StandardCharsets.UTF_8);
    }

    boolean isEligible() {
        return state() == RankState.HEALTHY;
    }

    /** Rank order under deterministic-mode: bytes of the name, then data-parallel rank. */
    int compareByName(final Rank other) {
        final int byName = Arrays.compareUnsigned(nameBytes, other.nameBytes);
        return byName != 0 ? byName : Long.compare(key.dataParallelRank(), other.key.dataParallelRank());
    }

    /**
     * The rank's index.
     *
     * @return in [0, most ranks).
     */
    public int index() {
        return index;
    }

    /**
     * The engine's URL.
     *
     * @return the name it registered under.
     */
    public String name() {
        return key.name();
    }

    /**
     * The data-parallel rank behind the URL.
     *
     * @return in [0, 65,535].
     */
    public int dataParallelRank() {
        return (int)key.dataParallelRank();
    }

    /**
     * The engine's life, as its registration gave it.
     *
     * @return any value.
     */
    public long instanceId() {
        return instanceId;
    }

    /**
     * The rank's generation; a removed rank keeps its last one.
     *
     * @return from 1.
     */
    public int generation() {
        return generation;
    }

    /**
     * The rank's cache version.
     *
     * @return rising with every invalidation and every life.
     */
    public int cacheVersion() {
        return cacheVersion;
    }

    /**
     * Requests that the engine takes at once.
     *
     * @return from 1.
     */
    public int maxRequests() {
        return maxRequests;
    }

    /**
     * Size of a block.
     *
     * @return bytes or tokens, by {@link #hashScheme()}.
     */
    public int blockSize() {
        return blockSize;
    }

    /**
     * What a block is made of.
     *
     * @return tokens or bytes.
     */
    public HashScheme hashScheme() {
        return hashScheme;
    }

    /**
     * The model it serves.
     *
     * @return the model with all its ranks.
     */
    public ModelRanks model() {
        return model;
    }

    /**
     * What an operator has ordered.
     *
     * @return in service unless told otherwise.
     */
    public RankService service() {
        return service;
    }

    /**
     * The state that others see; only a healthy rank is eligible.
     *
     * @return removed before draining before cordoned before unhealthy.
     */
    public RankState state() {
        if (!registered) {
            return RankState.REMOVED;
        }
        return switch (service) {
            case DRAINING -> RankState.DRAINING;
            case CORDONED -> RankState.CORDONED;
            case IN_SERVICE -> unhealthy ? RankState.UNHEALTHY : RankState.HEALTHY;
        };
    }
}
