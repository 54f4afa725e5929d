/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import static io.pointsman.transport.client.ScriptedCoordinator.rank;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteReason;
import io.pointsman.transport.DriverMode;
import io.pointsman.transport.RouteParameters;
import io.pointsman.transport.TransportContext;
import io.pointsman.transport.TransportDriver;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client when its stream is full, when reports are long, over UDP, and under a count of what it allocates. */
@Timeout(60)
class RouteClientPressureTest {
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);

    private final TransportContext transport =
        new TransportContext().aeronDirectoryName(CommonContext.generateRandomDirName()).frontends(2);
    private final RecordedAnswers answers = new RecordedAnswers();
    private final RouteParameters parameters = new RouteParameters();
    private TransportDriver driver;
    private Aeron aeron;
    private ScriptedCoordinator coordinator;
    private RouteClient client;
    private long nowNs;

    private void connect(final RouteClientContext context) {
        driver = TransportDriver.launch(transport.conclude());
        aeron = Aeron.connect(driver.clientContext());
        coordinator = new ScriptedCoordinator(aeron, transport, 100);
        client = RouteClient.launch(context.transport(transport).aeron(aeron).nanoClock(() -> nowNs));
        until(client::isConnected);
    }

    /** Silence has no meaning here, so that a coordinator that does not read is not taken for one that is gone. */
    private RouteClientContext patient(final RouteListener listener) {
        return new RouteClientContext().listener(listener).keepAliveNs(DAY_NS).coordinatorTimeoutNs(2 * DAY_NS);
    }

    @AfterEach
    void close() {
        CloseHelper.closeAll(client, coordinator, aeron, driver);
    }

    private void until(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            checkTime();
            nowNs += TimeUnit.MILLISECONDS.toNanos(1);
            if (driver.doWork() + coordinator.doWork() + client.poll() == 0) {
                Thread.yield();
            }
        }
    }

    /** The time-out interrupts, which a loop must look for. */
    private static void checkTime() {
        if (Thread.currentThread().isInterrupted()) {
            throw new AssertionError("timed out");
        }
    }

    /** Makes requests, decided for, and then has the stream to the coordinator filled up. */
    private List<Long> routedBeforeStreamIsFull(final int count) {
        coordinator.decidesAtOnce = true;
        final List<Long> requests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final long correlationId = client.route(parameters);
            requests.add(correlationId);
            until(() -> client.await(correlationId, 0));
        }
        coordinator.decidesAtOnce = false;
        coordinator.isSilent = true;
        long result = 1;
        while (result > 0) {
            result = client.firstToken(requests.get(0));
        }
        assertThat(result).isEqualTo(RouteClient.BACK_PRESSURED);
        return requests;
    }

    private List<String> counting() {
        return coordinator.heard.stream().filter(line -> !line.startsWith("FirstToken")).toList();
    }

    @Test
    void shouldKeepAndSendLaterWhatChangesCounts() {
        connect(patient(answers).maxDeferred(4));
        final List<Long> requests = routedBeforeStreamIsFull(6);
        assertThat(client.route(parameters)).isEqualTo(RouteClient.BACK_PRESSURED);
        assertThat(client.finish(requests.get(0), 5)).isEqualTo(RouteClient.DEFERRED);
        assertThat(client.abort(requests.get(1))).isEqualTo(RouteClient.DEFERRED);
        assertThat(client.reassign(requests.get(2), 1, 1)).isEqualTo(RouteClient.DEFERRED);
        assertThat(client.finish(requests.get(2), 7)).isEqualTo(RouteClient.DEFERRED);
        assertThat(client.counters().deferred()).isEqualTo(4);
        assertThat(client.counters().backPressured()).isPositive();
        assertThat(client.finish(requests.get(3), 8)).isEqualTo(RouteClient.BACK_PRESSURED);
        assertThat(client.reassign(requests.get(3), 1, 1)).isEqualTo(RouteClient.BACK_PRESSURED);
        assertThat(client.inFlight()).isEqualTo(3);
        coordinator.isSilent = false;
        until(() -> coordinator.heard.contains("Finished " + requests.get(2) + " 7"));
        assertThat(counting()).containsExactly("Finished " + requests.get(0) + " 5", "Aborted " + requests.get(1),
            "Reassigned " + requests.get(2) + " 1/1", "Finished " + requests.get(2) + " 7");
        assertThat(client.finish(requests.get(3), 8)).isEqualTo(1);
    }

    @Test
    void shouldLetNoRetryOvertakeTheReassignmentItFollows() {
        connect(patient(answers));
        final List<Long> requests = routedBeforeStreamIsFull(2);
        assertThat(client.reassign(requests.get(0), 1, 1)).isEqualTo(RouteClient.DEFERRED);
        coordinator.isSilent = false;
        // The stream has room again before the client has polled.
        while (coordinator.heard.stream().filter(line -> line.startsWith("FirstToken")).count() < 100) {
            checkTime();
            driver.doWork();
            coordinator.doWork();
        }
        long retry = 0;
        while (retry <= 0) {
            checkTime();
            driver.doWork();
            coordinator.doWork();
            retry = client.route(parameters.retryOf(requests.get(0)));
        }
        until(() -> counting().size() == 2);
        assertThat(counting().get(0)).isEqualTo("Reassigned " + requests.get(0) + " 1/1");
        assertThat(counting().get(1)).startsWith("RouteRequest " + retry);
    }

    @Test
    void shouldSendKeptMessagesBeforeReport() {
        connect(patient(answers));
        final List<Long> requests = routedBeforeStreamIsFull(2);
        client.finish(requests.get(0), 5);
        client.reportInFlight();
        coordinator.isSilent = false;
        until(() -> counting().size() == 2);
        assertThat(counting()).containsExactly("Finished " + requests.get(0) + " 5",
            "InFlightReport 100 TRUE [" + requests.get(1) + "@0/1]");
    }

    @Test
    void shouldSendNothingThatContradictsReportBetweenItsParts() {
        connect(patient(answers));
        final int count = 60_000;
        for (int i = 0; i < count; i++) {
            until(() -> client.assign(0, 1) > 0);
        }
        until(() -> coordinator.heard.size() == count);
        coordinator.heard.clear();
        coordinator.isSilent = true;
        client.reportInFlight();
        client.poll();
        // A part of 64 kB at a time, and the stream takes about a megabyte.
        assertThat(client.counters().reports()).isZero();
        assertThat(client.route(parameters)).isEqualTo(RouteClient.BACK_PRESSURED);
        assertThat(client.firstToken(1)).isEqualTo(RouteClient.BACK_PRESSURED);
        assertThat(client.finish(1, 1)).isEqualTo(RouteClient.DEFERRED);
        coordinator.isSilent = false;
        until(() -> coordinator.heard.size() == 16);
        assertThat(coordinator.heard.subList(0, 14)).containsOnly("InFlightReport 100 FALSE 4000");
        assertThat(coordinator.heard.subList(14, 16)).containsExactly("InFlightReport 100 TRUE 4000", "Finished 1 1");
        assertThat(client.route(parameters)).isPositive();
    }

    @Test
    void shouldConnectAndRouteLongestRequestOverUdp() {
        transport.channel("aeron:udp?endpoint=localhost:24764");
        connect(patient(answers).replyChannel("aeron:udp?endpoint=localhost:0"));
        final long correlationId = client.route(parameters.hashes(new UnsafeBuffer(new byte[16_384 * 8]), 0, 16_384));
        until(() -> !coordinator.heard.isEmpty());
        assertThat(coordinator.heard).containsExactly("RouteRequest " + correlationId + " retryOf 0 hashes 16384");
        coordinator.decide(correlationId, 0, 1);
        until(() -> client.await(correlationId, 0));
        assertThat(answers.lines).last().isEqualTo("decision 1 1001 0/1 3 AFFINITY");
    }

    @Test
    void shouldNameSettingWhenContextIsBad() {
        assertThatThrownBy(() -> RouteClient.launch(new RouteClientContext())).hasMessageContaining("listener=null");
        transport.channel("aeron:udp?endpoint=localhost:24764");
        assertThatThrownBy(() -> RouteClient.launch(patient(answers).transport(transport)))
            .hasMessageContaining("replyChannel=null");
        assertThatThrownBy(() -> RouteClient.launch(patient(answers).frontendId(0)))
            .hasMessageContaining("frontendId=0: allowed is any but 0");
        assertThatThrownBy(() -> RouteClient.launch(patient(answers).maxInFlight(0)))
            .hasMessageContaining("maxInFlight=0");
        assertThatThrownBy(() -> RouteClient.launch(patient(answers).coordinatorTimeoutNs(1)))
            .hasMessageContaining("coordinatorTimeoutNs=1");
    }

    @Test
    void shouldAllocateNothingWhenWarm() {
        // The driver on a thread of its own, since what it allocates is not ours.
        transport.driverMode(DriverMode.EMBEDDED_THREADED);
        final CountingListener listener = new CountingListener();
        connect(patient(listener).maxInFlight(256));
        coordinator.decidesAtOnce = true;
        coordinator.tell(0, rank(0, 1, "a"));
        until(() -> client.fleet().rankLimit() == 1);
        parameters.hashes(new UnsafeBuffer(new byte[1_024]), 0, 128);
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = Long.MAX_VALUE;
        for (int round = 0; round < 20 && allocated > 0; round++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 5_000; i++) {
                oneRequest();
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(allocated).isZero();
        assertThat(listener.decisions).isGreaterThanOrEqualTo(5_000);
        assertThat(client.inFlight()).isZero();
    }

    private void oneRequest() {
        long correlationId = client.route(parameters);
        while (correlationId == RouteClient.BACK_PRESSURED) {
            correlationId = client.route(parameters);
        }
        while (!client.await(correlationId, 0)) {
            coordinator.doWork();
            checkTime();
        }
        client.firstToken(correlationId);
        client.finish(correlationId, 1);
    }

    /** Allocates nothing itself. */
    private static final class CountingListener implements RouteListener {
        private long decisions;

        @Override
        public void onDecision(final long correlationId, final long requestId, final int rankIndex,
            final int generation, final int matchedBlocks, final RouteReason reason) {
            decisions++;
        }

        @Override
        public void onReject(final long correlationId, final RejectCode code, final long value,
            final long allowed) {
            throw new AssertionError("rejected");
        }
    }
}
