/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import io.pointsman.codecs.ChangePolicyDecoder;
import io.pointsman.codecs.ControlSignalDecoder;
import io.pointsman.codecs.InvalidateDecoder;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RemoveRankDecoder;

/**
 * Takes what administrators say, checked by {@link AdminAdapter}. Decoders are valid during the call only. Called by
 * the thread that polls.
 */
public interface AdminListener {
    /**
     * A rank is to be removed.
     *
     * @param sessionId  of the image it came from.
     * @param removeRank the message.
     */
    void onRemoveRank(int sessionId, RemoveRankDecoder removeRank);

    /**
     * What a rank, or all ranks, hold is worthless.
     *
     * @param sessionId  of the image it came from.
     * @param invalidate the message; rankIndex {@link MessageLimits#NO_RANK_INDEX} means all.
     */
    void onInvalidate(int sessionId, InvalidateDecoder invalidate);

    /**
     * A control signal for every engine.
     *
     * @param sessionId     of the image it came from.
     * @param controlSignal the message.
     */
    void onControlSignal(int sessionId, ControlSignalDecoder controlSignal);

    /**
     * Another policy from now on.
     *
     * @param sessionId    of the image it came from.
     * @param changePolicy the message.
     */
    void onChangePolicy(int sessionId, ChangePolicyDecoder changePolicy);

    /**
     * A message was refused by the checks, see {@link IngressListener#onRefused}.
     *
     * @param sessionId     of the image it came from.
     * @param code          why.
     * @param correlationId of a message whose block is whole; 0 otherwise.
     * @param value         what was met.
     * @param allowed       what is allowed.
     */
    void onRefused(int sessionId, RejectCode code, long correlationId, long value, long allowed);
}
