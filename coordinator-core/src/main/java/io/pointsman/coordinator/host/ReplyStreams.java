/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.exceptions.RegistrationException;
import io.pointsman.codecs.RejectCode;
import io.pointsman.coordinator.control.ControlOutcome;
import io.pointsman.coordinator.rank.Rank;
import io.pointsman.coordinator.router.CapacityNotice;
import io.pointsman.coordinator.router.RouteOutcome;
import io.pointsman.coordinator.router.Router;
import io.pointsman.transport.ReplyProxy;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;

/**
 * Everything that goes out: to each frontend on a publication of its own, at once where its stream takes it, else kept
 * in order within a bound of time and memory. A decision that cannot be delivered within it gives its reservation
 * back. A frontend that does not read delays no other.
 * <p>
 * Used by the agent's thread only.
 */
final class ReplyStreams {
    private final Aeron aeron;
    private final Router router;
    private final ReplyProxy proxy;
    private final ReplyDescriptions descriptions;
    private final CoordinatorCounters counters;
    private final ErrorHandler errorHandler;
    private final long replyTimeoutNs;
    private final FrontendReplies[] frontends;
    private final UnsafeBuffer scratch = new UnsafeBuffer(ByteBuffer.allocateDirect(256 * 1024));
    private final CapacityNotice notice = new CapacityNotice();
    /** The open frontends for which something may wait; the others cost a cycle nothing. */
    private final DirtyBits busy;

    ReplyStreams(final Settings settings, final Aeron aeron, final Router router, final long epoch,
        final CoordinatorCounters counters, final ErrorHandler errorHandler) {
        this.aeron = aeron;
        this.router = router;
        this.counters = counters;
        this.errorHandler = errorHandler;
        proxy = new ReplyProxy(epoch);
        descriptions = new ReplyDescriptions(router, settings.routerConfiguration().maxBlocks());
        replyTimeoutNs = settings.whole(HostOption.REPLY_TIMEOUT_MS) * 1_000_000;
        frontends = new FrontendReplies[router.frontends().maxFrontends()];
        busy = new DirtyBits(frontends.length);
        for (int i = 0; i < frontends.length; i++) {
            frontends[i] = new FrontendReplies(settings.routerConfiguration().maxRanks(),
                settings.routerConfiguration().maxModels(), settings.integer(HostOption.REPLY_QUEUE_LENGTH));
        }
    }

    /**
     * Opens a frontend's reply stream, on which it will first be told of all ranks, or keeps it where it is open
     * already.
     *
     * @return false when another frontend has that very stream.
     */
    boolean open(final int frontendIndex, final String channel, final int streamId) {
        for (int i = 0; i < frontends.length; i++) {
            if (i != frontendIndex && frontends[i].isAt(channel, streamId)) {
                return false;
            }
        }
        final FrontendReplies replies = frontends[frontendIndex];
        if (!replies.isAt(channel, streamId)) {
            close(frontendIndex);
            replies.open(aeron, channel, streamId);
            busy.set(frontendIndex);
            for (int i = 0; i < router.ranks().rankCount(); i++) {
                replies.ranks().set(i);
            }
        }
        return true;
    }

    void close(final int frontendIndex) {
        if (frontends[frontendIndex].isOpen()) {
            frontends[frontendIndex].close(aeron);
            busy.unset(frontendIndex);
        }
    }

    void connected(final int frontendIndex, final long frontendId, final long nowNs) {
        final int length = proxy.encodeConnectAck(scratch, 0, frontendId, frontendIndex, descriptions.policy(),
            descriptions.models());
        send(frontendIndex, length, nowNs);
    }

    void decision(final int frontendIndex, final long correlationId, final RouteOutcome outcome, final long nowNs) {
        final FrontendReplies replies = frontends[frontendIndex];
        final ExclusivePublication publication = replies.ready();
        if (publication != null && proxy.routeDecision(publication, correlationId, outcome.requestId(),
            outcome.rankIndex(), outcome.generation(), outcome.matchedBlocks(), outcome.reason()) > 0) {
            return;
        }
        final int length = proxy.encodeRouteDecision(scratch, 0, correlationId, outcome.requestId(),
            outcome.rankIndex(), outcome.generation(), outcome.matchedBlocks(), outcome.reason());
        // A repeated answer ends nothing when it is lost: the first may have arrived.
        keep(frontendIndex, length, outcome.duplicate() ? -outcome.requestId() : outcome.requestId(), nowNs);
    }

    void reject(final int frontendIndex, final long correlationId, final RejectCode code, final long value,
        final long allowed, final long nowNs) {
        final ExclusivePublication publication = frontends[frontendIndex].ready();
        if (publication == null || proxy.routeReject(publication, correlationId, code, value, allowed) <= 0) {
            keep(frontendIndex, proxy.encodeRouteReject(scratch, 0, correlationId, code, value, allowed), 0, nowNs);
        }
    }

    void rankRegistered(final int frontendIndex, final long correlationId, final Rank rank, final long nowNs) {
        send(frontendIndex, proxy.encodeRankUpdate(scratch, 0, correlationId, descriptions.rank(rank)), nowNs);
    }

    void registrationRefused(final int frontendIndex, final long correlationId, final ControlOutcome why,
        final long nowNs) {
        send(frontendIndex, proxy.encodeRequestRefused(scratch, 0, correlationId, why.code(), why.value(),
            why.allowed(), why.text()), nowNs);
    }

    void adminAccepted(final int frontendIndex, final long correlationId, final long nowNs) {
        send(frontendIndex, proxy.encodeAdminReply(scratch, 0, correlationId, RejectCode.NULL_VAL, 0, 0, ""), nowNs);
    }

    void adminRefused(final int frontendIndex, final long correlationId, final ControlOutcome why,
        final long nowNs) {
        send(frontendIndex, proxy.encodeAdminReply(scratch, 0, correlationId, why.code(), why.value(), why.allowed(),
            why.text()), nowNs);
    }

    /** Refuses a frontend that has no place here, on a publication opened for that one message. */
    void refuseConnect(final RefusedConnects refusals, final String channel, final int streamId,
        final long frontendId, final ControlOutcome why) {
        final int length = proxy.encodeConnectRefused(scratch, 0, frontendId, why.code(), why.value(), why.allowed(),
            why.text());
        refusals.add(aeron, channel, streamId, scratch, length);
    }

    void policyChanged() {
        for (int i = 0; i < frontends.length; i++) {
            if (frontends[i].isOpen()) {
                frontends[i].policyChanged(true);
                busy.set(i);
            }
        }
    }

    /** Marks what the router has to tell, for everyone. */
    int collectChanges() {
        int work = 0;
        for (int rank = router.ranks().pollChanged(); rank >= 0; rank = router.ranks().pollChanged()) {
            for (int i = 0; i < frontends.length; i++) {
                if (frontends[i].isOpen()) {
                    frontends[i].ranks().set(rank);
                    busy.set(i);
                }
            }
            work++;
        }
        while (router.pollCapacityNotice(notice)) {
            frontends[notice.frontendIndex()].roomyModels().set(notice.modelId());
            busy.set(notice.frontendIndex());
            work++;
        }
        return work;
    }

    /** Sends what waits, as far as the streams take it. */
    int flush(final long nowNs) {
        int work = 0;
        for (int i = busy.first(); i >= 0; i = busy.next(i + 1)) {
            work += flush(i, nowNs);
            if (frontends[i].isQuiet()) {
                busy.unset(i);
            }
        }
        return work;
    }

    private int flush(final int frontendIndex, final long nowNs) {
        final FrontendReplies replies = frontends[frontendIndex];
        int work = 0;
        try {
            work += replies.pollPublication(aeron);
        } catch (final RegistrationException exception) {
            errorHandler.onError(exception);
            counters.refused(RejectCode.BAD_REPLY_CHANNEL);
            router.frontendLost(frontendIndex);
            close(frontendIndex);
            return 1;
        }
        final ReplyQueue queue = replies.queue();
        while (!queue.isEmpty()) {
            final long requestId = Math.abs(queue.requestId());
            if (requestId != 0 && !router.isReserved(requestId)) {
                counters.increment(HostCounter.DROPPED_REPLIES);
            } else if (replies.sendOldest() <= 0) {
                if (nowNs - queue.deadlineNs() < 0) {
                    return work;
                }
                giveUp(queue.requestId());
            }
            queue.remove();
            work++;
        }
        return work + tell(replies);
    }

    /** Tells the marked things as they are now; what the stream does not take stays marked. */
    private int tell(final FrontendReplies replies) {
        final ExclusivePublication publication = replies.ready();
        if (publication == null || !publication.isConnected()) {
            return 0;
        }
        int work = 0;
        for (int rank = replies.ranks().first(); rank >= 0; rank = replies.ranks().first()) {
            if (proxy.rankUpdate(publication, 0, descriptions.rank(router.ranks().rank(rank))) <= 0) {
                return work;
            }
            replies.ranks().unset(rank);
            work++;
        }
        if (replies.policyChanged() && proxy.policyUpdate(publication, descriptions.policy()) > 0) {
            replies.policyChanged(false);
            work++;
        }
        for (int model = replies.roomyModels().first(); model >= 0; model = replies.roomyModels().first()) {
            if (proxy.capacityNotice(publication, model) <= 0) {
                return work;
            }
            replies.roomyModels().unset(model);
            work++;
        }
        return work;
    }

    private void send(final int frontendIndex, final int length, final long nowNs) {
        final ExclusivePublication publication = frontends[frontendIndex].ready();
        if (publication == null || publication.offer(scratch, 0, length) <= 0) {
            keep(frontendIndex, length, 0, nowNs);
        }
    }

    private void keep(final int frontendIndex, final int length, final long requestId, final long nowNs) {
        counters.increment(HostCounter.BACK_PRESSURE);
        if (frontends[frontendIndex].keep(scratch, 0, length, nowNs + replyTimeoutNs, requestId)) {
            busy.set(frontendIndex);
        } else {
            giveUp(requestId);
        }
    }

    private void giveUp(final long requestId) {
        counters.increment(HostCounter.DROPPED_REPLIES);
        if (requestId > 0) {
            router.undeliverable(requestId);
        }
    }
}
