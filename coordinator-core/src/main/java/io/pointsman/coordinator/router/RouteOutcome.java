/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteReason;

/** The answer to a route request: a decision or a reject. Reused by one thread. */
public final class RouteOutcome {
    private boolean accepted;
    private boolean duplicate;
    private int rankIndex;
    private int generation;
    private long requestId;
    private int matchedBlocks;
    private RouteReason reason;
    private RejectCode code;
    private long value;
    private long allowed;

    void accept(
            final boolean isDuplicate,
            final int atRank,
            final int inGeneration,
            final long request,
            final int matched,
            final RouteReason why) {
        accepted = true;
        duplicate = isDuplicate;
        rankIndex = atRank;
        generation = inGeneration;
        requestId = request;
        matchedBlocks = matched;
        reason = why;
    }

    void reject(final RejectCode why, final long met, final long mostAllowed) {
        accepted = false;
        duplicate = false;
        code = why;
        value = met;
        allowed = mostAllowed;
    }

    /**
     * Whether a rank was chosen.
     *
     * @return false for a reject.
     */
    public boolean accepted() {
        return accepted;
    }

    /**
     * Whether the request was in flight already, and this is its decision again.
     *
     * @return false for a reject.
     */
    public boolean duplicate() {
        return duplicate;
    }

    /**
     * The chosen rank; of a decision only.
     *
     * @return its index.
     */
    public int rankIndex() {
        return rankIndex;
    }

    /**
     * The chosen rank's generation; of a decision only.
     *
     * @return from 1.
     */
    public int generation() {
        return generation;
    }

    /**
     * The coordinator's own id of the request; of a decision only.
     *
     * @return positive, never given twice in an epoch.
     */
    public long requestId() {
        return requestId;
    }

    /**
     * Leading blocks expected in the rank's cache; of a decision only.
     *
     * @return blocks, of the first only under first-prefix-block.
     */
    public int matchedBlocks() {
        return matchedBlocks;
    }

    /**
     * Why the rank was chosen; of a decision only.
     *
     * @return the reason.
     */
    public RouteReason reason() {
        return reason;
    }

    /**
     * Why no rank was chosen; of a reject only.
     *
     * @return the code.
     */
    public RejectCode code() {
        return code;
    }

    /**
     * The value met; of a reject only.
     *
     * @return as the code says.
     */
    public long value() {
        return value;
    }

    /**
     * What is allowed; of a reject only.
     *
     * @return as the code says.
     */
    public long allowed() {
        return allowed;
    }
}
