/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import io.pointsman.codecs.ControlKind;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteReason;
import io.pointsman.transport.PolicyDescription;
import io.pointsman.transport.RankDescription;

/**
 * Is told what the coordinator says. Called by the thread that polls the {@link RouteClient}, from within its poll or
 * await; it may send through the client, but not poll, await or close it. What it throws goes to Aeron's error handler,
 * and the message counts as taken.
 */
public interface RouteListener {
    /**
     * A rank was chosen; its load counts until the request is finished, aborted or retried.
     *
     * @param correlationId of the request.
     * @param requestId     the coordinator's own, for logs.
     * @param rankIndex     of the rank.
     * @param generation    of the rank.
     * @param matchedBlocks leading blocks expected in its cache.
     * @param reason        why.
     */
    void onDecision(long correlationId, long requestId, int rankIndex, int generation, int matchedBlocks,
        RouteReason reason);

    /**
     * No rank was chosen; the request is over as far as the coordinator is concerned.
     *
     * @param correlationId of the request.
     * @param code          why.
     * @param value         what was met.
     * @param allowed       what is allowed.
     */
    void onReject(long correlationId, RejectCode code, long value, long allowed);

    /**
     * A model's ranks have room again after a SATURATED.
     *
     * @param modelId of the model.
     */
    default void onCapacity(final int modelId) {
        // Of no interest to those who do not queue.
    }

    /**
     * A rank is as told.
     *
     * @param correlationId of the registration that this answers; 0 otherwise.
     * @param rank          the client's own entry, to be read only, valid until the rank's next update.
     */
    default void onRank(final long correlationId, final RankDescription rank) {
        // The client's table of ranks has it.
    }

    /**
     * A registration was refused.
     *
     * @param correlationId of the registration.
     * @param code          why.
     * @param value         what was met.
     * @param allowed       what is allowed.
     * @param text          says it in words.
     */
    default void onRegistrationRefused(final long correlationId, final RejectCode code, final long value,
        final long allowed, final String text) {
        // Of no interest to those who register nothing.
    }

    /**
     * The policy is as told.
     *
     * @param policy the client's own, to be read only.
     */
    default void onPolicy(final PolicyDescription policy) {
        // The client has it.
    }

    /**
     * A control signal for the engines, to be acknowledged when carried out.
     *
     * @param controlId of the signal.
     * @param kind      of signal.
     * @param argument  of the signal.
     */
    default void onControl(final long controlId, final ControlKind kind, final long argument) {
        // Of no interest to those who hold no engines.
    }

    /**
     * An administrator's message was answered.
     *
     * @param correlationId of the message.
     * @param code          why it was refused; {@link RejectCode#NULL_VAL}: it was accepted.
     * @param value         what was met.
     * @param allowed       what is allowed.
     * @param text          of a refusal.
     */
    default void onAdminReply(final long correlationId, final RejectCode code, final long value, final long allowed,
        final String text) {
        // Of no interest to those who are no administrators.
    }

    /**
     * The client is connected: now ranks are to be registered, also those that were before.
     *
     * @param epoch of the coordinator; another than before is another life, in which models, ranks and generations are
     *              numbered anew.
     */
    default void onConnected(final long epoch) {
        // Of no interest to those who register nothing.
    }

    /** The client is no longer connected; it asks to be, as long as it is polled. */
    default void onDisconnected() {
        // Calls return NOT_CONNECTED.
    }

    /**
     * The coordinator refused the connection; the client goes on asking.
     *
     * @param code    why.
     * @param value   what was met.
     * @param allowed what is allowed.
     * @param text    says it in words.
     */
    default void onConnectRefused(final RejectCode code, final long value, final long allowed, final String text) {
        // Connect's caller gets an exception.
    }
}
