/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteReason;
import io.pointsman.transport.RouteParameters;
import io.pointsman.transport.client.RouteClient;
import io.pointsman.transport.client.RouteListener;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * The agent's thread allocates nothing once it is warm, whatever requests come. The media driver, which allocates a
 * little now and then on its own account, has a thread of its own here.
 */
class AgentAllocationTest {
    private static final int REQUESTS = 100_000;
    private static final int MOST_ROUNDS = 12;
    private static final int KINDS = 8;

    @Test
    void shouldAllocateNothingForAHundredThousandRequestsOfEveryKind() {
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        try (TestCoordinator coordinator = TestCoordinator.launch("max-requests", "1048576",
            "driver-mode", "embedded-threaded", "idle-strategy", "yielding");
            TestFrontend registrar = TestFrontend.connect(coordinator);
            Traffic traffic = new Traffic(coordinator)) {
            registrar.registerRanks(4);
            traffic.model(registrar.parameters.modelId());
            final long agentThread = Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter((thread) -> "pointsman-coordinator".equals(thread.getThreadName())).findFirst().orElseThrow()
                .getThreadId();
            // The compiler at work allocates on no thread of ours, but code not compiled yet boxes here and there.
            long allocated = Long.MAX_VALUE;
            for (int round = 0; round < MOST_ROUNDS && allocated != 0; round++) {
                final long before = threads.getThreadAllocatedBytes(agentThread);
                traffic.run(REQUESTS);
                allocated = threads.getThreadAllocatedBytes(agentThread) - before;
            }
            assertThat(allocated).isZero();
            assertThat(traffic.rejects).isPositive();
            coordinator.assertSettled();
        }
    }

    /** Every kind of message about a request, one after the other, each request ended. */
    private static final class Traffic implements RouteListener, AutoCloseable {
        private final RouteParameters parameters = new RouteParameters();
        private final RouteClient client;
        private long rejects;
        private long seed;
        private long unfinished;

        Traffic(final TestCoordinator coordinator) {
            client = RouteClient.connect(TestFrontend.context(coordinator).listener(this));
        }

        void model(final int modelId) {
            Await.until("ranks", () -> client.poll() >= 0 && client.fleet().rankLimit() == 4);
            parameters.modelId(modelId);
        }

        void run(final int requests) {
            for (int i = 0; i < requests; i++) {
                request(i % KINDS);
            }
            while (client.inFlight() > 0) {
                client.poll();
                Thread.yield();
            }
        }

        private void request(final int kind) {
            parameters.clearExcluded().retryOf(0).hashes(Prompts.hashes(0, 0), 0, 0);
            switch (kind) {
                case 0 -> Prompts.set(parameters, 1, 16);
                case 1 -> Prompts.set(parameters, ++seed, 16);
                case 2 -> parameters.exclude(0, 1);
                case 3 -> Prompts.set(parameters, ++seed % 64, 40);
                case 4 -> Prompts.set(parameters, 1, 16).retryOf(unfinished);
                case 5 -> {
                    for (int rank = 0; rank < 4; rank++) {
                        parameters.exclude(rank, 1);
                    }
                }
                default -> Prompts.set(parameters, 2, 24);
            }
            final long id = send();
            if (kind != 3) {
                end(kind, id);
            } else {
                unfinished = id;
            }
        }

        private void end(final int kind, final long id) {
            client.firstToken(id);
            if (kind == 6) {
                client.abort(id);
            } else {
                if (kind == 7) {
                    client.reassign(id, 1, 1);
                }
                client.finish(id, 10);
            }
        }

        private long send() {
            long id = client.route(parameters);
            while (id <= 0) {
                client.poll();
                Thread.yield();
                id = client.route(parameters);
            }
            while (!client.await(id, 1_000_000)) {
                Thread.yield();
            }
            return id;
        }

        @Override
        public void onDecision(final long correlationId, final long requestId, final int rankIndex,
            final int generation, final int matchedBlocks, final RouteReason reason) {
            // Counted by the client.
        }

        @Override
        public void onReject(final long correlationId, final RejectCode code, final long value, final long allowed) {
            rejects++;
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
