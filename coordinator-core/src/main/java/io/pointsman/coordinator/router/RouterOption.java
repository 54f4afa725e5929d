/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.coordinator.index.Retention;
import io.pointsman.coordinator.policy.Admission;
import io.pointsman.coordinator.policy.Cost;
import io.pointsman.coordinator.policy.OptionNames;
import io.pointsman.coordinator.policy.Signal;
import io.pointsman.coordinator.policy.TieBreak;

import java.util.Locale;

/** The router's options with default and range, checked wherever a value comes from. */
public enum RouterOption {
    /** Whether affinity counts at all; false: load alone. */
    ENABLE_PREFIX_CACHING(true),
    /** The signal, see {@link Signal}. */
    PREFIX_CACHING_COORDINATOR_POLICY(Signal.LONGEST_PREFIX),
    /** The cost, see {@link Cost}. */
    PREFIX_CACHING_COST_POLICY(Cost.RELATIVE_LOAD_WEIGHTED),
    /** Weight of the load in relative_load_weighted. */
    PREFIX_CACHING_LOAD_BETA(1.0, 0, 1e6),
    /** Weight of the signal in free_capacity_weighted. */
    PREFIX_CACHING_ROUTING_ALPHA(0.5, 0, 1),
    /** How long a rank is believed to hold a block, see {@link Retention}. */
    PREFIX_CACHING_EVICTION_POLICY(Retention.LRU),
    /** Seconds that a block is believed held after its last assignment, under lru; 0: endless. */
    PREFIX_CACHE_TTL_SECONDS(300.0, 0, 1e8),
    /** Tokens a block, of a registration by tokens that does not say. */
    BLOCK_SIZE_TOKENS(64, 1, 65_536),
    /** Requests a rank takes at once, unless its registration says. */
    MAX_REQUESTS(256, 1, 1 << 20),
    /** Ranks to wait for before requests are taken; 0: none. */
    DATA_PARALLEL_SIZE(0, 0, 1024),
    /** Whether rank order goes by name instead of by arrival. */
    DETERMINISTIC_MODE(false),
    /** What decides between equal scores and recencies, see {@link TieBreak}. */
    TIE_BREAK(TieBreak.SPREAD),
    /** Whether requests are turned away when no candidate has room, see {@link Admission}. */
    ADMISSION(Admission.OFF),
    /** Most ranks registered at once. */
    MAX_RANKS(1024, 1, 1024),
    /** Most models in an epoch. */
    MAX_MODELS(64, 1, 64),
    /** Most frontends connected at once. */
    MAX_FRONTENDS(256, 1, 256),
    /** Most requests in flight, some 80 bytes each. */
    MAX_IN_FLIGHT(InFlightTable.MAX_ENTRIES, 1, InFlightTable.MAX_ENTRIES),
    /** Longest hash vector taken. */
    MAX_BLOCKS(16_384, 1, 16_384),
    /** Most exclusions of a request. */
    MAX_EXCLUDED(64, 0, 1024),
    /** Bytes of memory of the prefix index. */
    INDEX_MEMORY(256L << 20, 1 << 20, 1L << 36);

    private final Object defaultValue;
    private final double least;
    private final double most;

    RouterOption(final Object defaultValue) {
        this(defaultValue, 0, 0);
    }

    RouterOption(final Object defaultValue, final double least, final double most) {
        this.defaultValue = defaultValue;
        this.least = least;
        this.most = most;
    }

    /**
     * The option's name in files and flags.
     *
     * @return such as {@code max-requests}.
     */
    public String property() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * What values are allowed.
     *
     * @return names or a range.
     */
    public String allowed() {
        if (defaultValue instanceof final Enum<?> value) {
            return OptionNames.list(value.getDeclaringClass().getEnumConstants());
        }
        if (defaultValue instanceof Boolean) {
            return "true, false";
        }
        return defaultValue instanceof Double ? least + " to " + most : (long)least + " to " + (long)most;
    }

    Object defaultValue() {
        return defaultValue;
    }

    boolean isInRange(final double value) {
        return value >= least && value <= most;
    }

    static String textOf(final Object value) {
        return value instanceof final Enum<?> constant ? OptionNames.nameOf(constant) : String.valueOf(value);
    }

    /** Reads a value; refuses it with property, value and what is allowed. */
    Object parse(final String text) {
        final Object value;
        if (defaultValue instanceof final Enum<?> constant) {
            value = OptionNames.find(constant.getDeclaringClass().getEnumConstants(), text);
        } else if (defaultValue instanceof Boolean) {
            value = "true".equals(text) || "false".equals(text) ? Boolean.valueOf(text) : null;
        } else {
            value = number(text);
        }
        if (value == null) {
            throw new IllegalArgumentException(property() + " = " + text + ": allowed are " + allowed());
        }
        return value;
    }

    private Object number(final String text) {
        try {
            final Number value = defaultValue instanceof Double ? (Number)Double.valueOf(text)
                : defaultValue instanceof Long ? (Number)Long.valueOf(text) : (Number)Integer.valueOf(text);
            return isInRange(value.doubleValue()) ? value : null;
        } catch (final NumberFormatException ignored) {
            return null;
        }
    }
}
