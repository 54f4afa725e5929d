/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.fleet;

/** A request on a virtual rank; pooled. Ordered by the time of its next event, then by arrival. */
final class VirtualRequest implements Comparable<VirtualRequest> {
    VirtualRank rank;
    int frontend;
    long correlationId;
    int outputTokens;
    long prefillNs;
    long decodeNs;
    long arrival;
    long eventNs;
    boolean decoding;

    @Override
    public int compareTo(final VirtualRequest other) {
        final int byTime = Long.compare(eventNs, other.eventNs);
        return byTime != 0 ? byTime : Long.compare(arrival, other.arrival);
    }
}
