/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.perf.fleet.VirtualFleet;
import io.pointsman.perf.fleet.VirtualFleet.Arrival;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.NanoClock;

import java.util.ArrayDeque;

/**
 * Lets the virtual ranks serve what the frontends bring them, and tells them of first tokens and finished answers. One
 * thread.
 */
final class FleetHost implements Agent, VirtualFleet.FleetListener {
    private static final int MOST_REQUESTS_A_CYCLE = 64;

    private final Arrival arrival = new Arrival();
    private final NanoClock clock;
    private final VirtualFleet fleet;
    private final FrontendLink[] links;
    private final MessageHandler[] handlers;
    private final ArrayDeque<long[]>[] unsent;
    private final boolean[] ready;
    private final boolean[] done;
    private long[] hashes = new long[1 << 14];

    @SuppressWarnings({ "unchecked", "rawtypes" })
    FleetHost(final ReplayPlan plan, final int blockTokens, final FrontendLink[] links, final NanoClock clock) {
        this.links = links;
        this.clock = clock;
        fleet = new VirtualFleet(plan.ranks(), plan.cacheBlocks(), blockTokens, plan.rates(), this);
        unsent = new ArrayDeque[links.length];
        handlers = new MessageHandler[links.length];
        ready = new boolean[links.length];
        done = new boolean[links.length];
        for (int i = 0; i < links.length; i++) {
            final int frontend = i;
            unsent[i] = new ArrayDeque<>();
            handlers[i] = (type, buffer, offset, length) -> onMessage(frontend, type, buffer, offset);
        }
    }

    VirtualFleet fleet() {
        return fleet;
    }

    @Override
    public int doWork() {
        int work = 0;
        for (int i = 0; i < links.length; i++) {
            work += links[i].pollRequests(handlers[i], MOST_REQUESTS_A_CYCLE);
            work += sendUnsent(i);
        }
        return work + fleet.advance(clock.nanoTime());
    }

    @Override
    public String roleName() {
        return "virtual ranks";
    }

    boolean areReady() {
        return all(ready);
    }

    boolean areDone() {
        return all(done);
    }

    void tellAll(final int type) {
        for (int i = 0; i < links.length; i++) {
            send(i, type, 0, 0);
        }
    }

    @Override
    public void onFirstToken(final int frontend, final long correlationId) {
        send(frontend, FrontendLink.FIRST_TOKEN, correlationId, 0);
    }

    @Override
    public void onFinished(final int frontend, final long correlationId, final int outputTokens) {
        send(frontend, FrontendLink.FINISHED, correlationId, outputTokens);
    }

    private void onMessage(final int frontend, final int type, final DirectBuffer buffer, final int offset) {
        switch (type) {
            case FrontendLink.READY -> ready[frontend] = true;
            case FrontendLink.DONE -> done[frontend] = true;
            case FrontendLink.REQUEST -> {
                final int blocks = FrontendLink.blocks(buffer, offset);
                if (blocks > hashes.length) {
                    hashes = new long[blocks * 2];
                }
                final int rank = FrontendLink.request(buffer, offset, arrival, hashes);
                arrival.frontend = frontend;
                final long nowNs = clock.nanoTime();
                fleet.advance(nowNs);
                fleet.arrive(nowNs, rank, arrival, hashes);
            }
            default -> throw new IllegalStateException("message type " + type);
        }
    }

    private void send(final int frontend, final int type, final long correlationId, final int outputTokens) {
        if (!unsent[frontend].isEmpty() || !links[frontend].offerEvent(type, correlationId, outputTokens)) {
            unsent[frontend].add(new long[] { type, correlationId, outputTokens });
        }
    }

    private int sendUnsent(final int frontend) {
        int work = 0;
        long[] event = unsent[frontend].peek();
        while (event != null && links[frontend].offerEvent((int)event[0], event[1], (int)event[2])) {
            unsent[frontend].poll();
            event = unsent[frontend].peek();
            work++;
        }
        return work;
    }

    private static boolean all(final boolean[] values) {
        for (final boolean value : values) {
            if (!value) {
                return false;
            }
        }
        return true;
    }
}
