/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.logbuffer.FrameDescriptor;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransportContextTest {
    private static final String UDP = "aeron:udp?endpoint=localhost:24763";

    @Test
    void shouldHoldLongestMessageByDefault() {
        final TransportContext context = new TransportContext().conclude();
        assertThat(context.channels().isIpc()).isTrue();
        assertThat(FrameDescriptor.computeMaxMessageLength(context.termLength()))
            .isGreaterThanOrEqualTo(MessageLimits.MAX_MESSAGE_LENGTH);
        assertThat(FrameDescriptor.computeMaxMessageLength(context.termLength() / 2))
            .isLessThan(MessageLimits.MAX_MESSAGE_LENGTH);
        assertThat(new TransportContext().channel(UDP).conclude().receiverWindowLength())
            .isGreaterThan(MessageLimits.MAX_MESSAGE_LENGTH);
        assertThat(context.streamsLength()).isEqualTo(8L * 2 * 3 * 2 * 1024 * 1024);
    }

    @Test
    void shouldReadSystemProperties() {
        System.setProperty(TransportContext.TERM_LENGTH_PROPERTY, "4m");
        System.setProperty(TransportContext.CLIENT_LIVENESS_TIMEOUT_PROPERTY, "2s");
        System.setProperty(TransportContext.DRIVER_MODE_PROPERTY, "EXTERNAL");
        try {
            final TransportContext context = new TransportContext();
            assertThat(context.termLength()).isEqualTo(4 * 1024 * 1024);
            assertThat(context.clientLivenessTimeoutNs()).isEqualTo(2_000_000_000L);
            assertThat(context.driverMode()).isEqualTo(DriverMode.EXTERNAL);
            System.setProperty(TransportContext.DRIVER_MODE_PROPERTY, "inside");
            assertThatThrownBy(TransportContext::new).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pointsman.driver.mode=inside").hasMessageContaining("EMBEDDED_INVOKED");
        } finally {
            System.clearProperty(TransportContext.TERM_LENGTH_PROPERTY);
            System.clearProperty(TransportContext.CLIENT_LIVENESS_TIMEOUT_PROPERTY);
            System.clearProperty(TransportContext.DRIVER_MODE_PROPERTY);
        }
    }

    @Test
    void shouldNamePropertyValueAndWhatIsAllowedWhenBad() {
        refused(context -> context.termLength(1 << 20), "pointsman.term.length=1048576", "2 MiB to 1 GiB");
        refused(context -> context.termLength(3 << 20), "pointsman.term.length=3145728", "a power of two");
        refused(context -> context.ipcMtu(65_536), "pointsman.ipc.mtu=65536", "65,504");
        refused(context -> context.udpMtu(1_400 + 1), "pointsman.udp.mtu=1401", "multiple of 32");
        refused(context -> context.frontends(0), "pointsman.frontends=0", "1 to 256");
        refused(context -> context.frontends(257), "pointsman.frontends=257", "1 to 256");
        refused(context -> context.frontends(256).termLength(1 << 30), "pointsman.frontends=256", "are free");
        refused(context -> context.clientLivenessTimeoutNs(1), "pointsman.client.liveness.timeout=1", "10 ms");
        refused(context -> context.imageLivenessTimeoutNs(1), "pointsman.image.liveness.timeout=1", "10 ms");
        refused(context -> context.publicationUnblockTimeoutNs(10_000_000_000L),
            "pointsman.publication.unblock.timeout=10000000000", "more than pointsman.client.liveness.timeout");
        refused(context -> context.driverTimeoutMs(1), "pointsman.driver.timeout.ms=1", "10 and more");
        refused(context -> context.driverIdle("lazy"), "'lazy'", "busy-spin");
        refused(context -> context.channel(UDP).receiverWindowLength(128 * 1024), "pointsman.receiver.window=131072",
            "the longest message");
        refused(context -> context.channel(UDP).receiverWindowLength(2 << 20), "pointsman.receiver.window=2097152",
            "half a term");
        refused(context -> context.channel(UDP).socketBufferLength(1_000), "pointsman.socket.buffer=1000",
            "pointsman.receiver.window");
    }

    private static void refused(
        final UnaryOperator<TransportContext> change, final String named, final String allowed) {
        assertThatThrownBy(() -> change.apply(new TransportContext()).conclude())
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(named).hasMessageContaining(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "ipc", "aeron:", "aeron:udp", "aeron:udp?endpoint=localhost", "aeron:tcp?endpoint=localhost:1",
        "aeron-spy:aeron:ipc", "aeron:udp?control=localhost:1|control-mode=manual",
    })
    void shouldRefuseChannelWhenItIsNeitherIpcNorUdp(final String channel) {
        final Channels channels = new TransportContext().channels();
        assertThatThrownBy(() -> channels.publication(channel)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("pointsman.channel=" + channel).hasMessageContaining("allowed is");
        assertThatThrownBy(() -> channels.subscription(channel)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldTakeOnlyEndpointFromGivenChannel() {
        final Channels channels = new TransportContext().channels();
        assertThat(channels.publication("aeron:udp?endpoint=host:1|term-length=1g|mtu=8k"))
            .contains("endpoint=host:1", "term-length=2", "mtu=1408").doesNotContain("1g", "mtu=8k");
        assertThat(channels.publication("aeron:ipc?term-length=1g")).contains("mtu=65504").doesNotContain("1g");
        assertThat(channels.subscription("aeron:ipc?alias=x")).isEqualTo("aeron:ipc");
        assertThat(channels.subscription(UDP)).contains("endpoint=localhost:24763", "rcv-wnd", "so-rcvbuf");
    }

    @Test
    void shouldDeriveReplyStreamsThatAreNoneOfTheOthers() {
        final Random random = new Random(5);
        for (int i = 0; i < 10_000; i++) {
            final int streamId = Streams.reply(random.nextLong());
            assertThat(streamId).isGreaterThan(Streams.INGRESS).isGreaterThan(Streams.ADMIN);
        }
    }
}
