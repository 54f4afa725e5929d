/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

/**
 * What a {@link RouteClient} has counted since it was made. Written and read by its thread.
 */
public final class RouteClientCounters {
    long otherEpochReplies;
    long unknownDecisions;
    long voidDecisions;
    long refusedReplies;
    long backPressured;
    long deferred;
    long connections;
    long reports;

    RouteClientCounters() {
        // Made by the client.
    }

    /**
     * Replies of another epoch than the connected one, ignored.
     *
     * @return their number.
     */
    public long otherEpochReplies() {
        return otherEpochReplies;
    }

    /**
     * Decisions and rejects for requests that are not in flight (any more), ignored.
     *
     * @return their number.
     */
    public long unknownDecisions() {
        return unknownDecisions;
    }

    /**
     * Decisions and rejects for requests that have a rank already, most of them reassigned meanwhile; ignored.
     *
     * @return their number.
     */
    public long voidDecisions() {
        return voidDecisions;
    }

    /**
     * Replies that could not be read.
     *
     * @return their number.
     */
    public long refusedReplies() {
        return refusedReplies;
    }

    /**
     * Messages that could not be sent at once.
     *
     * @return their number.
     */
    public long backPressured() {
        return backPressured;
    }

    /**
     * Finishes, aborts and reassignments that were kept to be sent later.
     *
     * @return their number.
     */
    public long deferred() {
        return deferred;
    }

    /**
     * Connections, with reconnections.
     *
     * @return their number.
     */
    public long connections() {
        return connections;
    }

    /**
     * In-flight reports sent.
     *
     * @return their number.
     */
    public long reports() {
        return reports;
    }
}
