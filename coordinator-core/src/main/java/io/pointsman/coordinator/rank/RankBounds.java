/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.rank;

/**
 * Bounds and defaults of the {@link RankRegistry}.
 *
 * @param maxRanks          most ranks registered at once.
 * @param maxModels         most models, ever.
 * @param maxFrontends      most frontends, each with its own verdict on each rank.
 * @param maxRequests       of a rank whose registration does not say.
 * @param blockSizeTokens   of a registration by tokens that does not say.
 * @param dataParallelSize  ranks to wait for; 0: none.
 * @param deterministicMode whether rank order goes by name instead of by arrival.
 */
public record RankBounds(
        int maxRanks,
        int maxModels,
        int maxFrontends,
        int maxRequests,
        int blockSizeTokens,
        int dataParallelSize,
        boolean deterministicMode) {
}
