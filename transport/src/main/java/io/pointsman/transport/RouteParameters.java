/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What a frontend asks for. Mutable and reusable; owned by one thread. The block hashes stay in the caller's buffer
 * until they are sent; excluded ranks are copied as they go over the wire, and nothing is allocated once the greatest
 * number of them has been met.
 */
public final class RouteParameters {
    /** A policy version that stands for the one in force. */
    public static final int CURRENT_POLICY = -1;

    private final UnsafeBuffer noHashes = new UnsafeBuffer(new byte[0]);
    private final ExpandableArrayBuffer excluded = new ExpandableArrayBuffer(16 * MessageLimits.HASH_LENGTH);
    private int modelId;
    private DirectBuffer hashes = noHashes;
    private int hashesOffset;
    private int hashCount;
    private int promptBlocks;
    private int promptTokens;
    private int policyVersion = CURRENT_POLICY;
    private long retryOf;
    private int excludedCount;

    /** Parameters of a request without hashes for model 0. */
    public RouteParameters() {
        // The fields' initial values are the defaults.
    }

    /**
     * Sets everything back.
     *
     * @return this.
     */
    public RouteParameters reset() {
        modelId = 0;
        hashes(noHashes, 0, 0);
        promptBlocks = 0;
        promptTokens = 0;
        policyVersion = CURRENT_POLICY;
        retryOf = 0;
        excludedCount = 0;
        return this;
    }

    /**
     * Sets the block hashes.
     *
     * @param buffer holding little-endian int64 hashes, each positive; not copied before the request is sent.
     * @param offset of the first.
     * @param count  at most {@link MessageLimits#MAX_BLOCKS}.
     * @return this.
     */
    public RouteParameters hashes(final DirectBuffer buffer, final int offset, final int count) {
        hashes = buffer;
        hashesOffset = offset;
        hashCount = count;
        return this;
    }

    /**
     * Adds a rank that is not to be chosen.
     *
     * @param rankIndex  of the rank.
     * @param generation of the rank.
     * @return this.
     * @throws IllegalStateException beyond {@link MessageLimits#MAX_EXCLUDED} ranks.
     */
    public RouteParameters exclude(final int rankIndex, final int generation) {
        if (excludedCount == MessageLimits.MAX_EXCLUDED) {
            throw new IllegalStateException("at most " + MessageLimits.MAX_EXCLUDED + " ranks can be excluded");
        }
        final int offset = excludedCount * MessageLimits.HASH_LENGTH;
        excluded.putInt(offset, rankIndex, LITTLE_ENDIAN);
        excluded.putInt(offset + Integer.BYTES, generation, LITTLE_ENDIAN);
        excludedCount++;
        return this;
    }

    /**
     * Forgets the excluded ranks.
     *
     * @return this.
     */
    public RouteParameters clearExcluded() {
        excludedCount = 0;
        return this;
    }

    /**
     * The block hashes' buffer.
     *
     * @return as set.
     */
    public DirectBuffer hashes() {
        return hashes;
    }

    /**
     * The first hash's offset.
     *
     * @return in bytes.
     */
    public int hashesOffset() {
        return hashesOffset;
    }

    /**
     * The number of hashes.
     *
     * @return at most {@link MessageLimits#MAX_BLOCKS}.
     */
    public int hashCount() {
        return hashCount;
    }

    /**
     * The excluded ranks as they go over the wire.
     *
     * @return pairs of rank index and generation, 4 bytes each.
     */
    public DirectBuffer excluded() {
        return excluded;
    }

    /**
     * The number of excluded ranks.
     *
     * @return at most {@link MessageLimits#MAX_EXCLUDED}.
     */
    public int excludedCount() {
        return excludedCount;
    }

    /**
     * The model's number.
     *
     * @return as set.
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
    public RouteParameters modelId(final int value) {
        modelId = value;
        return this;
    }

    /**
     * Complete blocks of the prompt, hashed or not.
     *
     * @return as set.
     */
    public int promptBlocks() {
        return promptBlocks;
    }

    /**
     * Sets promptBlocks.
     *
     * @param value complete blocks of the prompt, hashed or not.
     * @return this.
     */
    public RouteParameters promptBlocks(final int value) {
        promptBlocks = value;
        return this;
    }

    /**
     * Tokens of the prompt; 0: not known.
     *
     * @return as set.
     */
    public int promptTokens() {
        return promptTokens;
    }

    /**
     * Sets promptTokens.
     *
     * @param value tokens of the prompt; 0: not known.
     * @return this.
     */
    public RouteParameters promptTokens(final int value) {
        promptTokens = value;
        return this;
    }

    /**
     * The policy the hashes were made for.
     *
     * @return as set.
     */
    public int policyVersion() {
        return policyVersion;
    }

    /**
     * Sets policyVersion.
     *
     * @param value the policy the hashes were made for.
     * @return this.
     */
    public RouteParameters policyVersion(final int value) {
        policyVersion = value;
        return this;
    }

    /**
     * Correlation id of an earlier request whose reservation this one releases; 0: none.
     *
     * @return as set.
     */
    public long retryOf() {
        return retryOf;
    }

    /**
     * Sets retryOf.
     *
     * @param value correlation id of an earlier request whose reservation this one releases; 0: none.
     * @return this.
     */
    public RouteParameters retryOf(final long value) {
        retryOf = value;
        return this;
    }
}
