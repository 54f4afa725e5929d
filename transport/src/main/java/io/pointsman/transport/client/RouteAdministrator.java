/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import io.pointsman.codecs.ControlKind;
import io.pointsman.codecs.Cost;
import io.pointsman.codecs.Signal;
import io.pointsman.transport.AdminProxy;
import io.pointsman.transport.MessageLimits;

/**
 * What a {@link RouteClient} that connected as an administrator may do besides. Each call returns the correlation id
 * that {@link RouteListener#onAdminReply} answers by, positive, or one of the client's negative codes. Used by the
 * client's thread.
 */
public final class RouteAdministrator {
    private final RouteClient client;
    private final AdminProxy proxy;

    RouteAdministrator(final RouteClient client, final long frontendId) {
        this.client = client;
        proxy = new AdminProxy(frontendId);
    }

    void epoch(final long epoch) {
        proxy.epoch(epoch);
    }

    /**
     * Removes a rank: its blocks and its load are forgotten.
     *
     * @param rankIndex  of the rank.
     * @param generation of the rank.
     * @return the correlation id, or a negative code.
     */
    public long removeRank(final int rankIndex, final int generation) {
        final long id = client.nextAdminCorrelationId();
        return id < 0 ? id : client.adminResult(proxy.removeRank(client.admin(), id, rankIndex, generation), id);
    }

    /**
     * What a rank holds is worthless, since its weights changed; its load stays.
     *
     * @param rankIndex  of the rank.
     * @param generation of the rank.
     * @return the correlation id, or a negative code.
     */
    public long invalidate(final int rankIndex, final int generation) {
        final long id = client.nextAdminCorrelationId();
        return id < 0 ? id : client.adminResult(proxy.invalidate(client.admin(), id, rankIndex, generation), id);
    }

    /**
     * What all ranks hold is worthless.
     *
     * @return the correlation id, or a negative code.
     */
    public long invalidateAll() {
        return invalidate(MessageLimits.NO_RANK_INDEX, 0);
    }

    /**
     * Changes the policy from now on.
     *
     * @param signal       how much of a request is already on a rank.
     * @param cost         how signal and load make a score.
     * @param loadBeta     at least 0, finite.
     * @param routingAlpha in [0,1].
     * @return the correlation id, or a negative code.
     */
    public long changePolicy(
        final Signal signal, final Cost cost, final double loadBeta, final double routingAlpha) {
        final long id = client.nextAdminCorrelationId();
        return id < 0 ? id
            : client.adminResult(proxy.changePolicy(client.admin(), id, signal, cost, loadBeta, routingAlpha), id);
    }

    /**
     * Has a control signal carried to every engine.
     *
     * @param kind     of signal.
     * @param argument of the signal.
     * @return the correlation id, or a negative code.
     */
    public long controlSignal(final ControlKind kind, final long argument) {
        final long id = client.nextAdminCorrelationId();
        return id < 0 ? id : client.adminResult(proxy.controlSignal(client.admin(), id, kind, argument), id);
    }
}
