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

/** The router's options: name, default, range and meaning, which the documentation and every error are made from. */
public enum RouterOption {
    /** Whether affinity counts at all. */
    ENABLE_PREFIX_CACHING(true, "whether affinity counts; false: load alone"),
    /** The signal. */
    PREFIX_CACHING_COORDINATOR_POLICY(Signal.LONGEST_PREFIX, "how much of a request is on a rank"),
    /** The cost. */
    PREFIX_CACHING_COST_POLICY(Cost.RELATIVE_LOAD_WEIGHTED, "how signal and load make a score"),
    /** Weight of the load in relative_load_weighted. */
    PREFIX_CACHING_LOAD_BETA(1.0, 0.0, Double.MAX_VALUE, "weight of the load in relative_load_weighted"),
    /** Weight of the signal in free_capacity_weighted. */
    PREFIX_CACHING_ROUTING_ALPHA(0.5, 0.0, 1.0, "weight of the signal in free_capacity_weighted"),
    /** How long a rank is believed to hold a block. */
    PREFIX_CACHING_EVICTION_POLICY(Retention.LRU, "how long a rank is believed to hold a block"),
    /** Time to live under lru. */
    PREFIX_CACHE_TTL_SECONDS(300.0, 0.0, 1e9, "seconds a block is believed held after its last assignment, under lru; "
        + "0: endless"),
    /** Block size of a registration by tokens that does not say. */
    BLOCK_SIZE_TOKENS(64, 1, 1 << 20, "tokens a block, for a registration by tokens that does not say"),
    /** Requests a rank takes at once. */
    MAX_REQUESTS(256, 1, 1 << 20, "requests a rank takes at once, unless its registration says"),
    /** Ranks to wait for. */
    DATA_PARALLEL_SIZE(0, 0, 1024, "ranks to wait for before taking requests; 0: none"),
    /** Rank order by name. */
    DETERMINISTIC_MODE(false, "whether rank order goes by name instead of by arrival"),
    /** What decides between equal scores. */
    TIE_BREAK(TieBreak.SPREAD, "what decides between equal scores and recencies"),
    /** Whether a saturated fleet turns requests away. */
    ADMISSION(Admission.OFF, "whether requests are turned away when no candidate has room"),
    /** Most ranks. */
    MAX_RANKS(1024, 1, 1024, "most ranks registered at once"),
    /** Most models. */
    MAX_MODELS(64, 1, 1024, "most models in an epoch"),
    /** Most frontends. */
    MAX_FRONTENDS(256, 1, 256, "most frontends connected at once"),
    /** Most requests in flight. */
    MAX_IN_FLIGHT(1 << 20, 1, InFlightTable.MAX_ENTRIES, "most requests in flight, some 80 bytes each"),
    /** Longest hash vector. */
    MAX_BLOCKS(16_384, 1, 65_534, "longest hash vector taken"),
    /** Most exclusions. */
    MAX_EXCLUDED(1024, 0, 65_534, "most exclusions of a request"),
    /** Memory of the index. */
    INDEX_MEMORY_MIB(256, 1, 65_536, "memory of the prefix index, in MiB");

    private final Object defaultValue;
    private final double least;
    private final double most;
    private final String meaning;

    RouterOption(final Object defaultValue, final String meaning) {
        this(defaultValue, 0, 0, meaning);
    }

    RouterOption(final Object defaultValue, final double least, final double most, final String meaning) {
        this.defaultValue = defaultValue;
        this.least = least;
        this.most = most;
        this.meaning = meaning;
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
     * The value when nothing is configured.
     *
     * @return as it would be configured.
     */
    public String defaultText() {
        return textOf(defaultValue);
    }

    /**
     * What the option does.
     *
     * @return a phrase.
     */
    public String meaning() {
        return meaning;
    }

    /**
     * What values are allowed.
     *
     * @return names or a range.
     */
    public String allowed() {
        if (defaultValue instanceof final Enum<?> value) {
            final StringBuilder names = new StringBuilder();
            for (final Enum<?> constant : value.getDeclaringClass().getEnumConstants()) {
                names.append(names.length() == 0 ? "" : ", ").append(OptionNames.nameOf(constant));
            }
            return names.toString();
        }
        if (defaultValue instanceof Boolean) {
            return "true, false";
        }
        if (defaultValue instanceof Integer) {
            return (long)least + " to " + (long)most;
        }
        return most == Double.MAX_VALUE ? "finite numbers from " + least : "numbers from " + least + " to " + most;
    }

    Object defaultValue() {
        return defaultValue;
    }

    static String textOf(final Object value) {
        return value instanceof final Enum<?> constant ? OptionNames.nameOf(constant) : String.valueOf(value);
    }

    /** Reads a value; refuses it with property, value and what is allowed. */
    Object parse(final String text) {
        Object value = null;
        if (defaultValue instanceof final Enum<?> constant) {
            for (final Enum<?> candidate : constant.getDeclaringClass().getEnumConstants()) {
                value = OptionNames.nameOf(candidate).equals(text) ? candidate : value;
            }
        } else if (defaultValue instanceof Boolean) {
            value = "true".equals(text) ? Boolean.TRUE : "false".equals(text) ? Boolean.FALSE : null;
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
            if (defaultValue instanceof Integer) {
                final int value = Integer.parseInt(text);
                return value >= least && value <= most ? value : null;
            }
            final double value = Double.parseDouble(text);
            return value >= least && value <= most ? value : null;
        } catch (final NumberFormatException ignored) {
            return null;
        }
    }
}
