/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.policy;

import io.pointsman.coordinator.index.PrefixMatch;
import io.pointsman.coordinator.rank.ModelRanks;

/** {@code alpha * f + (1 - alpha) * (max(0, max_requests - load) / max_requests)}. */
public final class FreeCapacityWeighted implements CostPolicy {
    @Override
    public void score(
            final ModelRanks ranks,
            final PrefixMatch match,
            final int blocks,
            final CostWeights weights,
            final double[] scores) {
        final double alpha = weights.routingAlpha();
        final int count = ranks.eligibleCount();
        for (int i = 0; i < count; i++) {
            scores[i] = alpha * 0.0 + (1 - alpha) * free(ranks, i);
        }
        for (int i = 0, size = match.size(); i < size; i++) {
            final int rankIndex = match.rank(i);
            final int position = ranks.position(rankIndex);
            if (position >= 0) {
                final double fraction = match.depth(rankIndex) / (double)blocks;
                scores[position] = alpha * fraction + (1 - alpha) * free(ranks, position);
            }
        }
    }

    private static double free(final ModelRanks ranks, final int position) {
        final int maxRequests = ranks.maxRequestsAt(position);
        return Math.max(0, maxRequests - ranks.loadAt(position)) / (double)maxRequests;
    }
}
