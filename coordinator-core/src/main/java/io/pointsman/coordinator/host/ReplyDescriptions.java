/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import io.pointsman.codecs.Cost;
import io.pointsman.codecs.Signal;
import io.pointsman.coordinator.rank.ModelRanks;
import io.pointsman.coordinator.rank.Rank;
import io.pointsman.coordinator.router.Router;
import io.pointsman.coordinator.router.RoutingPolicy;
import io.pointsman.transport.ModelDescription;
import io.pointsman.transport.PolicyDescription;
import io.pointsman.transport.RankDescription;

import java.util.ArrayList;
import java.util.List;

/** The router's ranks, models and policy in the words of the wire protocol. Used by the agent's thread only. */
final class ReplyDescriptions {
    private final Router router;
    private final int maxBlocks;
    private final PolicyDescription policy = new PolicyDescription();
    private final RankDescription rank = new RankDescription();

    ReplyDescriptions(final Router router, final int maxBlocks) {
        this.router = router;
        this.maxBlocks = maxBlocks;
    }

    PolicyDescription policy() {
        final RoutingPolicy inForce = router.policy();
        return policy.policyVersion(inForce.version()).maxBlocks(maxBlocks)
            .signal(Signal.valueOf(inForce.signal().name())).cost(Cost.valueOf(inForce.cost().name()))
            .hashesWanted(router.hashesWanted());
    }

    RankDescription rank(final Rank of) {
        final ModelRanks model = of.model();
        return rank.instanceId(of.instanceId()).rankIndex(of.index()).generation(of.generation())
            .dataParallelRank(of.dataParallelRank()).maxRequests(of.maxRequests()).modelId(model.modelId())
            .blockSize(of.blockSize()).hashScheme(of.hashScheme()).state(of.state()).name(of.name())
            .modelName(model.name());
    }

    List<ModelDescription> models() {
        final List<ModelDescription> models = new ArrayList<>();
        for (int i = 0; i < router.ranks().modelCount(); i++) {
            final ModelRanks model = router.ranks().model(i);
            models.add(new ModelDescription(model.modelId(), model.name(), model.hashScheme(), model.blockSize()));
        }
        return models;
    }
}
