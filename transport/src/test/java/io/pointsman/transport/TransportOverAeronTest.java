/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.exceptions.ActiveDriverException;
import io.pointsman.codecs.RouteReason;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Proxies and adapters over a real driver. */
@Timeout(60)
class TransportOverAeronTest {
    private final TransportContext context =
        new TransportContext().aeronDirectoryName(CommonContext.generateRandomDirName()).frontends(2);
    private final RecordedMessages recorded = new RecordedMessages();
    private TransportDriver driver;
    private Aeron aeron;

    private void launch(final DriverMode mode, final String channel) {
        context.driverMode(mode).channel(channel).conclude();
        driver = TransportDriver.launch(context);
        aeron = Aeron.connect(driver.clientContext());
    }

    @AfterEach
    void close() {
        CloseHelper.closeAll(aeron, driver);
    }

    private int doWork() {
        final int work = driver.doWork();
        return aeron.conductorAgentInvoker() == null ? work : work + aeron.conductorAgentInvoker().invoke();
    }

    private void until(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            // The time-out interrupts, which a loop must look for.
            assertThat(Thread.currentThread().isInterrupted()).as("timed out").isFalse();
            if (doWork() == 0) {
                Thread.yield();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "EMBEDDED_INVOKED,aeron:ipc", "EMBEDDED_THREADED,aeron:ipc",
        "EMBEDDED_INVOKED,aeron:udp?endpoint=localhost:24761", "EMBEDDED_THREADED,aeron:udp?endpoint=localhost:24762",
    })
    void shouldCarryShortAndLongestMessages(final DriverMode mode, final String channel) {
        launch(mode, channel);
        final Subscription subscription =
            aeron.addSubscription(context.channels().subscription(), Streams.INGRESS);
        final ExclusivePublication publication =
            aeron.addExclusivePublication(context.channels().publication(), Streams.INGRESS);
        final IngressAdapter adapter = new IngressAdapter(recorded, 2);
        final FrontendProxy proxy = new FrontendProxy(5).epoch(6);
        until(publication::isConnected);
        final RouteParameters longest = SampleMessage.parameters(MessageLimits.MAX_BLOCKS);
        final RouteParameters shortest = SampleMessage.parameters(1);
        for (int i = 0; i < MessageLimits.MAX_EXCLUDED; i++) {
            longest.exclude(i, 1);
        }
        for (int i = 0; i < 20; i++) {
            final long correlationId = i + 1;
            send(() -> proxy.routeRequest(publication, correlationId, shortest), adapter, subscription);
            send(() -> proxy.routeRequest(publication, correlationId, longest), adapter, subscription);
            send(() -> proxy.finished(publication, correlationId, 9), adapter, subscription);
        }
        until(() -> {
            subscription.poll(adapter, 10);
            return recorded.lines.size() == 60;
        });
        for (int i = 0; i < 20; i++) {
            assertThat(recorded.lines.get(3 * i))
                .startsWith("RouteRequest 6 5 " + (i + 1) + " 41 9 3 2 500 0 0 1 1000 ");
            assertThat(recorded.lines.get(3 * i + 1))
                .contains(" 16384 " + SampleMessage.sum(MessageLimits.MAX_BLOCKS) + " 0/1;").endsWith("1023/1;");
            assertThat(recorded.lines.get(3 * i + 2)).isEqualTo("Finished 6 5 " + (i + 1) + " 9");
        }
    }

    /** A full stream is emptied by its reader. */
    private void send(final LongSupplier sender, final IngressAdapter adapter,
        final Subscription subscription) {
        until(() -> {
            if (sender.getAsLong() > 0) {
                return true;
            }
            subscription.poll(adapter, 10);
            return false;
        });
    }

    @Test
    void shouldReturnBackPressureWhenNobodyReads() {
        launch(DriverMode.EMBEDDED_INVOKED, "aeron:ipc");
        final ReplyProxy proxy = new ReplyProxy(1);
        final ExclusivePublication publication =
            aeron.addExclusivePublication(context.channels().publication("aeron:ipc"), 1);
        assertThat(proxy.capacityNotice(publication, 1)).isEqualTo(Publication.NOT_CONNECTED);
        final Subscription subscription = aeron.addSubscription(context.channels().subscription("aeron:ipc"), 1);
        until(publication::isConnected);
        long sent = 0;
        long result = 1;
        while (result > 0) {
            result = proxy.routeDecision(publication, sent + 1, 1, 2, 3, 4, RouteReason.LOAD);
            sent += result > 0 ? 1 : 0;
        }
        assertThat(result).isIn(Publication.BACK_PRESSURED, Publication.ADMIN_ACTION);
        final UnsafeBuffer kept = new UnsafeBuffer(new byte[256]);
        final int length = proxy.encodeRouteDecision(kept, 0, sent + 1, 1, 2, 3, 4, RouteReason.LOAD);
        final ReplyAdapter adapter = new ReplyAdapter(recorded);
        final long all = sent + 1;
        final boolean[] isSent = new boolean[1];
        until(() -> {
            subscription.poll(adapter, 100);
            isSent[0] = isSent[0] || proxy.send(publication, kept, 0, length) > 0;
            return isSent[0] && recorded.lines.size() == all;
        });
        assertThat(recorded.lines).last().isEqualTo("RouteDecision 1 " + all + " 1 2 3 4 LOAD");
    }

    @ParameterizedTest
    @EnumSource(value = DriverMode.class, names = "EXTERNAL", mode = EnumSource.Mode.EXCLUDE)
    void shouldRefuseDirectoryOfLivingDriverAndLeaveItAlone(final DriverMode mode) {
        launch(DriverMode.EMBEDDED_THREADED, "aeron:ipc");
        context.driverMode(mode);
        assertThatThrownBy(() -> TransportDriver.launch(context)).isInstanceOf(ActiveDriverException.class);
        context.driverMode(DriverMode.EXTERNAL);
        try (TransportDriver external = TransportDriver.launch(context);
            Aeron second = Aeron.connect(external.clientContext())) {
            assertThat(external.doWork()).isZero();
            assertThat(second.isClosed()).isFalse();
        }
        assertThat(aeron.isClosed()).isFalse();
    }

    @Test
    void shouldDeleteDirectoryWhenClosed() {
        launch(DriverMode.EMBEDDED_INVOKED, "aeron:ipc");
        assertThat(Path.of(driver.aeronDirectoryName())).exists();
        close();
        assertThat(Path.of(driver.aeronDirectoryName())).doesNotExist();
    }
}
