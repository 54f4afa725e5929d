/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import io.pointsman.codecs.ChangePolicyDecoder;
import io.pointsman.codecs.ControlSignalDecoder;
import io.pointsman.codecs.InvalidateDecoder;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RemoveRankDecoder;
import io.pointsman.coordinator.control.ControlOutcome;
import io.pointsman.coordinator.policy.Cost;
import io.pointsman.coordinator.policy.CostWeights;
import io.pointsman.coordinator.policy.Signal;
import io.pointsman.coordinator.router.FrontendRegistry;
import io.pointsman.coordinator.router.Router;
import io.pointsman.transport.AdminListener;

/**
 * Carries out what administrators ask for on their own stream, and answers each on the reply stream of the frontend
 * that it is connected as. One that did not ask for the role at its Connect is refused.
 * <p>
 * Called by the agent's thread only.
 */
final class AdminRequests implements AdminListener {
    private static final long ALL_RANKS = Router.NOT_ANSWERED_RANK;

    private final Router router;
    private final ReplyStreams replies;
    private final CoordinatorCounters counters;
    private final long epoch;
    private final ControlOutcome outcome = new ControlOutcome();
    private long nowNs;

    AdminRequests(final Router router, final ReplyStreams replies, final CoordinatorCounters counters,
        final long epoch) {
        this.router = router;
        this.replies = replies;
        this.counters = counters;
        this.epoch = epoch;
    }

    /** Tells the time of this duty cycle. */
    void nowNs(final long timeNs) {
        nowNs = timeNs;
    }

    @Override
    public void onRemoveRank(final int sessionId, final RemoveRankDecoder removal) {
        final int frontend = administrator(removal.frontendId(), removal.epoch(), removal.correlationId());
        if (frontend != FrontendRegistry.NONE) {
            router.removeRank(removal.rankIndex(), (int)removal.generation(), outcome);
            answer(frontend, removal.correlationId());
        }
    }

    @Override
    public void onInvalidate(final int sessionId, final InvalidateDecoder invalidation) {
        final int frontend = administrator(invalidation.frontendId(), invalidation.epoch(),
            invalidation.correlationId());
        if (frontend == FrontendRegistry.NONE) {
            return;
        }
        if (invalidation.rankIndex() == ALL_RANKS) {
            router.invalidateAll(outcome);
        } else {
            router.invalidate(invalidation.rankIndex(), (int)invalidation.generation(), outcome);
        }
        answer(frontend, invalidation.correlationId());
    }

    @Override
    public void onControlSignal(final int sessionId, final ControlSignalDecoder signal) {
        final int frontend = administrator(signal.frontendId(), signal.epoch(), signal.correlationId());
        if (frontend != FrontendRegistry.NONE) {
            outcome.refuse(RejectCode.UNSUPPORTED, signal.kind().value(), 0,
                "kind " + signal.kind() + ": this coordinator carries no control signals");
            answer(frontend, signal.correlationId());
        }
    }

    @Override
    public void onChangePolicy(final int sessionId, final ChangePolicyDecoder change) {
        final int frontend = administrator(change.frontendId(), change.epoch(), change.correlationId());
        if (frontend == FrontendRegistry.NONE) {
            return;
        }
        final int version = router.policy().version();
        router.changePolicy(Signal.of(change.signal()), Cost.of(change.cost()),
            new CostWeights(change.loadBeta(), change.routingAlpha()), outcome);
        if (router.policy().version() != version) {
            replies.policyChanged();
        }
        answer(frontend, change.correlationId());
    }

    @Override
    public void onRefused(final int sessionId, final RejectCode code, final long correlationId, final long value,
        final long allowed) {
        counters.refused(code);
    }

    private void answer(final int frontend, final long correlationId) {
        if (outcome.accepted()) {
            replies.adminAccepted(frontend, correlationId, nowNs);
        } else {
            counters.refused(outcome.code());
            replies.adminRefused(frontend, correlationId, outcome, nowNs);
        }
    }

    private int administrator(final long frontendId, final long messageEpoch, final long correlationId) {
        final int frontend = router.frontends().indexOf(frontendId);
        if (frontend == FrontendRegistry.NONE) {
            counters.increment(HostCounter.UNKNOWN_FRONTENDS);
            return FrontendRegistry.NONE;
        }
        if (messageEpoch != epoch) {
            counters.increment(HostCounter.OTHER_EPOCH);
            return FrontendRegistry.NONE;
        }
        if (!router.frontends().isAdministrator(frontend)) {
            outcome.refuse(RejectCode.NOT_ADMINISTRATOR, 0, 1, "administrator 0: the Connect has to ask for the role");
            answer(frontend, correlationId);
            return FrontendRegistry.NONE;
        }
        return frontend;
    }
}
