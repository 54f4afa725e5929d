/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;

import io.pointsman.codecs.MessageHeaderDecoder;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteDecisionDecoder;
import io.pointsman.codecs.RouteRequestDecoder;
import io.pointsman.coordinator.host.CoordinatorCounters;
import io.pointsman.coordinator.host.HostCounter;
import io.pointsman.coordinator.router.RouterCounter;
import io.pointsman.transport.MessageLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that are no message: each is refused to the one who sent it, counted, and leaves nothing in flight. */
class MalformedMessageTest {
    private static final int BODY_OFFSET = MessageHeaderDecoder.ENCODED_LENGTH;
    private static final int VECTOR_OFFSET = BODY_OFFSET + RouteRequestDecoder.BLOCK_LENGTH;

    private TestCoordinator coordinator;
    private RawFrontend frontend;

    @BeforeEach
    void launch() {
        coordinator = TestCoordinator.launch();
        frontend = RawFrontend.connect(coordinator, 1234);
        frontend.register(TestFrontend.rank("http://a", 1));
    }

    @AfterEach
    void close() {
        // Whatever it was, afterwards requests are served as before.
        assertThat(frontend.decide(4_711).value()).isZero();
        frontend.finish(4_711);
        coordinator.assertSettled();
        assertThat(coordinator.counter(HostCounter.FRONTENDS_LOST)).isZero();
        frontend.close();
        coordinator.close();
    }

    private int encode(final long correlationId, final int hashCount) {
        Prompts.set(frontend.parameters, 1, hashCount);
        final int length = frontend.proxy.encodeRouteRequest(frontend.buffer, 0, correlationId, frontend.parameters);
        frontend.parameters.hashes(frontend.buffer, 0, 0);
        return length;
    }

    private void assertRefused(final int length, final long correlationId, final RejectCode code, final long value,
        final long allowed) {
        final int before = frontend.heard.rejects.size();
        final long counted = coordinator.counter(CoordinatorCounters.label(code));
        frontend.sendBytes(length);
        assertThat(frontend.nextReject(before))
            .isEqualTo(new RawReplies.Answer(correlationId, code, value, allowed, 0, 0));
        coordinator.awaitCounter(CoordinatorCounters.label(code), counted + 1);
        assertThat(coordinator.counter(RouterCounter.DECISIONS)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void shouldRefuseWhatIsShorterThanAHeader(final int length) {
        encode(5, 2);
        assertRefused(length, 0, RejectCode.MALFORMED, length, BODY_OFFSET);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 9, 63, 64, 71, 72, 79, 87, 91})
    void shouldRefuseATruncatedRequestWithItsCorrelationIdWhereThatIsThere(final int length) {
        assertThat(encode(5, 2)).isEqualTo(92);
        final int before = frontend.heard.rejects.size();
        frontend.sendBytes(length);
        final RawReplies.Answer answer = frontend.nextReject(before);
        assertThat(answer.code()).isEqualTo(RejectCode.MALFORMED);
        assertThat(answer.correlationId()).isEqualTo(length < VECTOR_OFFSET ? 0 : 5);
        assertThat(answer.value()).isEqualTo(length);
        assertThat(answer.allowed()).isGreaterThan(length);
    }

    @Test
    void shouldRefuseARequestWithSomethingBehindIt() {
        final int length = encode(5, 2);
        assertRefused(length + 1, 5, RejectCode.MALFORMED, length + 1, length);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 16_384, 65_535})
    void shouldRefuseACountThatDisagreesWithTheLength(final int count) {
        final int length = encode(5, 2);
        frontend.buffer.putShort(VECTOR_OFFSET + 6, (short)count, LITTLE_ENDIAN);
        final int before = frontend.heard.rejects.size();
        frontend.sendBytes(length);
        assertThat(frontend.nextReject(before).code()).isEqualTo(RejectCode.MALFORMED);
    }

    @Test
    void shouldRefuseAbsurdCountsOfEveryGroup() {
        final int length = encode(5, 2);
        frontend.buffer.putShort(length - 2, (short)-1, LITTLE_ENDIAN);
        assertRefused(length, 5, RejectCode.MALFORMED, length, length + 65_535L * MessageLimits.HASH_LENGTH);
        encode(5, 2);
        frontend.buffer.putShort(VECTOR_OFFSET, (short)-1, LITTLE_ENDIAN);
        assertRefused(length, 5, RejectCode.MALFORMED, length, VECTOR_OFFSET + 8 + 16);
        final int report = frontend.proxy.encodeInFlightReport(frontend.buffer, 0, 1, true, frontend.buffer, 0, 0);
        frontend.buffer.putShort(report - 2, (short)-1, LITTLE_ENDIAN);
        assertRefused(report, 0, RejectCode.MALFORMED, report, report + 65_535L * 16);
        final int connect =
            frontend.proxy.encodeConnect(frontend.buffer, 0, 99, false, TestCoordinator.IPC, "");
        frontend.buffer.putInt(connect - 4, -1, LITTLE_ENDIAN);
        assertRefused(connect, 0, RejectCode.MALFORMED, connect, connect + 0xFFFF_FFFFL);
    }

    @Test
    void shouldRefuseAnotherSchemaVersionAndTemplateByName() {
        final int length = encode(5, 2);
        frontend.buffer.putShort(4, (short)7_702, LITTLE_ENDIAN);
        assertRefused(length, 0, RejectCode.WRONG_SCHEMA, 7_702, 7_701);
        encode(5, 2);
        frontend.buffer.putShort(6, (short)0, LITTLE_ENDIAN);
        assertRefused(length, 0, RejectCode.WRONG_VERSION, 0, 1);
        for (final int template : new int[]{0, 12, 61, 65_535, RouteDecisionDecoder.TEMPLATE_ID}) {
            encode(5, 2);
            frontend.buffer.putShort(2, (short)template, LITTLE_ENDIAN);
            assertRefused(length, 0, RejectCode.WRONG_TEMPLATE, template, 0);
        }
    }

    @Test
    void shouldReadANewerVersionWithMoreInItsBlockAndBehind() {
        final int length = encode(5, 2);
        frontend.buffer.putBytes(VECTOR_OFFSET + 8, frontend.buffer, VECTOR_OFFSET, length - VECTOR_OFFSET);
        frontend.buffer.putLong(VECTOR_OFFSET, -1);
        frontend.buffer.putShort(0, (short)(RouteRequestDecoder.BLOCK_LENGTH + 8), LITTLE_ENDIAN);
        frontend.buffer.putShort(6, (short)2, LITTLE_ENDIAN);
        frontend.sendBytes(length + 8 + 5);
        Await.until("a decision", () -> frontend.poll() && frontend.heard.decisions.size() == 1);
        frontend.finish(5);
    }

    @Test
    void shouldRefuseMoreHashesThanAnyRequestMayHave() {
        assertRefused(encode(5, MessageLimits.MAX_BLOCKS + 1), 5, RejectCode.TOO_MANY_BLOCKS,
            MessageLimits.MAX_BLOCKS + 1, MessageLimits.MAX_BLOCKS);
        assertRefused(encode(5, 30_000), 5, RejectCode.TOO_MANY_BLOCKS, 30_000, MessageLimits.MAX_BLOCKS);
    }

    @Test
    void shouldRefuseAMessageLongerThanAny() {
        final int length = encode(5, 16);
        assertRefused(200_000, 5, RejectCode.MALFORMED, 200_000, MessageLimits.MAX_MESSAGE_LENGTH);
        assertThat(length).isLessThan(1_000);
    }

    @Test
    void shouldRefuseAFieldThatIsNoValueOfItsEnumeration() {
        final int length = frontend.proxy.encodeRankHealth(frontend.buffer, 0, 0, 1, true);
        frontend.buffer.putByte(length - 1, (byte)2);
        assertRefused(length, 0, RejectCode.BAD_FIELD, 2, 1);
    }

    @Test
    void shouldCountWhatIsMalformedFromNobody() {
        try (RawFrontend stranger = new RawFrontend(coordinator, 77)) {
            stranger.sendBytes(3);
            coordinator.awaitCounter(CoordinatorCounters.label(RejectCode.MALFORMED), 1);
            stranger.proxy.epoch(coordinator.coordinator().epoch());
            stranger.route(1);
            stranger.finish(1);
            coordinator.awaitCounter(HostCounter.UNKNOWN_FRONTENDS, 2);
            stranger.poll();
            assertThat(stranger.heard.decisions).isEmpty();
            assertThat(stranger.heard.rejects).isEmpty();
        }
    }
}
