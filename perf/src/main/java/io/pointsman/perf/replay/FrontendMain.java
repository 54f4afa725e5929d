/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.pointsman.perf.trace.RequestSource;
import io.pointsman.perf.trace.TraceException;
import io.pointsman.transport.TransportContext;
import io.pointsman.transport.client.RouteClient;
import io.pointsman.transport.client.RouteClientContext;
import io.pointsman.transport.client.RouteListener;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SystemNanoClock;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A frontend process of a replay, started by {@link ReplayMain}. Exit status: 0 when its share was played, whatever
 * came of it; 1 when it cannot run.
 */
public final class FrontendMain {
    private static final int MOST_IN_FLIGHT = 1 << 18;
    private static final long SETUP_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    private final ObjectMapper json = new ObjectMapper();
    private final IdleStrategy idleStrategy = new BackoffIdleStrategy(100, 20, 1_000, 100_000);
    private final FrontendPlan plan;

    private FrontendMain(final Path planFile) throws IOException {
        plan = json.readValue(planFile.toFile(), FrontendPlan.class);
    }

    /**
     * Plays the frontend's share.
     *
     * @param args the file that holds the {@link FrontendPlan}.
     */
    public static void main(final String[] args) {
        try {
            new FrontendMain(Path.of(args[0])).run();
        } catch (final IOException | RuntimeException ex) {
            System.err.println("frontend: " + ex);
            System.exit(1);
        }
    }

    static Path planFile(final Path directory, final int index) {
        return directory.resolve("frontend-" + index + ".plan.json");
    }

    static Path resultFile(final Path directory, final int index) {
        return directory.resolve("frontend-" + index + ".json");
    }

    static Path latencyFile(final Path directory, final int index) {
        return directory.resolve("frontend-" + index + ".hlog");
    }

    private void run() throws IOException {
        final RankMap ranks = new RankMap(plan);
        final SystemNanoClock clock = SystemNanoClock.INSTANCE;
        final Path out = Path.of(plan.outDirectory());
        try (FrontendLink link = FrontendLink.open(Path.of(plan.linkDirectory()), plan.index());
            Schedule schedule = schedule();
            LatencyLog latencies = new LatencyLog(
                latencyFile(out, plan.index()), clock.nanoTime(), System.currentTimeMillis())) {
            final FrontendAgent agent = new FrontendAgent(plan, schedule, link, latencies, ranks, clock);
            try (RouteClient client = RouteClient.connect(context(agent))) {
                agent.client(client);
                register(client, ranks, agent);
                offer(link, FrontendLink.READY);
                while (!agent.isDone()) {
                    idleStrategy.idle(agent.doWork());
                }
                json.writerWithDefaultPrettyPrinter()
                    .writeValue(resultFile(out, plan.index()).toFile(), agent.result());
                latencies.close(clock.nanoTime());
                offer(link, FrontendLink.DONE);
                while (!agent.isStopped()) {
                    idleStrategy.idle(agent.doWork());
                }
            }
        }
    }

    private Schedule schedule() {
        final RequestSource source = plan.source().open();
        if (plan.openLoop() ? source.hasTimestamps() : source.hasConversations()) {
            return plan.openLoop() ? new OpenLoopSchedule(plan, source) : new ClosedLoopSchedule(plan, source);
        }
        source.close();
        throw new TraceException("the trace cannot be played " + (plan.openLoop() ? "open" : "closed") + " loop", null);
    }

    private RouteClientContext context(final RouteListener listener) throws IOException {
        final TransportContext transport = new TransportContext().aeronDirectoryName(plan.aeronDirectory())
            .channel(plan.channel()).termLength(plan.termLength()).frontends(plan.frontends());
        final RouteClientContext context = new RouteClientContext().transport(transport).listener(listener)
            .ingressStreamId(plan.ingressStreamId()).maxInFlight(MOST_IN_FLIGHT)
            .connectTimeoutNs(SETUP_TIMEOUT_NS).idleStrategy(idleStrategy);
        if (!transport.channels().isIpc()) {
            try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
                context.replyChannel("aeron:udp?endpoint=localhost:" + free.getLocalPort());
            }
        }
        return context;
    }

    private void register(final RouteClient client, final RankMap ranks, final FrontendAgent agent) {
        final long beginNs = System.nanoTime();
        int asked = -1;
        while (!ranks.isComplete()) {
            if (asked < ranks.registered() && ranks.registerNext(client)) {
                asked = ranks.registered();
            }
            idleStrategy.idle(client.poll());
            ranks.update(client);
            if (agent.refusal() != null) {
                throw new IllegalStateException("rank " + ranks.registered() + " was refused: " + agent.refusal());
            }
            if (System.nanoTime() - beginNs > SETUP_TIMEOUT_NS) {
                throw new IllegalStateException("only " + ranks.registered() + " of " + plan.ranks() +
                    " ranks were registered in time");
            }
        }
    }

    private void offer(final FrontendLink link, final int state) {
        while (!link.offerState(state)) {
            idleStrategy.idle();
        }
    }
}
