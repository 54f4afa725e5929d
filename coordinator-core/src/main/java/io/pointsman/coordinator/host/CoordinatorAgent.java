/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import io.aeron.Aeron;
import io.aeron.Image;
import io.aeron.Subscription;
import io.pointsman.coordinator.router.Router;
import io.pointsman.transport.AdminAdapter;
import io.pointsman.transport.Channels;
import io.pointsman.transport.IngressAdapter;
import io.pointsman.transport.ThreadPinning;
import io.pointsman.transport.TransportDriver;
import org.agrona.CloseHelper;
import org.agrona.collections.IntArrayList;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

/**
 * The coordinator's one thread: takes requests, decides and answers, learns, and keeps house, in a duty cycle that
 * reads the clock once. Nothing in it waits, locks or, on the path of a request, allocates.
 */
final class CoordinatorAgent implements Agent {
    private static final long SWEEP_INTERVAL_NS = 100_000;
    private static final long COUNTERS_INTERVAL_NS = 1_000_000;
    private static final long HEARTBEAT_INTERVAL_NS = 50_000_000;
    private static final int RELEASE_LIMIT = 256;

    private final Settings settings;
    private final TransportDriver driver;
    private final Aeron aeron;
    private final AgentInvoker aeronInvoker;
    private final MarkFile markFile;
    private final Router router;
    private final NanoClock nanoClock;
    private final EpochClock epochClock;
    private final CoordinatorCounters counters;
    private final ReplyStreams replies;
    private final RefusedConnects refusals = new RefusedConnects();
    private final FrontendRequests frontendRequests;
    private final AdminRequests adminRequests;
    private final IngressAdapter ingressAdapter;
    private final AdminAdapter adminAdapter;
    private final int ingressLimit;
    private final int sweepLimit;
    private final IntArrayList lostSessions = new IntArrayList();
    private final Subscription ingress;
    private final Subscription admin;
    private long previousStartNs;
    private int previousWork;
    private long longestCycleNs;
    private long sweepDueNs;
    private long countersDueNs;
    private long heartbeatDueNs;

    CoordinatorAgent(final Settings settings, final CoordinatorResources resources) {
        this.settings = settings;
        driver = resources.driver();
        aeron = resources.aeron();
        aeronInvoker = aeron.conductorAgentInvoker();
        markFile = resources.markFile();
        router = resources.router();
        nanoClock = resources.nanoClock();
        epochClock = resources.epochClock();
        counters = resources.counters();
        ingressLimit = settings.integer(HostOption.INGRESS_LIMIT);
        sweepLimit = settings.integer(HostOption.SWEEP_LIMIT);
        final long epoch = markFile.epoch();
        final Channels channels = resources.channels();
        replies = new ReplyStreams(settings, aeron, router, epoch, counters, resources.errorHandler());
        frontendRequests = new FrontendRequests(router, replies, refusals, counters, channels, epoch);
        adminRequests = new AdminRequests(router, replies, counters, epoch);
        ingressAdapter = new IngressAdapter(frontendRequests, router.frontends().maxFrontends());
        adminAdapter = new AdminAdapter(adminRequests);
        counters.set(HostCounter.EPOCH, epoch);
        ingress = aeron.addSubscription(channels.subscription(), settings.integer(HostOption.INGRESS_STREAM),
            null, this::onIngressGone);
        admin = aeron.addSubscription(channels.subscription(), settings.integer(HostOption.ADMIN_STREAM),
            null, (image) -> adminAdapter.onImageClosed(image.sessionId()));
        previousStartNs = nanoClock.nanoTime();
        sweepDueNs = previousStartNs;
        countersDueNs = previousStartNs;
        heartbeatDueNs = previousStartNs;
    }

    @Override
    public void onStart() {
        final int cpu = settings.integer(HostOption.CPU);
        if (cpu != ThreadPinning.NOT_PINNED) {
            ThreadPinning.pin(cpu);
        }
    }

    @Override
    public int doWork() {
        final long nowNs = nanoClock.nanoTime();
        measureCycle(nowNs);
        frontendRequests.nowNs(nowNs);
        adminRequests.nowNs(nowNs);

        int work = conductTransport();
        work += loseSessions();
        work += ingress.poll(ingressAdapter, ingressLimit);
        work += admin.poll(adminAdapter, ingressLimit);
        work += router.learnMore();
        work += router.releaseSome(RELEASE_LIMIT);
        work += replies.collectChanges();
        work += replies.flush(nowNs);
        work += refusals.poll(aeron, nowNs);
        work += keepHouse(nowNs);
        previousWork = work;
        return work;
    }

    private int conductTransport() {
        final int work = driver.doWork() + aeronInvoker.invoke();
        if (aeron.isClosed()) {
            throw new AgentTerminationException("the media driver is gone: " + aeron.context().aeronDirectoryName());
        }
        return work;
    }

    private int keepHouse(final long nowNs) {
        int work = 0;
        if (nowNs - sweepDueNs >= 0) {
            sweepDueNs = nowNs + SWEEP_INTERVAL_NS;
            work += router.sweep(nowNs, sweepLimit);
        }
        if (nowNs - countersDueNs >= 0) {
            countersDueNs = nowNs + COUNTERS_INTERVAL_NS;
            counters.set(HostCounter.LONGEST_CYCLE_NS, longestCycleNs);
            counters.publish(router.counters());
        }
        if (nowNs - heartbeatDueNs >= 0) {
            heartbeatDueNs = nowNs + HEARTBEAT_INTERVAL_NS;
            if (!markFile.heartbeat(epochClock.time())) {
                throw new AgentTerminationException("another coordinator has taken over: epoch " + markFile.epoch() +
                    " is over");
            }
        }
        return work;
    }

    /** A cycle that found work was followed by the next at once, so its length is the time between the two starts. */
    private void measureCycle(final long nowNs) {
        if (previousWork > 0 && nowNs - previousStartNs > longestCycleNs) {
            longestCycleNs = nowNs - previousStartNs;
        }
        previousStartNs = nowNs;
    }

    /** Told by Aeron's conductor, which allows nothing to be closed meanwhile: that follows in the same cycle. */
    private void onIngressGone(final Image image) {
        ingressAdapter.onImageClosed(image.sessionId());
        lostSessions.addInt(image.sessionId());
    }

    private int loseSessions() {
        final int count = lostSessions.size();
        for (int i = 0; i < count; i++) {
            frontendRequests.onSessionLost(lostSessions.getInt(i));
        }
        lostSessions.clear();
        return count;
    }

    @Override
    public void onClose() {
        if (!aeron.isClosed()) {
            counters.publish(router.counters());
        }
        CloseHelper.closeAll(ingress, admin, aeron, driver, router, markFile);
    }

    @Override
    public String roleName() {
        return "pointsman-coordinator";
    }
}
