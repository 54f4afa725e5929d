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
        final double[] freeShares = ranks.freeShares();
        final int count = ranks.eligibleCount();
        for (int i = 0; i < count; i++) {
            scores[i] = (1 - alpha) * freeShares[i];
        }
        int lastDepth = 0;
        double fraction = 0.0;
        for (int i = 0, size = match.size(); i < size; i++) {
            final int rankIndex = match.rank(i);
            final int position = ranks.position(rankIndex);
            final int depth = match.depth(rankIndex);
            if (depth != lastDepth) {
                lastDepth = depth;
                fraction = depth / (double)blocks;
            }
            if (position >= 0) {
                scores[position] = alpha * fraction + scores[position];
            }
        }
    }
}
