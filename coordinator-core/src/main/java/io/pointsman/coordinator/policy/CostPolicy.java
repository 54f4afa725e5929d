/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.policy;

import io.pointsman.coordinator.index.PrefixMatch;
import io.pointsman.coordinator.rank.ModelRanks;

/**
 * Scores every eligible rank of a model for one request; the highest score wins.
 * <p>
 * Implementations are stateless, and score all ranks in one call, so that a decision makes one virtual call and not one
 * a rank: first all of them as if they held nothing, in a loop that the compiler can vectorize, then again those that
 * hold something. A new policy is one class and one line in {@link Cost}.
 * <p>
 * Doubles are evaluated left to right exactly as the formula is written, since the golden vectors compare decisions at
 * ties. To add the fraction's part to the score of a rank that holds nothing is the same: that score is the formula's
 * other part, since adding to 0 is exact.
 */
public interface CostPolicy {
    /**
     * Scores the eligible ranks of a model.
     *
     * @param ranks   of the model; only the eligible ones are scored.
     * @param match   depth of each rank in blocks.
     * @param blocks  of the request, at least 1.
     * @param weights of the formula.
     * @param scores  receives one score for each position in {@link ModelRanks#eligibleCount()}.
     */
    void score(ModelRanks ranks, PrefixMatch match, int blocks, CostWeights weights, double[] scores);
}
