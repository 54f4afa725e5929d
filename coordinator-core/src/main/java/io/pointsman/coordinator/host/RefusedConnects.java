/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.exceptions.RegistrationException;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Tells frontends that have no place here why: a few at a time, each on a publication opened for that one message and
 * closed once it is sent or its time is over. Beyond the bound a refusal goes untold, as the frontend will ask again.
 * <p>
 * Used by the agent's thread only.
 */
final class RefusedConnects {
    private static final int MOST = 8;
    private static final long TIMEOUT_NS = 2_000_000_000L;

    private final Refusal[] refusals = new Refusal[MOST];
    private long nowNs;
    private int count;

    RefusedConnects() {
        for (int i = 0; i < MOST; i++) {
            refusals[i] = new Refusal();
        }
    }

    void add(final Aeron aeron, final String channel, final int streamId, final DirectBuffer message,
        final int length) {
        for (final Refusal refusal : refusals) {
            if (refusal.open && refusal.streamId == streamId) {
                return;
            }
        }
        for (final Refusal refusal : refusals) {
            if (!refusal.open) {
                refusal.open = true;
                refusal.streamId = streamId;
                refusal.deadlineNs = nowNs + TIMEOUT_NS;
                refusal.message.putBytes(0, message, 0, length);
                refusal.length = length;
                refusal.registrationId = aeron.asyncAddExclusivePublication(channel, streamId);
                count++;
                return;
            }
        }
    }

    int poll(final Aeron aeron, final long timeNs) {
        nowNs = timeNs;
        if (count == 0) {
            return 0;
        }
        for (final Refusal refusal : refusals) {
            if (refusal.open && refusal.poll(aeron, timeNs)) {
                count--;
            }
        }
        return 1;
    }

    private static final class Refusal {
        private final UnsafeBuffer message = new UnsafeBuffer(new byte[4_096]);
        private boolean open;
        private int streamId;
        private int length;
        private long deadlineNs;
        private long registrationId;
        private ExclusivePublication publication;

        /** Answers whether it is over. */
        private boolean poll(final Aeron aeron, final long timeNs) {
            try {
                if (publication == null) {
                    publication = aeron.getExclusivePublication(registrationId);
                }
                final boolean sent = publication != null && publication.offer(message, 0, length) > 0;
                if (!sent && timeNs - deadlineNs < 0) {
                    return false;
                }
            } catch (final RegistrationException badChannel) {
                registrationId = Aeron.NULL_VALUE;
            }
            if (publication == null && registrationId != Aeron.NULL_VALUE) {
                aeron.asyncRemovePublication(registrationId);
            }
            CloseHelper.close(publication);
            publication = null;
            open = false;
            return true;
        }
    }
}
