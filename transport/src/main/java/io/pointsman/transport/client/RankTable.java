/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import io.pointsman.codecs.RankState;
import io.pointsman.codecs.RankUpdateDecoder;
import io.pointsman.transport.RankDescription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The ranks of the connected epoch by index, with this frontend's own in-flight count on each one's current life, and
 * the identities of ranks of earlier epochs on which something is in flight still. Single-threaded. Allocates only when
 * a rank is told of.
 */
final class RankTable {
    private static final int INITIAL_CAPACITY = 64;

    private final List<Identity> identities = new ArrayList<>();
    private RankDescription[] ranks = new RankDescription[INITIAL_CAPACITY];
    private int[] liveGenerations = new int[INITIAL_CAPACITY];
    private int[] inFlightCounts = new int[INITIAL_CAPACITY];
    private int limit;

    /** One more than the greatest index told of. */
    int limit() {
        return limit;
    }

    RankDescription rank(final int rankIndex) {
        return rankIndex >= 0 && rankIndex < limit ? ranks[rankIndex] : null;
    }

    int inFlight(final int rankIndex) {
        return rankIndex >= 0 && rankIndex < limit ? inFlightCounts[rankIndex] : 0;
    }

    /** Whether a place is on a rank's current life; only those are counted. */
    boolean isLive(final long place) {
        final int rankIndex = InFlightTable.rankIndex(place);
        return rankIndex >= 0 && rankIndex < limit
            && liveGenerations[rankIndex] == InFlightTable.generation(place) && liveGenerations[rankIndex] != 0;
    }

    void add(final long place) {
        if (isLive(place)) {
            inFlightCounts[InFlightTable.rankIndex(place)]++;
        }
    }

    void subtract(final long place) {
        if (isLive(place)) {
            inFlightCounts[InFlightTable.rankIndex(place)]--;
        }
    }

    /** Takes over an update; what was in flight on an earlier life no longer counts. */
    RankDescription update(final RankUpdateDecoder update, final InFlightTable inFlight) {
        final int rankIndex = (int) update.rankIndex();
        ensureCapacity(rankIndex);
        if (ranks[rankIndex] == null) {
            ranks[rankIndex] = new RankDescription();
        }
        final RankDescription rank = ranks[rankIndex]
            .instanceId(update.instanceId())
            .rankIndex(rankIndex)
            .generation((int) update.generation())
            .dataParallelRank((int) update.dataParallelRank())
            .maxRequests((int) update.maxRequests())
            .modelId((int) update.modelId())
            .blockSize((int) update.blockSize())
            .hashScheme(update.hashScheme())
            .state(update.state())
            .name(update.name())
            .modelName(update.modelName());
        limit = Math.max(limit, rankIndex + 1);
        final int liveGeneration = rank.state() == RankState.REMOVED ? 0 : rank.generation();
        if (liveGenerations[rankIndex] != liveGeneration) {
            liveGenerations[rankIndex] = liveGeneration;
            // A decision may name a life before the update that tells of it.
            recount(rankIndex, inFlight);
        }
        return rank;
    }

    private void recount(final int rankIndex, final InFlightTable inFlight) {
        inFlightCounts[rankIndex] = 0;
        inFlight.forEach((correlationId, place) -> {
            if (InFlightTable.rankIndex(place) == rankIndex) {
                add(place);
            }
        });
    }

    /** Forgets all ranks; requests on them are kept by the ranks' identities. */
    void beginEpoch(final InFlightTable inFlight) {
        if (inFlight.unmappedCount() == 0) {
            identities.clear();
        }
        inFlight.move((correlationId, place) -> {
            if (InFlightTable.isOnRank(place)) {
                return isLive(place) ? InFlightTable.unmapped(identityOf(place)) : InFlightTable.LOST;
            }
            return place;
        });
        Arrays.fill(ranks, null);
        Arrays.fill(liveGenerations, 0);
        Arrays.fill(inFlightCounts, 0);
        limit = 0;
    }

    /** Finds requests of earlier epochs that are on a rank told of now; answers whether there were any. */
    boolean map(final RankDescription rank, final InFlightTable inFlight) {
        final int identity = identities.indexOf(Identity.of(rank));
        if (inFlight.unmappedCount() == 0 || identity < 0 || rank.state() == RankState.REMOVED) {
            return false;
        }
        final int before = inFlight.unmappedCount();
        inFlight.move((correlationId, place) ->
            InFlightTable.isUnmapped(place) && InFlightTable.identity(place) == identity
                ? InFlightTable.onRank(rank.rankIndex(), rank.generation()) : place);
        recount(rank.rankIndex(), inFlight);
        return inFlight.unmappedCount() != before;
    }

    private int identityOf(final long place) {
        final Identity identity = Identity.of(ranks[InFlightTable.rankIndex(place)]);
        final int known = identities.indexOf(identity);
        if (known >= 0) {
            return known;
        }
        identities.add(identity);
        return identities.size() - 1;
    }

    private void ensureCapacity(final int rankIndex) {
        if (rankIndex >= ranks.length) {
            final int capacity = Math.max(rankIndex + 1, ranks.length * 2);
            ranks = Arrays.copyOf(ranks, capacity);
            liveGenerations = Arrays.copyOf(liveGenerations, capacity);
            inFlightCounts = Arrays.copyOf(inFlightCounts, capacity);
        }
    }

    /** What stays the same of a rank's life over the coordinator's lives. */
    private record Identity(String name, int dataParallelRank, long instanceId) {
        static Identity of(final RankDescription rank) {
            return new Identity(rank.name(), rank.dataParallelRank(), rank.instanceId());
        }
    }
}
