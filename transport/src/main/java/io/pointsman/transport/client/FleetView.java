/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import io.pointsman.codecs.HashesWanted;
import io.pointsman.transport.ModelDescription;
import io.pointsman.transport.PolicyDescription;
import io.pointsman.transport.RankDescription;
import java.util.List;

/**
 * What a {@link RouteClient} knows of the fleet: the ranks, models and policy of the connected epoch, or of the last
 * one while there is no connection. Changes by the client's polls; used by its thread.
 */
public final class FleetView {
    private final ReplyPoller replies;

    FleetView(final ReplyPoller replies) {
        this.replies = replies;
    }

    /**
     * A rank as last told of.
     *
     * @param rankIndex of the rank.
     * @return the client's entry, to be read only; null when there is none.
     */
    public RankDescription rank(final int rankIndex) {
        return replies.ranks().rank(rankIndex);
    }

    /**
     * The bound of rank indexes.
     *
     * @return one more than the greatest told of.
     */
    public int rankLimit() {
        return replies.ranks().limit();
    }

    /**
     * The models the coordinator knows.
     *
     * @return the client's list, to be read only.
     */
    public List<ModelDescription> models() {
        return replies.models();
    }

    /**
     * A model by name.
     *
     * @param name of the model.
     * @return the model; null when the coordinator does not know it.
     */
    public ModelDescription model(final String name) {
        for (int i = 0; i < replies.models().size(); i++) {
            if (replies.models().get(i).name().equals(name)) {
                return replies.models().get(i);
            }
        }
        return null;
    }

    /**
     * The policy in force.
     *
     * @return the client's own, to be read only.
     */
    public PolicyDescription policy() {
        return replies.policy();
    }

    /**
     * How much of a prompt is to be hashed under the policy in force.
     *
     * @param promptBlocks complete blocks of the prompt.
     * @return blocks to hash.
     */
    public int blocksToHash(final int promptBlocks) {
        final HashesWanted wanted = replies.policy().hashesWanted();
        if (wanted == HashesWanted.ALL) {
            return Math.min(promptBlocks, replies.policy().maxBlocks());
        }
        return wanted == HashesWanted.FIRST ? Math.min(promptBlocks, 1) : 0;
    }
}
