/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static io.pointsman.transport.MessageLimits.HEADER_LENGTH;

import io.aeron.ExclusivePublication;
import io.pointsman.codecs.ChangePolicyEncoder;
import io.pointsman.codecs.ControlKind;
import io.pointsman.codecs.ControlSignalEncoder;
import io.pointsman.codecs.Cost;
import io.pointsman.codecs.InvalidateEncoder;
import io.pointsman.codecs.MessageHeaderEncoder;
import io.pointsman.codecs.RemoveRankEncoder;
import io.pointsman.codecs.Signal;
import org.agrona.MutableDirectBuffer;

/**
 * Says what an administrator has to say to the coordinator, in the manner of {@link FrontendProxy}. Called by the
 * administrator's thread; allocates nothing.
 */
public final class AdminProxy {
    private final long frontendId;
    private final MessageClaim claim = new MessageClaim(0);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final RemoveRankEncoder removeRank = new RemoveRankEncoder();
    private final InvalidateEncoder invalidate = new InvalidateEncoder();
    private final ControlSignalEncoder controlSignal = new ControlSignalEncoder();
    private final ChangePolicyEncoder changePolicy = new ChangePolicyEncoder();
    private long epoch;

    /**
     * A proxy of one administrator.
     *
     * @param frontendId of the frontend that connected as an administrator.
     */
    public AdminProxy(final long frontendId) {
        this.frontendId = frontendId;
    }

    /**
     * Sets the life of the coordinator that all messages are for.
     *
     * @param value as the ConnectAck said.
     * @return this.
     */
    public AdminProxy epoch(final long value) {
        epoch = value;
        return this;
    }

    /**
     * Sends a RemoveRank.
     *
     * @param publication   to send on.
     * @param correlationId of this message, positive.
     * @param rankIndex     of the rank.
     * @param generation    of the rank.
     * @return the new position, or Aeron's reason.
     */
    public long removeRank(final ExclusivePublication publication, final long correlationId, final int rankIndex,
        final int generation) {
        final long position = claim.begin(publication, HEADER_LENGTH + RemoveRankEncoder.BLOCK_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeRemoveRank(claim.buffer(), claim.offset(), correlationId, rankIndex, generation);
        return claim.end(publication, position);
    }

    /**
     * Encodes a RemoveRank.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of this message, positive.
     * @param rankIndex     of the rank.
     * @param generation    of the rank.
     * @return the length in bytes.
     */
    public int encodeRemoveRank(final MutableDirectBuffer buffer, final int offset, final long correlationId,
        final int rankIndex, final int generation) {
        removeRank.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .correlationId(correlationId)
            .rankIndex(rankIndex)
            .generation(generation);
        return HEADER_LENGTH + removeRank.encodedLength();
    }

    /**
     * Sends an Invalidate.
     *
     * @param publication   to send on.
     * @param correlationId of this message, positive.
     * @param rankIndex     of the rank; {@link MessageLimits#NO_RANK_INDEX}: all ranks.
     * @param generation    of the rank; 0 with all ranks.
     * @return the new position, or Aeron's reason.
     */
    public long invalidate(final ExclusivePublication publication, final long correlationId, final int rankIndex,
        final int generation) {
        final long position = claim.begin(publication, HEADER_LENGTH + InvalidateEncoder.BLOCK_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeInvalidate(claim.buffer(), claim.offset(), correlationId, rankIndex, generation);
        return claim.end(publication, position);
    }

    /**
     * Encodes an Invalidate.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of this message, positive.
     * @param rankIndex     of the rank; {@link MessageLimits#NO_RANK_INDEX}: all ranks.
     * @param generation    of the rank; 0 with all ranks.
     * @return the length in bytes.
     */
    public int encodeInvalidate(final MutableDirectBuffer buffer, final int offset, final long correlationId,
        final int rankIndex, final int generation) {
        invalidate.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .correlationId(correlationId)
            .rankIndex(rankIndex)
            .generation(generation);
        return HEADER_LENGTH + invalidate.encodedLength();
    }

    /**
     * Sends a ControlSignal.
     *
     * @param publication   to send on.
     * @param correlationId of this message, positive.
     * @param kind          of signal.
     * @param argument      of the signal.
     * @return the new position, or Aeron's reason.
     */
    public long controlSignal(final ExclusivePublication publication, final long correlationId, final ControlKind kind,
        final long argument) {
        final long position = claim.begin(publication, HEADER_LENGTH + ControlSignalEncoder.BLOCK_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeControlSignal(claim.buffer(), claim.offset(), correlationId, kind, argument);
        return claim.end(publication, position);
    }

    /**
     * Encodes a ControlSignal.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of this message, positive.
     * @param kind          of signal.
     * @param argument      of the signal.
     * @return the length in bytes.
     */
    public int encodeControlSignal(final MutableDirectBuffer buffer, final int offset, final long correlationId,
        final ControlKind kind, final long argument) {
        controlSignal.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .correlationId(correlationId)
            .argument(argument)
            .kind(kind);
        return HEADER_LENGTH + controlSignal.encodedLength();
    }

    /**
     * Sends a ChangePolicy.
     *
     * @param publication   to send on.
     * @param correlationId of this message, positive.
     * @param signal        from now on.
     * @param cost          from now on.
     * @param loadBeta      at least 0, finite.
     * @param routingAlpha  in [0,1].
     * @return the new position, or Aeron's reason.
     */
    public long changePolicy(final ExclusivePublication publication, final long correlationId, final Signal signal,
        final Cost cost, final double loadBeta, final double routingAlpha) {
        final long position = claim.begin(publication, HEADER_LENGTH + ChangePolicyEncoder.BLOCK_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeChangePolicy(claim.buffer(), claim.offset(), correlationId, signal, cost, loadBeta, routingAlpha);
        return claim.end(publication, position);
    }

    /**
     * Encodes a ChangePolicy.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of this message, positive.
     * @param signal        from now on.
     * @param cost          from now on.
     * @param loadBeta      at least 0, finite.
     * @param routingAlpha  in [0,1].
     * @return the length in bytes.
     */
    public int encodeChangePolicy(final MutableDirectBuffer buffer, final int offset, final long correlationId,
        final Signal signal, final Cost cost, final double loadBeta, final double routingAlpha) {
        changePolicy.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .correlationId(correlationId)
            .loadBeta(loadBeta)
            .routingAlpha(routingAlpha)
            .signal(signal)
            .cost(cost);
        return HEADER_LENGTH + changePolicy.encodedLength();
    }
}
