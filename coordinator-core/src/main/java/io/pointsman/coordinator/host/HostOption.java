/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

/**
 * The options of the agent and of the process around it; the router's own are in
 * {@link io.pointsman.coordinator.router.RouterOption}. {@link OptionDefinition} brings both together.
 */
public enum HostOption {
    /** Channel. */
    CHANNEL("channel", HostOptionKind.TEXT, "aeron:ipc",
        "Aeron channel that frontends write to: aeron:ipc, or aeron:udp?endpoint=HOST:PORT"),
    /** Ingress stream. */
    INGRESS_STREAM("ingress-stream", HostOptionKind.integer(1, Integer.MAX_VALUE), "7701", "Stream id for frontends"),
    /** Admin stream. */
    ADMIN_STREAM("admin-stream", HostOptionKind.integer(1, Integer.MAX_VALUE), "7702", "Stream id for administrators"),
    /** Term length. */
    TERM_LENGTH("term-length", HostOptionKind.size(1 << 21, 1 << 30), "2m",
        "Term length of the streams, a power of two; a message is at most an eighth of it"),
    /** Aeron directory. */
    AERON_DIR("aeron-dir", HostOptionKind.TEXT, "",
        "Directory of the media driver; empty: pointsman-USER under /dev/shm, or the temporary directory"),
    /** Driver mode. */
    DRIVER_MODE("driver-mode", HostOptionKind.choice("embedded-invoked", "embedded-threaded", "external"),
        "embedded-invoked",
        "Media driver in the coordinator's duty cycle, on a thread of its own, or another process"),
    /** Liveness time-out. */
    LIVENESS_TIMEOUT_MS("liveness-timeout-ms", HostOptionKind.integer(100, 600_000), "10000",
        "After how long without a sign of life an embedded driver declares a frontend gone"),
    /** Idle strategy. */
    IDLE_STRATEGY("idle-strategy", HostOptionKind.TEXT, "backoff",
        "busy-spin, noop, yielding, backoff, backoff(spins,yields,minParkNs,maxParkNs), sleeping or sleeping(ns)"),
    /** Pinning. */
    CPU("cpu", HostOptionKind.integer(-1, 4_095), "-1", "CPU to pin the agent's thread to; -1: none"),
    /** Ingress limit. */
    INGRESS_LIMIT("ingress-limit", HostOptionKind.integer(1, 65_536), "32", "Most messages taken a duty cycle"),
    /** Sweep limit. */
    SWEEP_LIMIT("sweep-limit", HostOptionKind.integer(0, 65_536), "8", "Most runs of the index swept a duty cycle"),
    /** Reply queue. */
    REPLY_QUEUE_LENGTH("reply-queue-length", HostOptionKind.size(1 << 14, 1 << 26), "128k",
        "Bytes kept for a frontend that does not read its replies"),
    /** Reply timeout. */
    REPLY_TIMEOUT_MS("reply-timeout-ms", HostOptionKind.integer(1, 60_000), "100",
        "How long an undelivered reply is kept; a decision's reservation is released then"),
    /** State directory. */
    STATE_DIR("state-dir", HostOptionKind.TEXT, "",
        "Directory of the mark file with epoch and heartbeat; empty: beside the Aeron directory"),
    /** Takeover. */
    TAKEOVER_TIMEOUT_MS("takeover-timeout-ms", HostOptionKind.integer(100, 600_000), "5000",
        "After how long without a heartbeat another coordinator's streams may be taken over");

    private final String optionName;
    private final HostOptionKind kind;
    private final String defaultValue;
    private final String description;

    HostOption(
        final String optionName, final HostOptionKind kind, final String defaultValue, final String description) {
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
     * What values are allowed.
     *
     * @return the kind.
     */
    public HostOptionKind kind() {
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
}
