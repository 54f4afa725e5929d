/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Every option of the coordinator: its name (the same in the YAML file and as a flag; in the environment upper case
 * with underscores behind {@code POINTSMAN_}), what is allowed, its default, and what it does. The table in
 * {@code docs/configuration.md} is made from these definitions, and a test compares the two.
 */
public enum Option {
    /** Whether affinity counts at all. */
    ENABLE_PREFIX_CACHING("enable-prefix-caching", OptionKind.BOOLEAN, "true",
        "Whether the prefix counts; false routes by load alone"),
    /** The signal. */
    SIGNAL("prefix-caching-coordinator-policy", OptionKind.choice("longest_prefix", "first_prefix_block",
        "load_balanced"), "longest_prefix", "The signal: how much of a request is already on a rank"),
    /** The cost. */
    COST("prefix-caching-cost-policy", OptionKind.choice("relative_load_weighted", "free_capacity_weighted",
        "remaining_prefill_weighted"), "relative_load_weighted", "How the signal and the load make a score"),
    /** Weight of load under relative_load_weighted. */
    LOAD_BETA("prefix-caching-load-beta", OptionKind.decimal(0, 1e6), "1.0",
        "Weight of the load under relative_load_weighted"),
    /** Weight of affinity under free_capacity_weighted. */
    ROUTING_ALPHA("prefix-caching-routing-alpha", OptionKind.decimal(0, 1), "0.5",
        "Weight of the prefix under free_capacity_weighted"),
    /** Retention. */
    RETENTION("prefix-caching-eviction-policy", OptionKind.choice("lru", "ref_zero"), "lru",
        "How long a rank is believed to hold a block: lru, for the time to live; ref_zero, while in flight there"),
    /** Time to live in seconds. */
    TTL_SECONDS("prefix-cache-ttl-seconds", OptionKind.decimal(0, 1e8), "300",
        "Time to live under lru, in seconds, fractions allowed; 0 is endless"),
    /** Default block size of token ranks. */
    BLOCK_SIZE_TOKENS("block-size-tokens", OptionKind.integer(1, 65_536), "64",
        "Tokens a block for ranks that hash tokens and register no block size of their own; set it to the engines'"),
    /** Default limit of a rank. */
    MAX_REQUESTS("max-requests", OptionKind.integer(1, 1 << 20), "256",
        "Requests a rank runs at once, unless its registration says"),
    /** Ranks to wait for. */
    DATA_PARALLEL_SIZE("data-parallel-size", OptionKind.integer(0, 1_024), "0",
        "Answer NOT_READY until this many ranks are registered; 0: do not wait"),
    /** Rank order by name. */
    DETERMINISTIC_MODE("deterministic-mode", OptionKind.BOOLEAN, "false",
        "Whether ties between ranks go by their names instead of by their order of arrival"),
    /** Tie break. */
    TIE_BREAK("tie-break", OptionKind.choice("spread", "reference"), "spread",
        "Last tie-break: spread, lower load then chosen longest ago then lower index; reference, lower index"),
    /** Admission. */
    ADMISSION("admission", OptionKind.choice("off", "reject"), "off",
        "reject answers SATURATED when every candidate is at its max-requests, and sends a notice when one has room"),
    /** Most ranks. */
    MAX_RANKS("max-ranks", OptionKind.integer(1, 1_024), "1024", "Most ranks registered at once"),
    /** Most models. */
    MAX_MODELS("max-models", OptionKind.integer(1, 64), "64", "Most models served at once"),
    /** Most frontends. */
    MAX_FRONTENDS("max-frontends", OptionKind.integer(1, 256), "8",
        "Most frontends connected at once; each needs two streams of three terms in the Aeron directory"),
    /** Most in flight. */
    MAX_IN_FLIGHT("max-in-flight", OptionKind.integer(1, 1 << 20), "1048576", "Most requests in flight at once"),
    /** Longest vector. */
    MAX_BLOCKS("max-blocks", OptionKind.integer(1, 16_384), "16384",
        "Most block hashes a request; a longer prompt is hashed up to it"),
    /** Most exclusions. */
    MAX_EXCLUDED("max-excluded", OptionKind.integer(0, 1_024), "64", "Most ranks a request may exclude"),
    /** Index memory. */
    INDEX_MEMORY("index-memory", OptionKind.size(1 << 20, 64L << 30), "256m",
        "Memory of the prefix index, taken at start and never exceeded; the least recently used goes when it is full"),
    /** Channel. */
    CHANNEL("channel", OptionKind.TEXT, "aeron:ipc",
        "Aeron channel that frontends write to: aeron:ipc, or aeron:udp?endpoint=HOST:PORT"),
    /** Ingress stream. */
    INGRESS_STREAM("ingress-stream", OptionKind.integer(1, Integer.MAX_VALUE), "7701", "Stream id for frontends"),
    /** Admin stream. */
    ADMIN_STREAM("admin-stream", OptionKind.integer(1, Integer.MAX_VALUE), "7702", "Stream id for administrators"),
    /** Term length. */
    TERM_LENGTH("term-length", OptionKind.size(1 << 16, 1 << 30), "2m",
        "Term length of the reply streams, a power of two; a message is at most an eighth of it"),
    /** Aeron directory. */
    AERON_DIR("aeron-dir", OptionKind.TEXT, "",
        "Directory of the media driver; empty: pointsman-USER under /dev/shm, or the temporary directory"),
    /** Driver mode. */
    DRIVER_MODE("driver-mode", OptionKind.choice("embedded-invoked", "embedded-threaded", "external"),
        "embedded-invoked", "Media driver in the coordinator's duty cycle, on a thread of its own, or another process"),
    /** Liveness time-out. */
    LIVENESS_TIMEOUT_MS("liveness-timeout-ms", OptionKind.integer(100, 600_000), "10000",
        "After how long without a sign of life an embedded driver declares a frontend gone"),
    /** Idle strategy. */
    IDLE_STRATEGY("idle-strategy", OptionKind.TEXT, "backoff",
        "busy-spin, noop, yielding, backoff, backoff(spins,yields,minParkNs,maxParkNs), sleeping or sleeping(ns)"),
    /** Pinning. */
    CPU("cpu", OptionKind.integer(-1, 4_095), "-1", "CPU to pin the agent's thread to; -1: none"),
    /** Ingress limit. */
    INGRESS_LIMIT("ingress-limit", OptionKind.integer(1, 65_536), "32", "Most messages taken a duty cycle"),
    /** Sweep limit. */
    SWEEP_LIMIT("sweep-limit", OptionKind.integer(0, 65_536), "8", "Most runs of the index swept a duty cycle"),
    /** Reply queue. */
    REPLY_QUEUE_LENGTH("reply-queue-length", OptionKind.size(1 << 14, 1 << 26), "128k",
        "Bytes kept for a frontend that does not read its replies"),
    /** Reply timeout. */
    REPLY_TIMEOUT_MS("reply-timeout-ms", OptionKind.integer(1, 60_000), "100",
        "How long an undelivered reply is kept; a decision's reservation is released then"),
    /** State directory. */
    STATE_DIR("state-dir", OptionKind.TEXT, "",
        "Directory of the mark file with epoch and heartbeat; empty: beside the Aeron directory"),
    /** Takeover. */
    TAKEOVER_TIMEOUT_MS("takeover-timeout-ms", OptionKind.integer(100, 600_000), "5000",
        "After how long without a heartbeat another coordinator's streams may be taken over");

    private final String optionName;
    private final OptionKind kind;
    private final String defaultValue;
    private final String description;

    Option(final String optionName, final OptionKind kind, final String defaultValue, final String description) {
        this.optionName = optionName;
        this.kind = kind;
        this.defaultValue = defaultValue;
        this.description = description;
    }

    /**
     * The name in the file and as a flag.
     *
     * @return the name.
     */
    public String optionName() {
        return optionName;
    }

    /**
     * The name in the environment.
     *
     * @return the variable's name.
     */
    public String environmentName() {
        return "POINTSMAN_" + optionName.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /**
     * What values are allowed.
     *
     * @return the kind.
     */
    public OptionKind kind() {
        return kind;
    }

    /**
     * The value when nobody says otherwise.
     *
     * @return the default as it would be written.
     */
    public String defaultValue() {
        return defaultValue;
    }

    /**
     * What the option does.
     *
     * @return a sentence.
     */
    public String description() {
        return description;
    }

    /**
     * The options as rows of a Markdown table.
     *
     * @return lines, header first.
     */
    public static List<String> markdownTable() {
        final List<String> lines = new ArrayList<>();
        lines.add("| option | default | allowed | what it does |");
        lines.add("|---|---|---|---|");
        for (final Option option : values()) {
            lines.add("| `" + option.optionName + "` | " + (option.defaultValue.isEmpty() ? "" : "`" +
                option.defaultValue + "`") + " | " + option.kind.allowed() + " | " + option.description + " |");
        }
        return lines;
    }
}
