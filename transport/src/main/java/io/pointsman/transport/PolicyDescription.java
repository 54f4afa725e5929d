/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import io.pointsman.codecs.Cost;
import io.pointsman.codecs.HashesWanted;
import io.pointsman.codecs.Signal;

/** The routing policy as frontends are told of it. Mutable and reusable; owned by one thread. */
public final class PolicyDescription {
    private int policyVersion;
    private int maxBlocks = MessageLimits.MAX_BLOCKS;
    private Signal signal = Signal.LONGEST_PREFIX;
    private Cost cost = Cost.RELATIVE_LOAD_WEIGHTED;
    private HashesWanted hashesWanted = HashesWanted.ALL;

    /** The defaults, as version 0. */
    public PolicyDescription() {
        // The fields' initial values are the defaults.
    }

    /**
     * The version.
     *
     * @return rising with every change.
     */
    public int policyVersion() {
        return policyVersion;
    }

    /**
     * Sets the version.
     *
     * @param version rising with every change.
     * @return this.
     */
    public PolicyDescription policyVersion(final int version) {
        policyVersion = version;
        return this;
    }

    /**
     * The longest hash vector taken; a longer prompt is hashed up to it.
     *
     * @return in blocks.
     */
    public int maxBlocks() {
        return maxBlocks;
    }

    /**
     * Sets the longest hash vector.
     *
     * @param blocks at most {@link MessageLimits#MAX_BLOCKS}.
     * @return this.
     */
    public PolicyDescription maxBlocks(final int blocks) {
        maxBlocks = blocks;
        return this;
    }

    /**
     * The signal.
     *
     * @return how much of a request is already on a rank.
     */
    public Signal signal() {
        return signal;
    }

    /**
     * Sets the signal.
     *
     * @param value the signal.
     * @return this.
     */
    public PolicyDescription signal(final Signal value) {
        signal = value;
        return this;
    }

    /**
     * The cost.
     *
     * @return how signal and load make a score.
     */
    public Cost cost() {
        return cost;
    }

    /**
     * Sets the cost.
     *
     * @param value the cost.
     * @return this.
     */
    public PolicyDescription cost(final Cost value) {
        cost = value;
        return this;
    }

    /**
     * How much of a prompt a frontend is to hash.
     *
     * @return none, the first block, or all.
     */
    public HashesWanted hashesWanted() {
        return hashesWanted;
    }

    /**
     * Sets how much of a prompt a frontend is to hash.
     *
     * @param value none, the first block, or all.
     * @return this.
     */
    public PolicyDescription hashesWanted(final HashesWanted value) {
        hashesWanted = value;
        return this;
    }
}
