/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

/** What the agent counts besides the {@link io.pointsman.coordinator.router.RouterCounter}s. */
public enum HostCounter {
    /** This life of the coordinator. */
    EPOCH("epoch"),
    /** The longest duty cycle since start, in nanoseconds. */
    LONGEST_CYCLE_NS("longest duty cycle, ns"),
    /** Replies that a full output stream did not take at once. */
    BACK_PRESSURE("replies kept for a full stream"),
    /** Replies given up, because they could not be delivered within their bound or there was no room to keep them. */
    DROPPED_REPLIES("replies given up"),
    /** Messages of a frontend that is not connected. */
    UNKNOWN_FRONTENDS("messages of unknown frontends"),
    /** Messages of another epoch, those that concern no request. */
    OTHER_EPOCH("messages of another epoch, about no request"),
    /** Connects answered again. */
    REPEATED_CONNECTS("repeated connects"),
    /** Frontends whose connection was lost or closed. */
    FRONTENDS_LOST("frontends lost"),
    /** Faults that the error handler was told of. */
    ERRORS("errors");

    private final String label;

    HostCounter(final String label) {
        this.label = label;
    }

    /**
     * What tools show.
     *
     * @return the label.
     */
    public String label() {
        return label;
    }
}
