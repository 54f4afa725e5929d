/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static io.pointsman.transport.MessageLimits.GROUP_HEADER_LENGTH;
import static io.pointsman.transport.MessageLimits.HASH_LENGTH;
import static io.pointsman.transport.MessageLimits.HEADER_LENGTH;
import static io.pointsman.transport.MessageLimits.REPORT_ENTRY_LENGTH;
import static io.pointsman.transport.MessageLimits.VECTOR_HEADER_LENGTH;

import io.aeron.ExclusivePublication;
import io.pointsman.codecs.AbortedEncoder;
import io.pointsman.codecs.BooleanType;
import io.pointsman.codecs.CloseEncoder;
import io.pointsman.codecs.ConnectEncoder;
import io.pointsman.codecs.ControlAcknowledgementEncoder;
import io.pointsman.codecs.FinishedEncoder;
import io.pointsman.codecs.FirstTokenEncoder;
import io.pointsman.codecs.InFlightReportEncoder;
import io.pointsman.codecs.MessageHeaderEncoder;
import io.pointsman.codecs.RankHealthEncoder;
import io.pointsman.codecs.ReassignedEncoder;
import io.pointsman.codecs.RegisterRankEncoder;
import io.pointsman.codecs.RouteRequestEncoder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Says what a frontend has to say to the coordinator. A sending method returns the stream's new position, or Aeron's
 * reason why nothing was sent, negative; an {@code encode} method writes the same message into a buffer and returns its
 * length in bytes. Called by the frontend's thread. Only Connect and RegisterRank allocate.
 */
public final class FrontendProxy {
    private final long frontendId;
    private final MessageClaim claim = new MessageClaim(MessageLimits.MAX_MESSAGE_LENGTH);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final ConnectEncoder connect = new ConnectEncoder();
    private final RouteRequestEncoder routeRequest = new RouteRequestEncoder();
    private final ReassignedEncoder reassigned = new ReassignedEncoder();
    private final FirstTokenEncoder firstToken = new FirstTokenEncoder();
    private final FinishedEncoder finished = new FinishedEncoder();
    private final AbortedEncoder aborted = new AbortedEncoder();
    private final InFlightReportEncoder inFlightReport = new InFlightReportEncoder();
    private final RegisterRankEncoder registerRank = new RegisterRankEncoder();
    private final RankHealthEncoder rankHealth = new RankHealthEncoder();
    private final ControlAcknowledgementEncoder controlAcknowledgement = new ControlAcknowledgementEncoder();
    private final CloseEncoder close = new CloseEncoder();
    private long epoch;

    /**
     * A proxy of one frontend.
     *
     * @param frontendId random, not 0.
     */
    public FrontendProxy(final long frontendId) {
        this.frontendId = frontendId;
    }

    /**
     * Sets the life of the coordinator that all messages but Connect are for.
     *
     * @param value as the ConnectAck said.
     * @return this.
     */
    public FrontendProxy epoch(final long value) {
        epoch = value;
        return this;
    }

    /**
     * Sends a RouteRequest, in place if it fits one fragment.
     *
     * @param publication   to send on.
     * @param correlationId of the request, positive.
     * @param parameters    what is asked for.
     * @return the new position, or Aeron's reason.
     */
    public long routeRequest(
        final ExclusivePublication publication, final long correlationId, final RouteParameters parameters) {
        final long position = claim.begin(publication, routeRequestLength(parameters));
        if (position <= 0) {
            return position;
        }
        encodeRouteRequest(claim.buffer(), claim.offset(), correlationId, parameters);
        return claim.end(publication, position);
    }

    private static int routeRequestLength(final RouteParameters parameters) {
        return HEADER_LENGTH + RouteRequestEncoder.BLOCK_LENGTH + VECTOR_HEADER_LENGTH + GROUP_HEADER_LENGTH
            + (parameters.hashCount() + parameters.excludedCount()) * HASH_LENGTH;
    }

    /**
     * Encodes a RouteRequest.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of the request, positive.
     * @param parameters    what is asked for.
     * @return the length in bytes.
     */
    public int encodeRouteRequest(final MutableDirectBuffer buffer, final int offset, final long correlationId,
        final RouteParameters parameters) {
        routeRequest.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .correlationId(correlationId)
            .retryOf(parameters.retryOf())
            .policyVersion(parameters.policyVersion())
            .modelId(parameters.modelId())
            .promptBlocks(parameters.promptBlocks())
            .promptTokens(parameters.promptTokens())
            .flags(0)
            .reserved(0);
        final int vectorOffset = offset + HEADER_LENGTH + RouteRequestEncoder.BLOCK_LENGTH;
        MessageClaim.putVectorHeader(buffer, vectorOffset, HASH_LENGTH, parameters.hashCount());
        final int hashesOffset = vectorOffset + VECTOR_HEADER_LENGTH;
        final int hashesLength = parameters.hashCount() * HASH_LENGTH;
        buffer.putBytes(hashesOffset, parameters.hashes(), parameters.hashesOffset(), hashesLength);
        final int groupOffset = hashesOffset + hashesLength;
        MessageClaim.putGroupHeader(buffer, groupOffset, HASH_LENGTH, parameters.excludedCount());
        final int excludedLength = parameters.excludedCount() * HASH_LENGTH;
        buffer.putBytes(groupOffset + GROUP_HEADER_LENGTH, parameters.excluded(), 0, excludedLength);
        return routeRequestLength(parameters);
    }

    /**
     * Sends a part of an InFlightReport.
     *
     * @param publication   to send on.
     * @param reportId      the same in all parts of a report; positive and rising.
     * @param isLast        whether this is the last part.
     * @param entries       holds the entries as {@link IngressListener#onInFlightReport} describes them.
     * @param entriesOffset of the first entry.
     * @param entryCount    at most {@link MessageLimits#MAX_REPORT_ENTRIES}.
     * @return the new position, or Aeron's reason.
     */
    public long inFlightReport(final ExclusivePublication publication, final long reportId, final boolean isLast,
        final DirectBuffer entries, final int entriesOffset, final int entryCount) {
        final long position = claim.begin(publication, HEADER_LENGTH + InFlightReportEncoder.BLOCK_LENGTH
            + VECTOR_HEADER_LENGTH + entryCount * REPORT_ENTRY_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeInFlightReport(
            claim.buffer(), claim.offset(), reportId, isLast, entries, entriesOffset, entryCount);
        return claim.end(publication, position);
    }

    /**
     * Encodes a part of an InFlightReport.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param reportId      the same in all parts of a report; positive and rising.
     * @param isLast        whether this is the last part.
     * @param entries       holds the entries as {@link IngressListener#onInFlightReport} describes them.
     * @param entriesOffset of the first entry.
     * @param entryCount    at most {@link MessageLimits#MAX_REPORT_ENTRIES}.
     * @return the length in bytes.
     */
    public int encodeInFlightReport(final MutableDirectBuffer buffer, final int offset, final long reportId,
        final boolean isLast, final DirectBuffer entries, final int entriesOffset, final int entryCount) {
        inFlightReport.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .reportId(reportId)
            .last(isLast ? BooleanType.TRUE : BooleanType.FALSE);
        final int vectorOffset = offset + HEADER_LENGTH + InFlightReportEncoder.BLOCK_LENGTH;
        MessageClaim.putVectorHeader(buffer, vectorOffset, REPORT_ENTRY_LENGTH, entryCount);
        final int entriesLength = entryCount * REPORT_ENTRY_LENGTH;
        buffer.putBytes(vectorOffset + VECTOR_HEADER_LENGTH, entries, entriesOffset, entriesLength);
        return vectorOffset + VECTOR_HEADER_LENGTH + entriesLength - offset;
    }

    /**
     * Sends a Reassigned.
     *
     * @param publication   to send on.
     * @param correlationId of the request.
     * @param rankIndex     of the rank.
     * @param generation    of the rank.
     * @return the new position, or Aeron's reason.
     */
    public long reassigned(final ExclusivePublication publication, final long correlationId, final int rankIndex,
        final int generation) {
        final long position = claim.begin(publication, HEADER_LENGTH + ReassignedEncoder.BLOCK_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeReassigned(claim.buffer(), claim.offset(), correlationId, rankIndex, generation);
        return claim.end(publication, position);
    }

    /**
     * Encodes a Reassigned.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of the request.
     * @param rankIndex     of the rank.
     * @param generation    of the rank.
     * @return the length in bytes.
     */
    public int encodeReassigned(final MutableDirectBuffer buffer, final int offset, final long correlationId,
        final int rankIndex, final int generation) {
        reassigned.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .correlationId(correlationId)
            .rankIndex(rankIndex)
            .generation(generation);
        return HEADER_LENGTH + reassigned.encodedLength();
    }

    /**
     * Sends a FirstToken.
     *
     * @param publication   to send on.
     * @param correlationId of the request.
     * @return the new position, or Aeron's reason.
     */
    public long firstToken(final ExclusivePublication publication, final long correlationId) {
        final long position = claim.begin(publication, HEADER_LENGTH + FirstTokenEncoder.BLOCK_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeFirstToken(claim.buffer(), claim.offset(), correlationId);
        return claim.end(publication, position);
    }

    /**
     * Encodes a FirstToken.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of the request.
     * @return the length in bytes.
     */
    public int encodeFirstToken(final MutableDirectBuffer buffer, final int offset, final long correlationId) {
        firstToken.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .correlationId(correlationId);
        return HEADER_LENGTH + firstToken.encodedLength();
    }

    /**
     * Sends a Finished.
     *
     * @param publication   to send on.
     * @param correlationId of the request.
     * @param outputTokens  of the answer; 0: not known.
     * @return the new position, or Aeron's reason.
     */
    public long finished(final ExclusivePublication publication, final long correlationId, final int outputTokens) {
        final long position = claim.begin(publication, HEADER_LENGTH + FinishedEncoder.BLOCK_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeFinished(claim.buffer(), claim.offset(), correlationId, outputTokens);
        return claim.end(publication, position);
    }

    /**
     * Encodes a Finished.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of the request.
     * @param outputTokens  of the answer; 0: not known.
     * @return the length in bytes.
     */
    public int encodeFinished(final MutableDirectBuffer buffer, final int offset, final long correlationId,
        final int outputTokens) {
        finished.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .correlationId(correlationId)
            .outputTokens(outputTokens);
        return HEADER_LENGTH + finished.encodedLength();
    }

    /**
     * Sends an Aborted.
     *
     * @param publication   to send on.
     * @param correlationId of the request.
     * @return the new position, or Aeron's reason.
     */
    public long aborted(final ExclusivePublication publication, final long correlationId) {
        final long position = claim.begin(publication, HEADER_LENGTH + AbortedEncoder.BLOCK_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeAborted(claim.buffer(), claim.offset(), correlationId);
        return claim.end(publication, position);
    }

    /**
     * Encodes an Aborted.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of the request.
     * @return the length in bytes.
     */
    public int encodeAborted(final MutableDirectBuffer buffer, final int offset, final long correlationId) {
        aborted.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .correlationId(correlationId);
        return HEADER_LENGTH + aborted.encodedLength();
    }

    /**
     * Sends a RankHealth.
     *
     * @param publication to send on.
     * @param rankIndex   of the rank.
     * @param generation  of the rank.
     * @param isHealthy   the verdict.
     * @return the new position, or Aeron's reason.
     */
    public long rankHealth(final ExclusivePublication publication, final int rankIndex, final int generation,
        final boolean isHealthy) {
        final long position = claim.begin(publication, HEADER_LENGTH + RankHealthEncoder.BLOCK_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeRankHealth(claim.buffer(), claim.offset(), rankIndex, generation, isHealthy);
        return claim.end(publication, position);
    }

    /**
     * Encodes a RankHealth.
     *
     * @param buffer     to write into.
     * @param offset     of the first byte.
     * @param rankIndex  of the rank.
     * @param generation of the rank.
     * @param isHealthy  the verdict.
     * @return the length in bytes.
     */
    public int encodeRankHealth(final MutableDirectBuffer buffer, final int offset, final int rankIndex,
        final int generation, final boolean isHealthy) {
        rankHealth.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .rankIndex(rankIndex)
            .generation(generation)
            .healthy(isHealthy ? BooleanType.TRUE : BooleanType.FALSE);
        return HEADER_LENGTH + rankHealth.encodedLength();
    }

    /**
     * Sends a ControlAcknowledgement.
     *
     * @param publication to send on.
     * @param controlId   of the broadcast.
     * @return the new position, or Aeron's reason.
     */
    public long controlAcknowledgement(final ExclusivePublication publication, final long controlId) {
        final long position = claim.begin(publication, HEADER_LENGTH + ControlAcknowledgementEncoder.BLOCK_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeControlAcknowledgement(claim.buffer(), claim.offset(), controlId);
        return claim.end(publication, position);
    }

    /**
     * Encodes a ControlAcknowledgement.
     *
     * @param buffer    to write into.
     * @param offset    of the first byte.
     * @param controlId of the broadcast.
     * @return the length in bytes.
     */
    public int encodeControlAcknowledgement(final MutableDirectBuffer buffer, final int offset, final long controlId) {
        controlAcknowledgement.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .controlId(controlId);
        return HEADER_LENGTH + controlAcknowledgement.encodedLength();
    }

    /**
     * Sends a Close.
     *
     * @param publication to send on.
     * @return the new position, or Aeron's reason.
     */
    public long close(final ExclusivePublication publication) {
        final long position = claim.begin(publication, HEADER_LENGTH + CloseEncoder.BLOCK_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeClose(claim.buffer(), claim.offset());
        return claim.end(publication, position);
    }

    /**
     * Encodes a Close.
     *
     * @param buffer to write into.
     * @param offset of the first byte.
     * @return the length in bytes.
     */
    public int encodeClose(final MutableDirectBuffer buffer, final int offset) {
        close.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId);
        return HEADER_LENGTH + close.encodedLength();
    }

    /**
     * Sends a Connect.
     *
     * @param publication     to send on.
     * @param replyStreamId   the coordinator is to answer on.
     * @param isAdministrator whether the admin stream will be used.
     * @param replyChannel    the coordinator is to answer on.
     * @param url             the gateway's base URL for clients; may be empty.
     * @return the new position, or Aeron's reason.
     */
    public long connect(final ExclusivePublication publication, final int replyStreamId, final boolean isAdministrator,
        final String replyChannel, final String url) {
        return claim.offer(
            publication, encodeConnect(claim.scratch(), 0, replyStreamId, isAdministrator, replyChannel, url));
    }

    /**
     * Encodes a Connect.
     *
     * @param buffer          to write into.
     * @param offset          of the first byte.
     * @param replyStreamId   the coordinator is to answer on.
     * @param isAdministrator whether the admin stream will be used.
     * @param replyChannel    the coordinator is to answer on.
     * @param url             the gateway's base URL for clients; may be empty.
     * @return the length in bytes.
     */
    public int encodeConnect(final MutableDirectBuffer buffer, final int offset, final int replyStreamId,
        final boolean isAdministrator, final String replyChannel, final String url) {
        final byte[] channel = MessageClaim.text(replyChannel);
        final byte[] base = MessageClaim.text(url);
        connect.wrapAndApplyHeader(buffer, offset, header)
            .frontendId(frontendId)
            .replyStreamId(replyStreamId)
            .administrator(isAdministrator ? BooleanType.TRUE : BooleanType.FALSE)
            .putReplyChannel(channel, 0, channel.length)
            .putUrl(base, 0, base.length);
        return HEADER_LENGTH + connect.encodedLength();
    }

    /**
     * Sends a RegisterRank.
     *
     * @param publication   to send on.
     * @param correlationId of the request.
     * @param rank          its name, data-parallel rank, instance, model, most requests, scheme and block size count.
     * @return the new position, or Aeron's reason.
     */
    public long registerRank(final ExclusivePublication publication, final long correlationId,
        final RankDescription rank) {
        return claim.offer(publication, encodeRegisterRank(claim.scratch(), 0, correlationId, rank));
    }

    /**
     * Encodes a RegisterRank.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of the request.
     * @param rank          its name, data-parallel rank, instance, model, most requests, scheme and block size count.
     * @return the length in bytes.
     */
    public int encodeRegisterRank(final MutableDirectBuffer buffer, final int offset, final long correlationId,
        final RankDescription rank) {
        final byte[] name = MessageClaim.text(rank.name());
        final byte[] modelName = MessageClaim.text(rank.modelName());
        registerRank.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .correlationId(correlationId)
            .instanceId(rank.instanceId())
            .dataParallelRank(rank.dataParallelRank())
            .maxRequests(rank.maxRequests())
            .blockSize(rank.blockSize())
            .hashScheme(rank.hashScheme())
            .putName(name, 0, name.length)
            .putModelName(modelName, 0, modelName.length);
        return HEADER_LENGTH + registerRank.encodedLength();
    }
}
