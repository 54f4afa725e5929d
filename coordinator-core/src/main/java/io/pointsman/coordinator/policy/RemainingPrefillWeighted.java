/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.policy;

import io.pointsman.coordinator.index.PrefixMatch;
import io.pointsman.coordinator.rank.ModelRanks;

/** {@code -((blocks - depth) * (1 + load))}: the least prefill still to compute, by load; kept to compare with. */
public final class RemainingPrefillWeighted implements CostPolicy {
    @Override
    public void score(
            final ModelRanks ranks,
            final PrefixMatch match,
            final int blocks,
            final CostWeights weights,
            final double[] scores) {
        final double[] loads = ranks.loads();
        final double all = blocks;
        final int count = ranks.eligibleCount();
        for (int i = 0; i < count; i++) {
            scores[i] = -(all * (1 + loads[i]));
        }
        for (int i = 0, size = match.size(); i < size; i++) {
            final int rankIndex = match.rank(i);
            final int position = ranks.position(rankIndex);
            if (position >= 0) {
                scores[position] = -((double)(blocks - match.depth(rankIndex)) * (1 + loads[position]));
            }
        }
    }
}
