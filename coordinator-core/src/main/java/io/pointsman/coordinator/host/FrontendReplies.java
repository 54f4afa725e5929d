/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.exceptions.RegistrationException;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;

/**
 * What the coordinator has to say to one frontend: its reply publication, which is added without waiting, the replies
 * that the publication has not taken yet, and marks for what is to be told as it is by then (ranks, room, policy), so
 * that a frontend that does not read for a while costs a fixed amount of memory and misses no change.
 * <p>
 * Used by the agent's thread only.
 */
final class FrontendReplies {
    private static final long NOT_ADDED = Aeron.NULL_VALUE;

    private final ReplyQueue queue;
    private final DirtyBits ranks;
    private final DirtyBits roomyModels;
    private boolean policyChanged;
    private long registrationId = NOT_ADDED;
    private ExclusivePublication publication;
    private String channel = "";
    private int streamId;

    FrontendReplies(final int maxRanks, final int maxModels, final int queueLength) {
        queue = new ReplyQueue(queueLength);
        ranks = new DirtyBits(maxRanks);
        roomyModels = new DirtyBits(maxModels);
    }

    /** Begins to add the publication. */
    void open(final Aeron aeron, final String replyChannel, final int replyStreamId) {
        channel = replyChannel;
        streamId = replyStreamId;
        registrationId = aeron.asyncAddExclusivePublication(replyChannel, replyStreamId);
    }

    /** Lets go of everything, so that another frontend can take the place. */
    void close(final Aeron aeron) {
        if (publication != null) {
            CloseHelper.close(publication);
        } else if (registrationId != NOT_ADDED) {
            aeron.asyncRemovePublication(registrationId);
        }
        publication = null;
        registrationId = NOT_ADDED;
        channel = "";
        queue.clear();
        ranks.clear();
        roomyModels.clear();
        policyChanged = false;
    }

    boolean isOpen() {
        return registrationId != NOT_ADDED;
    }

    boolean isAt(final String replyChannel, final int replyStreamId) {
        return isOpen() && streamId == replyStreamId && channel.equals(replyChannel);
    }

    /**
     * Takes the publication once the driver has made it.
     *
     * @return work done.
     * @throws RegistrationException when the driver cannot open the channel.
     */
    int pollPublication(final Aeron aeron) {
        if (publication != null || registrationId == NOT_ADDED) {
            return 0;
        }
        publication = aeron.getExclusivePublication(registrationId);
        return publication == null ? 0 : 1;
    }

    /** The publication if a reply may go out on it now, ahead of none that waits; else null. */
    ExclusivePublication ready() {
        return queue.isEmpty() ? publication : null;
    }

    /** Whether nothing waits to be sent, and the publication is there. */
    boolean isQuiet() {
        return publication != null && queue.isEmpty() && !policyChanged && ranks.first() < 0 &&
            roomyModels.first() < 0;
    }

    boolean keep(final DirectBuffer message, final int offset, final int length, final long deadlineNs,
        final long requestId) {
        return isOpen() && queue.offer(message, offset, length, deadlineNs, requestId);
    }

    /**
     * Sends the oldest reply that waits.
     *
     * @return Aeron's position or reason; {@link Publication#NOT_CONNECTED} while there is no publication.
     */
    long sendOldest() {
        return publication == null ? Publication.NOT_CONNECTED :
            publication.offer(queue.buffer(), queue.offset(), queue.length());
    }

    ReplyQueue queue() {
        return queue;
    }

    DirtyBits ranks() {
        return ranks;
    }

    DirtyBits roomyModels() {
        return roomyModels;
    }

    boolean policyChanged() {
        return policyChanged;
    }

    void policyChanged(final boolean changed) {
        policyChanged = changed;
    }
}
