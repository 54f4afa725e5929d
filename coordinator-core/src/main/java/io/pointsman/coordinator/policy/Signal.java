/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.policy;

import io.pointsman.codecs.HashesWanted;

/** How much of a request is said to be on a rank already, as a fraction in [0,1]. */
public enum Signal {
    /** Consecutive blocks from the first that the rank holds, divided by the request's blocks; all are learned. */
    LONGEST_PREFIX(io.pointsman.codecs.Signal.LONGEST_PREFIX, HashesWanted.ALL),
    /** 1 if the rank holds the first block, else 0; the request counts as one block, and only that one is learned. */
    FIRST_PREFIX_BLOCK(io.pointsman.codecs.Signal.FIRST_PREFIX_BLOCK, HashesWanted.FIRST),
    /** No affinity: fewest in flight. Nothing is learned. */
    LOAD_BALANCED(io.pointsman.codecs.Signal.LOAD_BALANCED, HashesWanted.NONE);

    private final io.pointsman.codecs.Signal code;
    private final HashesWanted hashesWanted;

    Signal(final io.pointsman.codecs.Signal code, final HashesWanted hashesWanted) {
        this.code = code;
        this.hashesWanted = hashesWanted;
    }

    /**
     * The value on the wire.
     *
     * @return its code.
     */
    public io.pointsman.codecs.Signal code() {
        return code;
    }

    /**
     * How much of a prompt a frontend has to hash for this signal.
     *
     * @return none, first or all.
     */
    public HashesWanted hashesWanted() {
        return hashesWanted;
    }

    /**
     * Whether the signal looks at hashes at all.
     *
     * @return false when only load decides.
     */
    public boolean routesOnPrefix() {
        return hashesWanted != HashesWanted.NONE;
    }

    /**
     * How many of a request's hashes the signal looks at, and learns.
     *
     * @param count of hashes sent.
     * @return blocks used, from the first on.
     */
    public int blocksUsed(final int count) {
        return switch (hashesWanted) {
            case ALL -> count;
            case FIRST -> Math.min(1, count);
            default -> 0;
        };
    }

    /**
     * Finds a signal by its code on the wire.
     *
     * @param code on the wire.
     * @return the signal, null when there is none of this code.
     */
    public static Signal of(final io.pointsman.codecs.Signal code) {
        return switch (code) {
            case LONGEST_PREFIX -> LONGEST_PREFIX;
            case FIRST_PREFIX_BLOCK -> FIRST_PREFIX_BLOCK;
            case LOAD_BALANCED -> LOAD_BALANCED;
            default -> null;
        };
    }
}
