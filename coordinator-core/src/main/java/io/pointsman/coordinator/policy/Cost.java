/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.policy;

/** How the signal and the load make one score; names the policies there are. */
public enum Cost {
    /** See {@link RelativeLoadWeighted}. */
    RELATIVE_LOAD_WEIGHTED(io.pointsman.codecs.Cost.RELATIVE_LOAD_WEIGHTED, new RelativeLoadWeighted()),
    /** See {@link FreeCapacityWeighted}. */
    FREE_CAPACITY_WEIGHTED(io.pointsman.codecs.Cost.FREE_CAPACITY_WEIGHTED, new FreeCapacityWeighted()),
    /** See {@link RemainingPrefillWeighted}. */
    REMAINING_PREFILL_WEIGHTED(io.pointsman.codecs.Cost.REMAINING_PREFILL_WEIGHTED, new RemainingPrefillWeighted());

    private final io.pointsman.codecs.Cost code;
    private final CostPolicy policy;

    Cost(final io.pointsman.codecs.Cost code, final CostPolicy policy) {
        this.code = code;
        this.policy = policy;
    }

    /**
     * The value on the wire.
     *
     * @return its code.
     */
    public io.pointsman.codecs.Cost code() {
        return code;
    }

    /**
     * The policy of this name.
     *
     * @return one stateless instance for all.
     */
    public CostPolicy policy() {
        return policy;
    }

    /**
     * Finds a cost by its code on the wire.
     *
     * @param code on the wire.
     * @return the cost, null when there is none of this code.
     */
    public static Cost of(final io.pointsman.codecs.Cost code) {
        return switch (code) {
            case RELATIVE_LOAD_WEIGHTED -> RELATIVE_LOAD_WEIGHTED;
            case FREE_CAPACITY_WEIGHTED -> FREE_CAPACITY_WEIGHTED;
            case REMAINING_PREFILL_WEIGHTED -> REMAINING_PREFILL_WEIGHTED;
            default -> null;
        };
    }
}
