/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.coordinator.index.Retention;
import io.pointsman.coordinator.policy.Admission;
import io.pointsman.coordinator.policy.Cost;
import io.pointsman.coordinator.policy.CostWeights;
import io.pointsman.coordinator.policy.Signal;
import io.pointsman.coordinator.policy.TieBreak;
import io.pointsman.coordinator.rank.RankBounds;

import java.util.EnumMap;

/**
 * The router's configuration: a checked value for every {@link RouterOption}. Set by one thread before the router is
 * made, which reads it once.
 */
public final class RouterConfiguration {
    private static final double NS_PER_SECOND = 1e9;

    private final EnumMap<RouterOption, Object> values = new EnumMap<>(RouterOption.class);

    /** Creates the configuration of the defaults. */
    public RouterConfiguration() {
        for (final RouterOption option : RouterOption.values()) {
            values.put(option, option.defaultValue());
        }
    }

    /**
     * Sets an option.
     *
     * @param option to set.
     * @param text   as configured.
     * @return this.
     * @throws IllegalArgumentException naming property, value and what is allowed.
     */
    public RouterConfiguration set(final RouterOption option, final String text) {
        values.put(option, option.parse(text));
        return this;
    }

    /**
     * Sets an option from a value of its own kind, checked like its text.
     *
     * @param option to set.
     * @param value  a number, truth value or constant.
     * @return this.
     * @throws IllegalArgumentException naming property, value and what is allowed.
     */
    public RouterConfiguration set(final RouterOption option, final Object value) {
        return set(option, RouterOption.textOf(value));
    }

    /**
     * An option's value as it would be configured.
     *
     * @param option to read.
     * @return its text.
     */
    public String text(final RouterOption option) {
        return RouterOption.textOf(values.get(option));
    }

    /**
     * Checks what no option shows alone.
     *
     * @throws IllegalArgumentException naming property, value and what is allowed.
     */
    public void conclude() {
        if (dataParallelSize() > maxRanks()) {
            throw new IllegalArgumentException(RouterOption.DATA_PARALLEL_SIZE.property() + " = " + dataParallelSize()
                + ": allowed are 0 to " + RouterOption.MAX_RANKS.property() + " = " + maxRanks());
        }
    }

    /**
     * Whether affinity counts at all.
     *
     * @return enable-prefix-caching.
     */
    public boolean enablePrefixCaching() {
        return (Boolean)values.get(RouterOption.ENABLE_PREFIX_CACHING);
    }

    /**
     * The signal at start.
     *
     * @return prefix-caching-coordinator-policy; load-balanced while prefix caching is off.
     */
    public Signal signal() {
        return enablePrefixCaching()
            ? (Signal)values.get(RouterOption.PREFIX_CACHING_COORDINATOR_POLICY) : Signal.LOAD_BALANCED;
    }

    /**
     * The cost at start.
     *
     * @return prefix-caching-cost-policy.
     */
    public Cost cost() {
        return (Cost)values.get(RouterOption.PREFIX_CACHING_COST_POLICY);
    }

    /**
     * The weights at start.
     *
     * @return prefix-caching-load-beta and prefix-caching-routing-alpha.
     */
    public CostWeights weights() {
        return new CostWeights(
            (Double)values.get(RouterOption.PREFIX_CACHING_LOAD_BETA),
            (Double)values.get(RouterOption.PREFIX_CACHING_ROUTING_ALPHA));
    }

    /**
     * How long a rank is believed to hold a block.
     *
     * @return prefix-caching-eviction-policy.
     */
    public Retention retention() {
        return (Retention)values.get(RouterOption.PREFIX_CACHING_EVICTION_POLICY);
    }

    /**
     * Time to live of a block under lru.
     *
     * @return prefix-cache-ttl-seconds in nanoseconds; 0: endless.
     */
    public long ttlNs() {
        return Math.round((Double)values.get(RouterOption.PREFIX_CACHE_TTL_SECONDS) * NS_PER_SECOND);
    }

    /**
     * Ranks to wait for.
     *
     * @return data-parallel-size; 0: none.
     */
    public int dataParallelSize() {
        return integer(RouterOption.DATA_PARALLEL_SIZE);
    }

    /**
     * What decides between equal scores.
     *
     * @return tie-break.
     */
    public TieBreak tieBreak() {
        return (TieBreak)values.get(RouterOption.TIE_BREAK);
    }

    /**
     * Whether a saturated fleet turns requests away.
     *
     * @return admission.
     */
    public Admission admission() {
        return (Admission)values.get(RouterOption.ADMISSION);
    }

    /**
     * Most ranks registered at once.
     *
     * @return max-ranks.
     */
    public int maxRanks() {
        return integer(RouterOption.MAX_RANKS);
    }

    /**
     * Most models in an epoch.
     *
     * @return max-models.
     */
    public int maxModels() {
        return integer(RouterOption.MAX_MODELS);
    }

    /**
     * Most frontends connected at once.
     *
     * @return max-frontends.
     */
    public int maxFrontends() {
        return integer(RouterOption.MAX_FRONTENDS);
    }

    /**
     * Most requests in flight.
     *
     * @return max-in-flight.
     */
    public int maxInFlight() {
        return integer(RouterOption.MAX_IN_FLIGHT);
    }

    /**
     * Longest hash vector taken.
     *
     * @return max-blocks.
     */
    public int maxBlocks() {
        return integer(RouterOption.MAX_BLOCKS);
    }

    /**
     * Most exclusions of a request.
     *
     * @return max-excluded.
     */
    public int maxExcluded() {
        return integer(RouterOption.MAX_EXCLUDED);
    }

    /**
     * Memory of the prefix index.
     *
     * @return index-memory, in bytes.
     */
    public long indexMemoryLength() {
        return (Long)values.get(RouterOption.INDEX_MEMORY);
    }

    RankBounds rankBounds() {
        return new RankBounds(
            maxRanks(),
            maxModels(),
            maxFrontends(),
            integer(RouterOption.MAX_REQUESTS),
            integer(RouterOption.BLOCK_SIZE_TOKENS),
            dataParallelSize(),
            (Boolean)values.get(RouterOption.DETERMINISTIC_MODE));
    }

    private int integer(final RouterOption option) {
        return (Integer)values.get(option);
    }
}
