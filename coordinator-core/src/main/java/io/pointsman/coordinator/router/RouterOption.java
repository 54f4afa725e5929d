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

/** The router's options: name, default, range and meaning, which every check, error and document is made from. */
public enum RouterOption {
    /** Whether affinity counts at all; false: load alone. */
    ENABLE_PREFIX_CACHING(true, "whether the prefix counts; false routes by load alone"),
    /** The signal, see {@link Signal}. */
    PREFIX_CACHING_COORDINATOR_POLICY(Signal.LONGEST_PREFIX,
        "the signal: how much of a request is already on a rank"),
    /** The cost, see {@link Cost}. */
    PREFIX_CACHING_COST_POLICY(Cost.RELATIVE_LOAD_WEIGHTED, "how the signal and the load make a score"),
    /** Weight of the load in relative_load_weighted. */
    PREFIX_CACHING_LOAD_BETA(1.0, 0, 1e6, "weight of the load under relative_load_weighted"),
    /** Weight of the signal in free_capacity_weighted. */
    PREFIX_CACHING_ROUTING_ALPHA(0.5, 0, 1, "weight of the signal under free_capacity_weighted"),
    /** How long a rank is believed to hold a block, see {@link Retention}. */
    PREFIX_CACHING_EVICTION_POLICY(Retention.LRU,
        "how long a rank is believed to hold a block: lru, for the time to live; ref_zero, while in flight there"),
    /** Seconds that a block is believed held after its last assignment, under lru; 0: endless. */
    PREFIX_CACHE_TTL_SECONDS(300.0, 0, 1e8,
        "time to live under lru after the last assignment, in seconds, fractions allowed; 0: endless"),
    /** Tokens a block, of a registration by tokens that does not say. */
    BLOCK_SIZE_TOKENS(64, 1, 65_536,
        "tokens a block, of a registration by tokens that does not say; set it to the engines'"),
    /** Requests a rank takes at once, unless its registration says. */
    MAX_REQUESTS(256, 1, 1 << 20, "requests a rank takes at once, unless its registration says"),
    /** Ranks to wait for before requests are taken; 0: none. */
    DATA_PARALLEL_SIZE(0, 0, 1024, "answer NOT_READY until this many ranks have been registered; 0: do not wait"),
    /** Whether rank order goes by name instead of by arrival. */
    DETERMINISTIC_MODE(false, "whether rank order, the last tie-break, goes by name instead of by arrival"),
    /** What decides between equal scores and recencies, see {@link TieBreak}. */
    TIE_BREAK(TieBreak.SPREAD,
        "between equals: spread, lower load, then chosen longest ago, then rank order; reference, rank order"),
    /** Whether requests are turned away when no candidate has room, see {@link Admission}. */
    ADMISSION(Admission.OFF,
        "reject: answer SATURATED when every candidate is at its max-requests, and tell when there is room"),
    /** Most ranks registered at once. */
    MAX_RANKS(1024, 1, 1024, "most ranks registered at once"),
    /** Most models in an epoch. */
    MAX_MODELS(64, 1, 64, "most models in a coordinator's life"),
    /** Most frontends connected at once. */
    MAX_FRONTENDS(8, 1, 256, "most frontends connected at once; each has two streams of three terms in the Aeron "
        + "directory"),
    /** Most requests in flight, some 80 bytes each. */
    MAX_IN_FLIGHT(InFlightTable.MAX_ENTRIES, 1, InFlightTable.MAX_ENTRIES,
        "most requests in flight, some 80 bytes each"),
    /** Longest hash vector taken. */
    MAX_BLOCKS(16_384, 1, 16_384, "most block hashes of a request; a longer prompt is hashed up to it"),
    /** Most exclusions of a request. */
    MAX_EXCLUDED(64, 0, 1024, "most ranks that a request may exclude"),
    /** Bytes of memory of the prefix index. */
    INDEX_MEMORY(256L << 20, 1 << 20, 1L << 31,
        "bytes of the prefix index, or with k, m or g behind; taken at start, the least recently used goes when full");

    private static final String SIZE_UNITS = "kmg";

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
            return OptionNames.list(value.getDeclaringClass().getEnumConstants());
        }
        if (defaultValue instanceof Boolean) {
            return "true, false";
        }
        if (defaultValue instanceof Double) {
            return least + " to " + most;
        }
        return defaultValue instanceof Long
            ? sizeText((long)least) + " to " + sizeText((long)most) : (long)least + " to " + (long)most;
    }

    Object defaultValue() {
        return defaultValue;
    }

    boolean isInRange(final double value) {
        return value >= least && value <= most;
    }

    static String textOf(final Object value) {
        if (value instanceof final Long size) {
            return sizeText(size);
        }
        return value instanceof final Enum<?> constant ? OptionNames.nameOf(constant) : String.valueOf(value);
    }

    private static String sizeText(final long size) {
        int unit = 0;
        while (unit < SIZE_UNITS.length() && size != 0 && (size & (1L << 10 * (unit + 1)) - 1) == 0) {
            unit++;
        }
        return (size >> 10 * unit) + (unit == 0 ? "" : SIZE_UNITS.substring(unit - 1, unit));
    }

    private static Long size(final String text) {
        final int unit = text.isEmpty() ? 0 : SIZE_UNITS.indexOf(text.charAt(text.length() - 1)) + 1;
        final long count = Long.parseLong(unit == 0 ? text : text.substring(0, text.length() - 1));
        return count >= 0 && count <= Long.MAX_VALUE >> 10 * unit ? count << 10 * unit : Long.MIN_VALUE;
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
                : defaultValue instanceof Long ? (Number)size(text) : (Number)Integer.valueOf(text);
            return isInRange(value.doubleValue()) ? value : null;
        } catch (final NumberFormatException ignored) {
            return null;
        }
    }
}
