/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.codecs.RejectCode;
import io.pointsman.coordinator.control.ControlOutcome;
import io.pointsman.coordinator.policy.Cost;
import io.pointsman.coordinator.policy.CostWeights;
import io.pointsman.coordinator.policy.Signal;

/** What another policy may be; a refusal names the field, the value and what is allowed. */
final class PolicyRules {
    private PolicyRules() {
    }

    static boolean allowed(
            final Signal signal,
            final Cost cost,
            final CostWeights weights,
            final boolean prefixCaching,
            final ControlOutcome outcome) {
        if (signal == null) {
            return refuse(outcome, "signal: allowed are " + RouterOption.PREFIX_CACHING_COORDINATOR_POLICY.allowed());
        }
        if (cost == null) {
            return refuse(outcome, "cost: allowed are " + RouterOption.PREFIX_CACHING_COST_POLICY.allowed());
        }
        if (!prefixCaching && signal.routesOnPrefix()) {
            return refuse(outcome, "signal " + signal + ": only LOAD_BALANCED is allowed while enable-prefix-caching"
                + " is false");
        }
        final double beta = weights.loadBeta();
        if (!RouterOption.PREFIX_CACHING_LOAD_BETA.isInRange(beta)) {
            return refuse(outcome, "loadBeta = " + beta + ": allowed are "
                + RouterOption.PREFIX_CACHING_LOAD_BETA.allowed());
        }
        final double alpha = weights.routingAlpha();
        return RouterOption.PREFIX_CACHING_ROUTING_ALPHA.isInRange(alpha)
            || refuse(outcome, "routingAlpha = " + alpha + ": allowed are "
            + RouterOption.PREFIX_CACHING_ROUTING_ALPHA.allowed());
    }

    private static boolean refuse(final ControlOutcome outcome, final String text) {
        outcome.refuse(RejectCode.BAD_FIELD, 0, 0, text);
        return false;
    }
}
