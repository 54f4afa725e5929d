/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.codecs.RejectCode;
import io.pointsman.coordinator.control.ControlOutcome;
import org.agrona.collections.Long2LongHashMap;

import java.util.Arrays;

/**
 * The frontends: their random 64-bit ids, the session each is heard by, and the index given to each.
 * <p>
 * A frontend that connects again keeps its index; by a new session it takes the index over, and what still comes by the
 * old one is ignored. A frontend that left and returns while its old index is being released gets another index.
 * Single-threaded; looking up does not allocate.
 */
public final class FrontendRegistry {
    /** No frontend. */
    public static final int NONE = -1;

    private final Long2LongHashMap indexesById;
    private final FrontendState[] states;
    private final long[] frontendIds;
    private final int[] sessionIds;
    private final boolean[] administrators;
    private int connectedCount;
    private int releasingCount;

    FrontendRegistry(final int maxFrontends) {
        indexesById = new Long2LongHashMap(NONE);
        states = new FrontendState[maxFrontends];
        frontendIds = new long[maxFrontends];
        sessionIds = new int[maxFrontends];
        administrators = new boolean[maxFrontends];
        Arrays.fill(states, FrontendState.FREE);
    }

    void connect(
            final long frontendId, final int sessionId, final boolean administrator, final ControlOutcome outcome) {
        if (frontendId == 0) {
            outcome.refuse(RejectCode.BAD_FIELD, 0, 1, "frontendId = 0: any other value is allowed");
            return;
        }
        final int known = (int)indexesById.get(frontendId);
        if (known != NONE) {
            final boolean changed = sessionIds[known] != sessionId || administrators[known] != administrator;
            sessionIds[known] = sessionId;
            administrators[known] = administrator;
            outcome.accept(changed, known, 0);
            return;
        }
        final int index = firstFree();
        if (index == NONE) {
            outcome.refuse(RejectCode.TOO_MANY_FRONTENDS, connectedCount, states.length,
                connectedCount + " frontends are connected: at most " + states.length);
            return;
        }
        frontendIds[index] = frontendId;
        sessionIds[index] = sessionId;
        administrators[index] = administrator;
        transition(index, FrontendState.CONNECTED);
        outcome.accept(true, index, 0);
    }

    private int firstFree() {
        for (int i = 0; i < states.length; i++) {
            if (states[i] == FrontendState.FREE) {
                return i;
            }
        }
        return NONE;
    }

    /** Answers whether the frontend was connected until now. */
    boolean lost(final int frontendIndex) {
        if (states[frontendIndex] != FrontendState.CONNECTED) {
            return false;
        }
        transition(frontendIndex, FrontendState.RELEASING);
        return true;
    }

    void released(final int frontendIndex) {
        transition(frontendIndex, FrontendState.FREE);
    }

    /** The one place where a frontend's state changes. */
    private void transition(final int index, final FrontendState next) {
        switch (next) {
            case CONNECTED -> {
                indexesById.put(frontendIds[index], index);
                connectedCount++;
            }
            case RELEASING -> {
                indexesById.remove(frontendIds[index]);
                connectedCount--;
                releasingCount++;
            }
            case FREE -> releasingCount--;
            default -> throw new IllegalStateException(next.name());
        }
        states[index] = next;
    }

    /**
     * Finds the frontend a message is from.
     *
     * @param frontendId as the message says.
     * @param sessionId  it came by.
     * @return its index; {@link #NONE} when it is not connected, or by another session.
     */
    public int indexOf(final long frontendId, final int sessionId) {
        final int index = (int)indexesById.get(frontendId);
        return index != NONE && sessionIds[index] == sessionId ? index : NONE;
    }

    /**
     * The index of a connected frontend, whatever session it is heard by: for the admin stream, which has its own.
     *
     * @param frontendId of the frontend.
     * @return the index, or {@link #NONE}.
     */
    public int indexOf(final long frontendId) {
        return (int)indexesById.get(frontendId);
    }

    /**
     * Finds the frontend that is heard by a session, such as one that ended.
     *
     * @param sessionId of the session.
     * @return its index, {@link #NONE} when no connected frontend is heard by it.
     */
    public int indexOfSession(final int sessionId) {
        for (int i = 0; i < states.length; i++) {
            if (states[i] == FrontendState.CONNECTED && sessionIds[i] == sessionId) {
                return i;
            }
        }
        return NONE;
    }

    /**
     * The state of an index.
     *
     * @param frontendIndex in [0, {@link #maxFrontends()}).
     * @return its state.
     */
    public FrontendState state(final int frontendIndex) {
        return states[frontendIndex];
    }

    /**
     * The random id of a frontend.
     *
     * @param frontendIndex of a frontend that is not free.
     * @return not 0.
     */
    public long frontendId(final int frontendIndex) {
        return frontendIds[frontendIndex];
    }

    /**
     * The session a frontend is heard by.
     *
     * @param frontendIndex of a frontend that is not free.
     * @return the session.
     */
    public int sessionId(final int frontendIndex) {
        return sessionIds[frontendIndex];
    }

    /**
     * Whether a frontend asked for the administrator's role.
     *
     * @param frontendIndex of a frontend that is not free.
     * @return whether its orders are taken.
     */
    public boolean isAdministrator(final int frontendIndex) {
        return administrators[frontendIndex];
    }

    /**
     * Frontends connected.
     *
     * @return frontends.
     */
    public int connectedCount() {
        return connectedCount;
    }

    /**
     * Most frontends, which is also the number of indexes.
     *
     * @return indexes.
     */
    public int maxFrontends() {
        return states.length;
    }

    int releasingCount() {
        return releasingCount;
    }
}
