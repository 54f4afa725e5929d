/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import io.pointsman.transport.MessageLimits;
import org.agrona.collections.Long2LongHashMap;

/**
 * The requests a frontend has in flight, by correlation id, each with where it is:
 * <pre>
 *   bit 63 .. 62        61 .. 32      31 .. 0
 *   NOT SET  UNMAPPED   rank index    generation    of the connected epoch, or with UNMAPPED set
 *                       identity      0             of a rank of an earlier epoch, see RankTable
 *   UNANSWERED, LOST: values of their own
 * </pre>
 * Presized, so that it never allocates after construction. Single-threaded.
 */
final class InFlightTable {
    /** No such request. */
    static final long NONE = Long.MIN_VALUE;
    /** Asked, not yet answered. */
    static final long UNANSWERED = -1;
    /** On a rank whose life has ended. */
    static final long LOST = -2;

    private static final long UNMAPPED = 1L << 62;

    private final Long2LongHashMap places;
    private final int capacity;
    private int unmappedCount;

    InFlightTable(final int capacity) {
        this.capacity = capacity;
        places = new Long2LongHashMap(capacity * 2, 0.65f, NONE);
    }

    static long onRank(final int rankIndex, final int generation) {
        return ((long) rankIndex << 32) | (generation & 0xFFFF_FFFFL);
    }

    static long unmapped(final int identity) {
        return UNMAPPED | ((long) identity << 32);
    }

    static boolean isOnRank(final long place) {
        return place >= 0 && (place & UNMAPPED) == 0;
    }

    static boolean isUnmapped(final long place) {
        return place > 0 && (place & UNMAPPED) != 0;
    }

    static int rankIndex(final long place) {
        return isOnRank(place) ? (int) (place >>> 32) : MessageLimits.NO_RANK_INDEX;
    }

    static int identity(final long place) {
        return (int) ((place & ~UNMAPPED) >>> 32);
    }

    static int generation(final long place) {
        return isOnRank(place) ? (int) place : 0;
    }

    boolean isFull() {
        return places.size() >= capacity;
    }

    int size() {
        return places.size();
    }

    int unmappedCount() {
        return unmappedCount;
    }

    long place(final long correlationId) {
        return places.get(correlationId);
    }

    void put(final long correlationId, final long place) {
        count(places.put(correlationId, place), -1);
        count(place, 1);
    }

    long remove(final long correlationId) {
        final long place = places.remove(correlationId);
        count(place, -1);
        return place;
    }

    private void count(final long place, final int change) {
        if (isUnmapped(place)) {
            unmappedCount += change;
        }
    }

    /** Visits every request; not on the request path. */
    void forEach(final Visitor visitor) {
        places.forEachLong(visitor::onRequest);
    }

    /** Moves every request to where the mover says. */
    void move(final Mover mover) {
        places.replaceAllLong(mover::placeAfter);
        unmappedCount = 0;
        places.forEachLong((correlationId, place) -> count(place, 1));
    }

    /** Is shown requests. */
    @FunctionalInterface
    interface Visitor {
        void onRequest(long correlationId, long place);
    }

    /** Says where a request is from now on. */
    @FunctionalInterface
    interface Mover {
        long placeAfter(long correlationId, long place);
    }
}
