/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import org.agrona.DirectBuffer;

/**
 * One route request, read in place: the hashes and exclusions stay in the buffer they came in, and must stay there
 * until the router has learned them. Reused by one thread.
 */
public final class RouteQuery {
    /** Bytes of a block hash, a little-endian int64. */
    public static final int HASH_LENGTH = Long.BYTES;
    /** Bytes of an exclusion: rank index and generation, little-endian uint32 each. */
    public static final int EXCLUSION_LENGTH = 2 * Integer.BYTES;

    int frontendIndex;
    long correlationId;
    long retryOf;
    long policyVersion;
    long modelId;
    long promptBlocks;
    DirectBuffer hashes;
    int hashesOffset;
    int hashCount;
    DirectBuffer excluded;
    int excludedOffset;
    int excludedCount;

    /**
     * Sets who asks.
     *
     * @param index   of a connected frontend.
     * @param request the frontend's own id of the request, which has to be positive.
     * @param earlier id of an earlier request whose reservation ends with this one; 0 for none.
     * @return this.
     */
    public RouteQuery request(final int index, final long request, final long earlier) {
        frontendIndex = index;
        correlationId = request;
        retryOf = earlier;
        return this;
    }

    /**
     * Sets what is asked.
     *
     * @param model   id.
     * @param policy  version that the hashes were made for.
     * @param blocks  complete blocks of the prompt, hashed or not.
     * @return this.
     */
    public RouteQuery prompt(final long model, final long policy, final long blocks) {
        modelId = model;
        policyVersion = policy;
        promptBlocks = blocks;
        return this;
    }

    /**
     * Sets the chained block hashes, from the first block on.
     *
     * @param buffer holding them.
     * @param offset of the first.
     * @param count  of hashes.
     * @return this.
     */
    public RouteQuery hashes(final DirectBuffer buffer, final int offset, final int count) {
        hashes = buffer;
        hashesOffset = offset;
        hashCount = count;
        return this;
    }

    /**
     * Sets the ranks not to choose.
     *
     * @param buffer holding them, {@link #EXCLUSION_LENGTH} bytes each.
     * @param offset of the first.
     * @param count  of exclusions.
     * @return this.
     */
    public RouteQuery excluded(final DirectBuffer buffer, final int offset, final int count) {
        excluded = buffer;
        excludedOffset = offset;
        excludedCount = count;
        return this;
    }
}
