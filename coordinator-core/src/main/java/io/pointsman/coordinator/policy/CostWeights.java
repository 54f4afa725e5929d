/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.policy;

/**
 * The configured weights of the cost formulas.
 *
 * @param loadBeta     weight of the load in {@link RelativeLoadWeighted}, at least 0.
 * @param routingAlpha weight of the signal in {@link FreeCapacityWeighted}, in [0,1].
 */
public record CostWeights(double loadBeta, double routingAlpha) {
}
