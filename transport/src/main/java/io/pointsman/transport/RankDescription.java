/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import io.pointsman.codecs.HashScheme;
import io.pointsman.codecs.RankState;

/**
 * A rank as frontends are told of it. Mutable and reusable; owned by one thread. Unsigned 32-bit fields of the wire are
 * ints here.
 */
public final class RankDescription {
    private long instanceId;
    private int rankIndex;
    private int generation;
    private int dataParallelRank;
    private int maxRequests;
    private int modelId;
    private int blockSize;
    private HashScheme hashScheme = HashScheme.BYTES;
    private RankState state = RankState.HEALTHY;
    private String name = "";
    private String modelName = "";

    /** A rank of which nothing is known yet. */
    public RankDescription() {
        // Everything is set by whoever fills it.
    }

    /**
     * The engine's life; a new one is a new generation.
     *
     * @return as registered or assigned.
     */
    public long instanceId() {
        return instanceId;
    }

    /**
     * Sets instanceId.
     *
     * @param value the engine's life; a new one is a new generation.
     * @return this.
     */
    public RankDescription instanceId(final long value) {
        instanceId = value;
        return this;
    }

    /**
     * The index requests and decisions name it by.
     *
     * @return as registered or assigned.
     */
    public int rankIndex() {
        return rankIndex;
    }

    /**
     * Sets rankIndex.
     *
     * @param value the index requests and decisions name it by.
     * @return this.
     */
    public RankDescription rankIndex(final int value) {
        rankIndex = value;
        return this;
    }

    /**
     * The generation, from 1; a rank that comes back gets a new one.
     *
     * @return as registered or assigned.
     */
    public int generation() {
        return generation;
    }

    /**
     * Sets generation.
     *
     * @param value the generation, from 1; a rank that comes back gets a new one.
     * @return this.
     */
    public RankDescription generation(final int value) {
        generation = value;
        return this;
    }

    /**
     * The data-parallel rank behind the engine's URL.
     *
     * @return as registered or assigned.
     */
    public int dataParallelRank() {
        return dataParallelRank;
    }

    /**
     * Sets dataParallelRank.
     *
     * @param value the data-parallel rank behind the engine's URL.
     * @return this.
     */
    public RankDescription dataParallelRank(final int value) {
        dataParallelRank = value;
        return this;
    }

    /**
     * Most requests it takes at a time.
     *
     * @return as registered or assigned.
     */
    public int maxRequests() {
        return maxRequests;
    }

    /**
     * Sets maxRequests.
     *
     * @param value most requests it takes at a time.
     * @return this.
     */
    public RankDescription maxRequests(final int value) {
        maxRequests = value;
        return this;
    }

    /**
     * The model's number.
     *
     * @return as registered or assigned.
     */
    public int modelId() {
        return modelId;
    }

    /**
     * Sets modelId.
     *
     * @param value the model's number.
     * @return this.
     */
    public RankDescription modelId(final int value) {
        modelId = value;
        return this;
    }

    /**
     * Bytes or tokens a block, by scheme.
     *
     * @return as registered or assigned.
     */
    public int blockSize() {
        return blockSize;
    }

    /**
     * Sets blockSize.
     *
     * @param value bytes or tokens a block, by scheme.
     * @return this.
     */
    public RankDescription blockSize(final int value) {
        blockSize = value;
        return this;
    }

    /**
     * What a block is made of.
     *
     * @return as registered or assigned.
     */
    public HashScheme hashScheme() {
        return hashScheme;
    }

    /**
     * Sets hashScheme.
     *
     * @param value what a block is made of.
     * @return this.
     */
    public RankDescription hashScheme(final HashScheme value) {
        hashScheme = value;
        return this;
    }

    /**
     * Its state; only HEALTHY ranks are chosen.
     *
     * @return as registered or assigned.
     */
    public RankState state() {
        return state;
    }

    /**
     * Sets state.
     *
     * @param value its state; only HEALTHY ranks are chosen.
     * @return this.
     */
    public RankDescription state(final RankState value) {
        state = value;
        return this;
    }

    /**
     * The engine's URL.
     *
     * @return as registered or assigned.
     */
    public String name() {
        return name;
    }

    /**
     * Sets name.
     *
     * @param value the engine's URL.
     * @return this.
     */
    public RankDescription name(final String value) {
        name = value;
        return this;
    }

    /**
     * The model's name.
     *
     * @return as registered or assigned.
     */
    public String modelName() {
        return modelName;
    }

    /**
     * Sets modelName.
     *
     * @param value the model's name.
     * @return this.
     */
    public RankDescription modelName(final String value) {
        modelName = value;
        return this;
    }
}
