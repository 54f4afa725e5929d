/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.coordinator.policy.Cost;
import io.pointsman.coordinator.policy.CostPolicy;
import io.pointsman.coordinator.policy.CostWeights;
import io.pointsman.coordinator.policy.Signal;

/**
 * The policy in force. Another policy is another object with a higher version.
 *
 * @param version    rising from 1; hashes made for another version do not count.
 * @param signal     in force; load-balanced while prefix caching is off.
 * @param cost       in force.
 * @param costPolicy of that name.
 * @param weights    in force.
 */
public record RoutingPolicy(int version, Signal signal, Cost cost, CostPolicy costPolicy, CostWeights weights) {
    RoutingPolicy(final int version, final Signal signal, final Cost cost, final CostWeights weights) {
        this(version, signal, cost, cost.policy(), weights);
    }
}
