/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static io.pointsman.transport.MessageLimits.HEADER_LENGTH;

import io.aeron.ExclusivePublication;
import io.pointsman.codecs.AdminReplyEncoder;
import io.pointsman.codecs.BooleanType;
import io.pointsman.codecs.CapacityNoticeEncoder;
import io.pointsman.codecs.ConnectAckEncoder;
import io.pointsman.codecs.ConnectRefusedEncoder;
import io.pointsman.codecs.ControlBroadcastEncoder;
import io.pointsman.codecs.ControlKind;
import io.pointsman.codecs.MessageHeaderEncoder;
import io.pointsman.codecs.PolicyUpdateEncoder;
import io.pointsman.codecs.RankUpdateEncoder;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RequestRefusedEncoder;
import io.pointsman.codecs.RouteDecisionEncoder;
import io.pointsman.codecs.RouteReason;
import io.pointsman.codecs.RouteRejectEncoder;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Says what the coordinator has to say to frontends. One serves all of them: each call names the publication.
 * <p>
 * A sending method returns the stream's new position, or Aeron's reason why nothing was sent
 * ({@link io.aeron.Publication#BACK_PRESSURED} and so on, negative). An {@code encode} method writes the same message
 * into a buffer and returns its length in bytes, for those who keep messages back; {@link #send} sends such bytes.
 * <p>
 * Called by the coordinator's thread. Decisions, rejects and notices allocate nothing; messages with texts do. Texts
 * longer than {@link MessageLimits#MAX_TEXT_LENGTH} bytes are cut.
 */
public final class ReplyProxy {
    /** Length in bytes of an encoded RouteDecision. */
    public static final int ROUTE_DECISION_LENGTH = HEADER_LENGTH + RouteDecisionEncoder.BLOCK_LENGTH;

    /** Length in bytes of an encoded RouteReject. */
    public static final int ROUTE_REJECT_LENGTH = HEADER_LENGTH + RouteRejectEncoder.BLOCK_LENGTH;

    private final long epoch;
    private final MessageClaim claim = new MessageClaim(MessageLimits.MAX_MESSAGE_LENGTH);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final ConnectAckEncoder connectAck = new ConnectAckEncoder();
    private final RouteDecisionEncoder routeDecision = new RouteDecisionEncoder();
    private final RouteRejectEncoder routeReject = new RouteRejectEncoder();
    private final CapacityNoticeEncoder capacityNotice = new CapacityNoticeEncoder();
    private final RankUpdateEncoder rankUpdate = new RankUpdateEncoder();
    private final PolicyUpdateEncoder policyUpdate = new PolicyUpdateEncoder();
    private final ControlBroadcastEncoder controlBroadcast = new ControlBroadcastEncoder();
    private final ConnectRefusedEncoder connectRefused = new ConnectRefusedEncoder();
    private final RequestRefusedEncoder requestRefused = new RequestRefusedEncoder();
    private final AdminReplyEncoder adminReply = new AdminReplyEncoder();

    /**
     * A proxy for one life of the coordinator.
     *
     * @param epoch that every message carries.
     */
    public ReplyProxy(final long epoch) {
        this.epoch = epoch;
    }

    /**
     * The epoch.
     *
     * @return that every message carries.
     */
    public long epoch() {
        return epoch;
    }

    /**
     * Sends a message that was encoded before.
     *
     * @param publication to send on.
     * @param buffer      that holds it.
     * @param offset      of its first byte.
     * @param length      in bytes.
     * @return the new position, or Aeron's reason.
     */
    public long send(
        final ExclusivePublication publication, final DirectBuffer buffer, final int offset, final int length) {
        return publication.offer(buffer, offset, length);
    }

    /**
     * Sends a RouteDecision.
     *
     * @param publication   to send on.
     * @param correlationId of the request.
     * @param requestId     the coordinator's own.
     * @param rankIndex     chosen.
     * @param generation    of the rank.
     * @param matchedBlocks leading blocks expected in its cache.
     * @param reason        why.
     * @return the new position, or Aeron's reason.
     */
    public long routeDecision(final ExclusivePublication publication, final long correlationId, final long requestId,
        final int rankIndex, final int generation, final int matchedBlocks, final RouteReason reason) {
        final long position = claim.begin(publication, ROUTE_DECISION_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeRouteDecision(claim.buffer(), claim.offset(), correlationId, requestId, rankIndex, generation,
            matchedBlocks, reason);
        return claim.end(publication, position);
    }

    /**
     * Encodes a RouteDecision.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of the request.
     * @param requestId     the coordinator's own.
     * @param rankIndex     chosen.
     * @param generation    of the rank.
     * @param matchedBlocks leading blocks expected in its cache.
     * @param reason        why.
     * @return the length in bytes.
     */
    public int encodeRouteDecision(final MutableDirectBuffer buffer, final int offset, final long correlationId,
        final long requestId, final int rankIndex, final int generation, final int matchedBlocks,
        final RouteReason reason) {
        routeDecision.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .correlationId(correlationId)
            .requestId(requestId)
            .rankIndex(rankIndex)
            .generation(generation)
            .matchedBlocks(matchedBlocks)
            .reason(reason);
        return ROUTE_DECISION_LENGTH;
    }

    /**
     * Sends a RouteReject.
     *
     * @param publication   to send on.
     * @param correlationId of the request; 0 when it did not tell.
     * @param code          why.
     * @param value         what was met.
     * @param allowed       what is allowed.
     * @return the new position, or Aeron's reason.
     */
    public long routeReject(final ExclusivePublication publication, final long correlationId, final RejectCode code,
        final long value, final long allowed) {
        final long position = claim.begin(publication, ROUTE_REJECT_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeRouteReject(claim.buffer(), claim.offset(), correlationId, code, value, allowed);
        return claim.end(publication, position);
    }

    /**
     * Encodes a RouteReject.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of the request; 0 when it did not tell.
     * @param code          why.
     * @param value         what was met.
     * @param allowed       what is allowed.
     * @return the length in bytes.
     */
    public int encodeRouteReject(final MutableDirectBuffer buffer, final int offset, final long correlationId,
        final RejectCode code, final long value, final long allowed) {
        routeReject.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .correlationId(correlationId)
            .value(value)
            .allowed(allowed)
            .code(code);
        return ROUTE_REJECT_LENGTH;
    }

    /**
     * Sends a CapacityNotice.
     *
     * @param publication to send on.
     * @param modelId     of the model with room again.
     * @return the new position, or Aeron's reason.
     */
    public long capacityNotice(final ExclusivePublication publication, final int modelId) {
        final long position = claim.begin(publication, HEADER_LENGTH + CapacityNoticeEncoder.BLOCK_LENGTH);
        if (position <= 0) {
            return position;
        }
        encodeCapacityNotice(claim.buffer(), claim.offset(), modelId);
        return claim.end(publication, position);
    }

    /**
     * Encodes a CapacityNotice.
     *
     * @param buffer  to write into.
     * @param offset  of the first byte.
     * @param modelId of the model with room again.
     * @return the length in bytes.
     */
    public int encodeCapacityNotice(final MutableDirectBuffer buffer, final int offset, final int modelId) {
        capacityNotice.wrapAndApplyHeader(buffer, offset, header).epoch(epoch).modelId(modelId);
        return HEADER_LENGTH + CapacityNoticeEncoder.BLOCK_LENGTH;
    }

    /**
     * Sends a ConnectAck.
     *
     * @param publication   to send on.
     * @param frontendId    of the frontend.
     * @param frontendIndex the coordinator's number for it.
     * @param policy        in force.
     * @param models        known, at most {@link MessageLimits#MAX_MODELS}.
     * @return the new position, or Aeron's reason.
     */
    public long connectAck(final ExclusivePublication publication, final long frontendId, final int frontendIndex,
        final PolicyDescription policy, final List<ModelDescription> models) {
        return claim.offer(
            publication, encodeConnectAck(claim.scratch(), 0, frontendId, frontendIndex, policy, models));
    }

    /**
     * Encodes a ConnectAck.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param frontendId    of the frontend.
     * @param frontendIndex the coordinator's number for it.
     * @param policy        in force.
     * @param models        known, at most {@link MessageLimits#MAX_MODELS}.
     * @return the length in bytes.
     */
    public int encodeConnectAck(final MutableDirectBuffer buffer, final int offset, final long frontendId,
        final int frontendIndex, final PolicyDescription policy, final List<ModelDescription> models) {
        connectAck.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .frontendIndex(frontendIndex)
            .policyVersion(policy.policyVersion())
            .maxBlocks(policy.maxBlocks())
            .signal(policy.signal())
            .cost(policy.cost())
            .hashesWanted(policy.hashesWanted());
        final int modelCount = Math.min(models.size(), MessageLimits.MAX_MODELS);
        final ConnectAckEncoder.ModelsEncoder group = connectAck.modelsCount(modelCount);
        for (int i = 0; i < modelCount; i++) {
            final ModelDescription model = models.get(i);
            final byte[] name = MessageClaim.text(model.name());
            group.next()
                .modelId(model.modelId())
                .blockSize(model.blockSize())
                .hashScheme(model.hashScheme())
                .putName(name, 0, name.length);
        }
        return HEADER_LENGTH + connectAck.encodedLength();
    }

    /**
     * Sends a RankUpdate.
     *
     * @param publication   to send on.
     * @param correlationId of the registration it answers; 0 otherwise.
     * @param rank          as it is now.
     * @return the new position, or Aeron's reason.
     */
    public long rankUpdate(
        final ExclusivePublication publication, final long correlationId, final RankDescription rank) {
        return claim.offer(publication, encodeRankUpdate(claim.scratch(), 0, correlationId, rank));
    }

    /**
     * Encodes a RankUpdate.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of the registration it answers; 0 otherwise.
     * @param rank          as it is now.
     * @return the length in bytes.
     */
    public int encodeRankUpdate(
        final MutableDirectBuffer buffer, final int offset, final long correlationId, final RankDescription rank) {
        final byte[] name = MessageClaim.text(rank.name());
        final byte[] modelName = MessageClaim.text(rank.modelName());
        rankUpdate.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .correlationId(correlationId)
            .instanceId(rank.instanceId())
            .rankIndex(rank.rankIndex())
            .generation(rank.generation())
            .dataParallelRank(rank.dataParallelRank())
            .maxRequests(rank.maxRequests())
            .modelId(rank.modelId())
            .blockSize(rank.blockSize())
            .hashScheme(rank.hashScheme())
            .state(rank.state())
            .putName(name, 0, name.length)
            .putModelName(modelName, 0, modelName.length);
        return HEADER_LENGTH + rankUpdate.encodedLength();
    }

    /**
     * Sends a PolicyUpdate.
     *
     * @param publication to send on.
     * @param policy      in force from now on.
     * @return the new position, or Aeron's reason.
     */
    public long policyUpdate(final ExclusivePublication publication, final PolicyDescription policy) {
        return claim.offer(publication, encodePolicyUpdate(claim.scratch(), 0, policy));
    }

    /**
     * Encodes a PolicyUpdate.
     *
     * @param buffer to write into.
     * @param offset of the first byte.
     * @param policy in force from now on.
     * @return the length in bytes.
     */
    public int encodePolicyUpdate(
        final MutableDirectBuffer buffer, final int offset, final PolicyDescription policy) {
        policyUpdate.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .policyVersion(policy.policyVersion())
            .signal(policy.signal())
            .cost(policy.cost())
            .hashesWanted(policy.hashesWanted());
        return HEADER_LENGTH + policyUpdate.encodedLength();
    }

    /**
     * Sends a ControlBroadcast.
     *
     * @param publication to send on.
     * @param controlId   rising.
     * @param kind        of signal.
     * @param argument    of the signal.
     * @return the new position, or Aeron's reason.
     */
    public long controlBroadcast(final ExclusivePublication publication, final long controlId, final ControlKind kind,
        final long argument) {
        return claim.offer(publication, encodeControlBroadcast(claim.scratch(), 0, controlId, kind, argument));
    }

    /**
     * Encodes a ControlBroadcast.
     *
     * @param buffer    to write into.
     * @param offset    of the first byte.
     * @param controlId rising.
     * @param kind      of signal.
     * @param argument  of the signal.
     * @return the length in bytes.
     */
    public int encodeControlBroadcast(final MutableDirectBuffer buffer, final int offset, final long controlId,
        final ControlKind kind, final long argument) {
        controlBroadcast.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .controlId(controlId)
            .argument(argument)
            .kind(kind);
        return HEADER_LENGTH + controlBroadcast.encodedLength();
    }

    /**
     * Sends a ConnectRefused.
     *
     * @param publication to send on.
     * @param frontendId  of the frontend.
     * @param code        why.
     * @param value       what was met.
     * @param allowed     what is allowed.
     * @param text        says the same in words.
     * @return the new position, or Aeron's reason.
     */
    public long connectRefused(final ExclusivePublication publication, final long frontendId, final RejectCode code,
        final long value, final long allowed, final String text) {
        return claim.offer(
            publication, encodeConnectRefused(claim.scratch(), 0, frontendId, code, value, allowed, text));
    }

    /**
     * Encodes a ConnectRefused.
     *
     * @param buffer     to write into.
     * @param offset     of the first byte.
     * @param frontendId of the frontend.
     * @param code       why.
     * @param value      what was met.
     * @param allowed    what is allowed.
     * @param text       says the same in words.
     * @return the length in bytes.
     */
    public int encodeConnectRefused(final MutableDirectBuffer buffer, final int offset, final long frontendId,
        final RejectCode code, final long value, final long allowed, final String text) {
        final byte[] bytes = MessageClaim.text(text);
        connectRefused.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .frontendId(frontendId)
            .value(value)
            .allowed(allowed)
            .code(code)
            .putText(bytes, 0, bytes.length);
        return HEADER_LENGTH + connectRefused.encodedLength();
    }

    /**
     * Sends a RequestRefused.
     *
     * @param publication   to send on.
     * @param correlationId of the RegisterRank.
     * @param code          why.
     * @param value         what was met.
     * @param allowed       what is allowed.
     * @param text          names the field, the value and what is allowed.
     * @return the new position, or Aeron's reason.
     */
    public long requestRefused(final ExclusivePublication publication, final long correlationId, final RejectCode code,
        final long value, final long allowed, final String text) {
        return claim.offer(
            publication, encodeRequestRefused(claim.scratch(), 0, correlationId, code, value, allowed, text));
    }

    /**
     * Encodes a RequestRefused.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of the RegisterRank.
     * @param code          why.
     * @param value         what was met.
     * @param allowed       what is allowed.
     * @param text          names the field, the value and what is allowed.
     * @return the length in bytes.
     */
    public int encodeRequestRefused(final MutableDirectBuffer buffer, final int offset, final long correlationId,
        final RejectCode code, final long value, final long allowed, final String text) {
        final byte[] bytes = MessageClaim.text(text);
        requestRefused.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .correlationId(correlationId)
            .value(value)
            .allowed(allowed)
            .code(code)
            .putText(bytes, 0, bytes.length);
        return HEADER_LENGTH + requestRefused.encodedLength();
    }

    /**
     * Sends an AdminReply.
     *
     * @param publication   to send on.
     * @param correlationId of the administrator's message.
     * @param code          why it was refused; {@link RejectCode#NULL_VAL}: it was accepted.
     * @param value         what was met.
     * @param allowed       what is allowed.
     * @param text          of a refusal: names the field, the value and what is allowed.
     * @return the new position, or Aeron's reason.
     */
    public long adminReply(final ExclusivePublication publication, final long correlationId, final RejectCode code,
        final long value, final long allowed, final String text) {
        return claim.offer(
            publication, encodeAdminReply(claim.scratch(), 0, correlationId, code, value, allowed, text));
    }

    /**
     * Encodes an AdminReply.
     *
     * @param buffer        to write into.
     * @param offset        of the first byte.
     * @param correlationId of the administrator's message.
     * @param code          why it was refused; {@link RejectCode#NULL_VAL}: it was accepted.
     * @param value         what was met.
     * @param allowed       what is allowed.
     * @param text          of a refusal: names the field, the value and what is allowed.
     * @return the length in bytes.
     */
    public int encodeAdminReply(final MutableDirectBuffer buffer, final int offset, final long correlationId,
        final RejectCode code, final long value, final long allowed, final String text) {
        final byte[] bytes = MessageClaim.text(text);
        adminReply.wrapAndApplyHeader(buffer, offset, header)
            .epoch(epoch)
            .correlationId(correlationId)
            .value(value)
            .allowed(allowed)
            .accepted(code == RejectCode.NULL_VAL ? BooleanType.TRUE : BooleanType.FALSE)
            .code(code)
            .putText(bytes, 0, bytes.length);
        return HEADER_LENGTH + adminReply.encodedLength();
    }
}
