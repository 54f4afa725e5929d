/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.policy;

import io.pointsman.coordinator.index.PrefixMatch;
import io.pointsman.coordinator.rank.ModelRanks;

/**
 * {@code f - beta * (load - mean) / max(1, mean)}. In a balanced fleet it is pure affinity. Near idle the divisor is
 * floored at 1, so that one request more or less does not throw affinity away.
 */
public final class RelativeLoadWeighted implements CostPolicy {
    @Override
    public void score(
            final ModelRanks ranks,
            final PrefixMatch match,
            final int blocks,
            final CostWeights weights,
            final double[] scores) {
        final double beta = weights.loadBeta();
        final double mean = ranks.meanLoad();
        final double divisor = Math.max(1.0, mean);
        final double[] loads = ranks.loads();
        final int count = ranks.eligibleCount();
        for (int i = 0; i < count; i++) {
            scores[i] = 0.0 - beta * (loads[i] - mean) / divisor;
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
                scores[position] = fraction + scores[position];
            }
        }
    }
}
