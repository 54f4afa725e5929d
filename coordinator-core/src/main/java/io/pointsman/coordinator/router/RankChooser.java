/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.coordinator.index.PrefixIndex;
import io.pointsman.coordinator.index.PrefixMatch;
import io.pointsman.coordinator.policy.TieBreak;
import io.pointsman.coordinator.rank.ModelRanks;
import io.pointsman.coordinator.rank.RankRegistry;

import java.nio.ByteOrder;

/**
 * Chooses a rank among the eligible ones of a model, one pass over packed arrays: highest score, then the most recently
 * assigned deepest matched block, then the tie-break. Remembers the exclusions and the match of the last request only.
 */
final class RankChooser {
    static final int NONE = -1;

    private final RankRegistry ranks;
    private final PrefixMatch match;
    private final double[] scores;
    private final long[] excludedAt;
    private final boolean spread;
    private long request;
    private int excludedCount;

    RankChooser(final RankRegistry ranks, final int maxRanks, final TieBreak tieBreak) {
        this.ranks = ranks;
        match = new PrefixMatch(maxRanks);
        scores = new double[maxRanks];
        excludedAt = new long[maxRanks];
        spread = tieBreak == TieBreak.SPREAD;
    }

    /** Takes a request's exclusions; one that names no present rank excludes none. Answers the candidates left. */
    int exclude(final ModelRanks model, final RouteQuery query) {
        excludedCount = 0;
        if (query.excludedCount > 0) {
            request++;
            for (int i = 0; i < query.excludedCount; i++) {
                final int offset = query.excludedOffset + i * RouteQuery.EXCLUSION_LENGTH;
                final int rankIndex = query.excluded.getInt(offset, ByteOrder.LITTLE_ENDIAN);
                final int generation =
                    query.excluded.getInt(offset + Integer.BYTES, ByteOrder.LITTLE_ENDIAN);
                if (ranks.isCurrent(rankIndex, generation) && model.position(rankIndex) >= 0
                    && excludedAt[rankIndex] != request) {
                    excludedAt[rankIndex] = request;
                    excludedCount++;
                }
            }
        }
        return model.eligibleCount() - excludedCount;
    }

    private boolean isExcluded(final int rankIndex) {
        return excludedCount > 0 && excludedAt[rankIndex] == request;
    }

    /** Whether a candidate has fewer in flight than its max-requests. */
    boolean hasRoom(final ModelRanks model) {
        if (excludedCount == 0 || model.withRoomCount() == 0) {
            return model.withRoomCount() > 0;
        }
        for (int i = 0; i < model.eligibleCount(); i++) {
            if (!isExcluded(model.rankAt(i)) && model.loadAt(i) < model.maxRequestsAt(i)) {
                return true;
            }
        }
        return false;
    }

    /** Blocks of the last match that a rank holds. */
    int matchedBlocks(final int rankIndex) {
        return match.depth(rankIndex);
    }

    /** Forgets the last match, for a request that goes by load alone. */
    int chooseByLoad(final ModelRanks model) {
        match.clear();
        int best = NONE;
        for (int i = 0; i < model.eligibleCount(); i++) {
            if (!isExcluded(model.rankAt(i)) && (best == NONE || model.loadAt(i) < model.loadAt(best)
                || spread && model.loadAt(i) == model.loadAt(best)
                && model.lastChosenAt(i) < model.lastChosenAt(best))) {
                best = i;
            }
        }
        return model.rankAt(best);
    }

    int chooseByScore(
            final ModelRanks model,
            final RoutingPolicy policy,
            final PrefixIndex index,
            final RouteQuery query,
            final int blocks,
            final long nowNs) {
        match.clear();
        index.match(query.hashes, query.hashesOffset, blocks, nowNs, match);
        policy.costPolicy().score(model, match, blocks, policy.weights(), scores);
        int best = NONE;
        double bestScore = Double.NEGATIVE_INFINITY;
        for (int i = 0, count = model.eligibleCount(); i < count; i++) {
            final double score = scores[i];
            if ((score > bestScore || score == bestScore && winsTie(model, i, best) || best == NONE)
                && !isExcluded(model.rankAt(i))) {
                best = i;
                bestScore = score;
            }
        }
        return model.rankAt(best);
    }

    /** Whether the later of two positions of equal score is the one to choose. */
    private boolean winsTie(final ModelRanks model, final int later, final int earlier) {
        if (earlier == NONE) {
            return true;
        }
        final long recency = match.assignment(model.rankAt(later));
        final long bestRecency = match.assignment(model.rankAt(earlier));
        if (recency != bestRecency) {
            return recency > bestRecency;
        }
        if (!spread) {
            return false;
        }
        final int load = model.loadAt(later);
        final int bestLoad = model.loadAt(earlier);
        return load < bestLoad
            || load == bestLoad && model.lastChosenAt(later) < model.lastChosenAt(earlier);
    }
}
