/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.rank;

import io.pointsman.codecs.HashScheme;

/**
 * A registration as it was received; its ranges are checked by {@link RankRegistry#register}.
 *
 * @param name             the engine's URL, 1 to 1,024 bytes of UTF-8.
 * @param dataParallelRank in [0, 65,535]; name and data-parallel rank together identify the rank.
 * @param instanceId       the engine's life, any value.
 * @param modelName        1 to 256 bytes of UTF-8.
 * @param hashScheme       what a block is made of.
 * @param blockSize        bytes or tokens a block, by scheme, in [1, 65,536]; 0 with tokens: block-size-tokens.
 * @param maxRequests      in [1, 1,048,576]; 0: the coordinator's max-requests.
 */
public record RankRegistration(
        String name,
        long dataParallelRank,
        long instanceId,
        String modelName,
        HashScheme hashScheme,
        long blockSize,
        long maxRequests) {
}
