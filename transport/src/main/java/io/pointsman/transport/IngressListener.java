/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import io.pointsman.codecs.AbortedDecoder;
import io.pointsman.codecs.CloseDecoder;
import io.pointsman.codecs.ConnectDecoder;
import io.pointsman.codecs.ControlAcknowledgementDecoder;
import io.pointsman.codecs.FinishedDecoder;
import io.pointsman.codecs.FirstTokenDecoder;
import io.pointsman.codecs.InFlightReportDecoder;
import io.pointsman.codecs.RankHealthDecoder;
import io.pointsman.codecs.ReassignedDecoder;
import io.pointsman.codecs.RegisterRankDecoder;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteRequestDecoder;
import org.agrona.DirectBuffer;

/**
 * Takes what frontends say. Each message has passed the checks of {@link IngressAdapter}; its decoder is wrapped and,
 * like the buffer, valid during the call only. Texts are at most {@link MessageLimits#MAX_TEXT_LENGTH} bytes, and
 * enumerated fields hold known values. Called by the thread that polls.
 */
public interface IngressListener {
    /**
     * A frontend connects, or asks again.
     *
     * @param sessionId of the image it came from.
     * @param connect   the message, at its block; replyChannel comes before url.
     */
    void onConnect(int sessionId, ConnectDecoder connect);

    /**
     * A rank is asked for. The vector and the list are read in place; see the class comment.
     *
     * @param sessionId      of the image it came from.
     * @param request        the message's block; its groups are not to be read through it.
     * @param buffer         that holds the vector and the list.
     * @param hashesOffset   of the first block hash, each a little-endian int64.
     * @param hashCount      of block hashes, from 0 to {@link MessageLimits#MAX_BLOCKS} and somewhat beyond.
     * @param excludedOffset of the first excluded rank: index and generation, each a little-endian uint32.
     * @param excludedCount  of excluded ranks; bounded by the message's length only.
     */
    void onRouteRequest(int sessionId, RouteRequestDecoder request, DirectBuffer buffer, int hashesOffset,
        int hashCount, int excludedOffset, int excludedCount);

    /**
     * A frontend chose by itself.
     *
     * @param sessionId  of the image it came from.
     * @param reassigned the message.
     */
    void onReassigned(int sessionId, ReassignedDecoder reassigned);

    /**
     * An answer has begun.
     *
     * @param sessionId  of the image it came from.
     * @param firstToken the message.
     */
    void onFirstToken(int sessionId, FirstTokenDecoder firstToken);

    /**
     * An answer is complete.
     *
     * @param sessionId of the image it came from.
     * @param finished  the message.
     */
    void onFinished(int sessionId, FinishedDecoder finished);

    /**
     * A request was given up.
     *
     * @param sessionId of the image it came from.
     * @param aborted   the message.
     */
    void onAborted(int sessionId, AbortedDecoder aborted);

    /**
     * A part of what a frontend has in flight. Each entry is a correlation id (int64), a rank index and a generation
     * (uint32 each), little-endian, {@link MessageLimits#REPORT_ENTRY_LENGTH} bytes together.
     *
     * @param sessionId     of the image it came from.
     * @param report        the message's block; its group is not to be read through it.
     * @param buffer        that holds the entries.
     * @param entriesOffset of the first entry.
     * @param entryCount    of entries in this part.
     */
    void onInFlightReport(
        int sessionId, InFlightReportDecoder report, DirectBuffer buffer, int entriesOffset, int entryCount);

    /**
     * A rank is registered.
     *
     * @param sessionId    of the image it came from.
     * @param registerRank the message, at its block; name comes before modelName.
     */
    void onRegisterRank(int sessionId, RegisterRankDecoder registerRank);

    /**
     * A frontend judges a rank.
     *
     * @param sessionId  of the image it came from.
     * @param rankHealth the message.
     */
    void onRankHealth(int sessionId, RankHealthDecoder rankHealth);

    /**
     * A control signal was carried out.
     *
     * @param sessionId       of the image it came from.
     * @param acknowledgement the message.
     */
    void onControlAcknowledgement(int sessionId, ControlAcknowledgementDecoder acknowledgement);

    /**
     * A frontend leaves.
     *
     * @param sessionId of the image it came from.
     * @param close     the message.
     */
    void onClose(int sessionId, CloseDecoder close);

    /**
     * A message was refused by the checks: MALFORMED, WRONG_SCHEMA, WRONG_VERSION, WRONG_TEMPLATE, BAD_FIELD (an
     * enumerated field or a text's length), TOO_MANY_BLOCKS or TOO_MANY_EXCLUDED (longer than any message), or
     * TOO_MANY_FRONTENDS (more of them send fragments than there are buffers).
     *
     * @param sessionId     of the image it came from.
     * @param code          why.
     * @param correlationId of a RouteRequest whose block is whole; 0 otherwise.
     * @param value         what was met, as the code's description says.
     * @param allowed       what is allowed.
     */
    void onRefused(int sessionId, RejectCode code, long correlationId, long value, long allowed);
}
