/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;

import io.pointsman.codecs.HashScheme;
import io.pointsman.codecs.MessageHeaderEncoder;
import io.pointsman.codecs.RegisterRankEncoder;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteRequestDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MessageRoundTripTest {
    private static final int VERSION_OFFSET = 6;
    private static final int TEMPLATE_OFFSET = 2;
    private static final int SCHEMA_OFFSET = 4;

    static List<SampleMessage> all() {
        return SampleMessage.all();
    }

    /** Passes a message on in a buffer that ends where it does, so that a read beyond its length would throw. */
    private static RecordedMessages read(final SampleMessage.Stream stream, final byte[] message, final int length) {
        final RecordedMessages recorded = new RecordedMessages();
        final UnsafeBuffer exact = new UnsafeBuffer(Arrays.copyOf(message, length));
        stream.adapter(recorded).onMessage(1, exact, 0, length);
        return recorded;
    }

    private static byte[] with(final byte[] message, final int offset, final int value) {
        final byte[] changed = message.clone();
        new UnsafeBuffer(changed).putShort(offset, (short) value, LITTLE_ENDIAN);
        return changed;
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldReadWhatProxyWrote(final SampleMessage sample) {
        assertThat(read(sample.stream(), sample.bytes(), sample.bytes().length).lines)
            .containsExactly(sample.expected());
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldRefuseWhenTruncatedAnywhere(final SampleMessage sample) {
        for (int length = 0; length < sample.bytes().length; length++) {
            final RecordedMessages recorded = read(sample.stream(), sample.bytes(), length);
            assertThat(recorded.lines).as("length " + length).singleElement().asString()
                .startsWith("Refused MALFORMED " + length + " ");
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldRefuseWhenLongerThanItsCounts(final SampleMessage sample) {
        final int length = sample.bytes().length;
        assertThat(read(sample.stream(), sample.bytes(), length + 1).lines)
            .containsExactly("Refused MALFORMED " + (length + 1) + " " + length);
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldRefuseWhenSchemaVersionOrTemplateIsWrong(final SampleMessage sample) {
        final byte[] bytes = sample.bytes();
        final SampleMessage.Stream stream = sample.stream();
        assertThat(read(stream, with(bytes, SCHEMA_OFFSET, 7702), bytes.length).lines)
            .containsExactly("Refused WRONG_SCHEMA 7702 7701");
        assertThat(read(stream, with(bytes, VERSION_OFFSET, 0), bytes.length).lines)
            .containsExactly("Refused WRONG_VERSION 0 1");
        for (final int template : new int[] {0, 19, 60, 61, 71, 65_535}) {
            assertThat(read(stream, with(bytes, TEMPLATE_OFFSET, template), bytes.length).lines)
                .containsExactly("Refused WRONG_TEMPLATE " + template + " 0");
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldRefuseMessageOfAnotherStream(final SampleMessage sample) {
        for (final SampleMessage.Stream stream : SampleMessage.Stream.values()) {
            if (stream != sample.stream()) {
                assertThat(read(stream, sample.bytes(), sample.bytes().length).lines).singleElement().asString()
                    .startsWith("Refused WRONG_TEMPLATE ");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldReadNewerVersionWithLongerBlockAndMoreBehind(final SampleMessage sample) {
        assertThat(read(sample.stream(), newer(sample.bytes(), 2, 12, 20), sample.bytes().length + 32).lines)
            .containsExactly(sample.expected());
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldRefuseLongerBlockWhenVersionIsOurs(final SampleMessage sample) {
        final byte[] longer = newer(sample.bytes(), 1, 12, 0);
        assertThat(read(sample.stream(), longer, longer.length).lines).singleElement().asString()
            .startsWith("Refused MALFORMED ");
    }

    /** The message as a later version writes it: with fields appended to the block, and something new behind. */
    private static byte[] newer(final byte[] bytes, final int version, final int added, final int behind) {
        final UnsafeBuffer source = new UnsafeBuffer(bytes);
        final int blockLength = source.getShort(0, LITTLE_ENDIAN) & 0xFFFF;
        final byte[] result = new byte[bytes.length + added + behind];
        Arrays.fill(result, (byte) 0x5A);
        final int blockEnd = 8 + blockLength;
        System.arraycopy(bytes, 0, result, 0, blockEnd);
        System.arraycopy(bytes, blockEnd, result, blockEnd + added, bytes.length - blockEnd);
        final UnsafeBuffer target = new UnsafeBuffer(result);
        target.putShort(0, (short) (blockLength + added), LITTLE_ENDIAN);
        target.putShort(VERSION_OFFSET, (short) version, LITTLE_ENDIAN);
        return result;
    }

    @Test
    void shouldHaveRouteRequestBlockOf64BytesWithHeader() {
        assertThat(MessageLimits.HEADER_LENGTH + RouteRequestDecoder.BLOCK_LENGTH).isEqualTo(64);
        final FrontendProxy proxy = new FrontendProxy(1);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        assertThat(proxy.encodeRouteRequest(buffer, 0, 1, SampleMessage.parameters(2))).isEqualTo(64 + 8 + 16 + 4);
        assertThat(buffer.getLong(72, LITTLE_ENDIAN)).isEqualTo(1_000);
    }

    @Test
    void shouldNameRequestWhenBlockIsWholeAndRestIsNot() {
        final SampleMessage request = SampleMessage.all().get(2);
        for (int length = 0; length < request.bytes().length; length++) {
            assertThat(read(request.stream(), request.bytes(), length).refusedCorrelationId)
                .isEqualTo(length < 64 ? 0 : 42);
        }
    }

    @Test
    void shouldRefuseRouteRequestWhenCountsAreAbsurd() {
        final SampleMessage request = SampleMessage.all().get(2);
        final int length = request.bytes().length;
        assertThat(read(request.stream(), with(request.bytes(), 70, 65_535), length).lines)
            .containsExactly("Refused MALFORMED " + length + " " + (72 + 65_535 * 8));
        assertThat(read(request.stream(), with(request.bytes(), 70, 2), length).lines).singleElement().asString()
            .startsWith("Refused MALFORMED " + length);
        assertThat(read(request.stream(), with(request.bytes(), 64, 16), length).lines).singleElement().asString()
            .startsWith("Refused MALFORMED " + length);
        assertThat(read(request.stream(), with(request.bytes(), 98, 3), length).lines)
            .containsExactly("Refused MALFORMED " + length + " " + (length + 8));
    }

    @Test
    void shouldRefuseWhenMessageIsLongerThanAny() {
        final FrontendProxy proxy = new FrontendProxy(1);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[300_000]);
        final RouteParameters parameters = new RouteParameters().hashes(SampleMessage.hashes(20_000), 0, 20_000);
        final int tooManyBlocks = proxy.encodeRouteRequest(buffer, 0, 42, parameters);
        final RecordedMessages recorded = new RecordedMessages();
        final IngressAdapter adapter = new IngressAdapter(recorded, 1);
        adapter.onMessage(1, buffer, 0, tooManyBlocks);
        assertThat(recorded.lines).containsExactly("Refused TOO_MANY_BLOCKS 20000 16384");
        assertThat(recorded.refusedCorrelationId).isEqualTo(42);

        final int length = proxy.encodeRouteRequest(buffer, 0, 43, SampleMessage.parameters(16_384));
        buffer.putShort(72 + 16_384 * 8 + 2, (short) 9_000, LITTLE_ENDIAN);
        adapter.onMessage(1, buffer, 0, length + 9_000 * 8);
        assertThat(recorded.lines).element(1).isEqualTo("Refused TOO_MANY_EXCLUDED 9000 1024");
        assertThat(recorded.refusedCorrelationId).isEqualTo(43);

        final int reportLength = proxy.encodeInFlightReport(buffer, 0, 1, true, new UnsafeBuffer(new byte[160_000]), 0,
            10_000);
        adapter.onMessage(1, buffer, 0, reportLength);
        assertThat(recorded.lines).element(2)
            .isEqualTo("Refused MALFORMED " + reportLength + " " + MessageLimits.MAX_MESSAGE_LENGTH);
    }

    @Test
    void shouldRefuseWhenEnumeratedFieldIsUnknown() {
        final List<String> refusals = new ArrayList<>();
        for (final SampleMessage sample : SampleMessage.all()) {
            for (int offset = 8; offset < sample.bytes().length; offset++) {
                final byte[] changed = sample.bytes().clone();
                changed[offset] = 77;
                final String line = read(sample.stream(), changed, changed.length).lines.get(0);
                if (line.startsWith("Refused BAD_FIELD 77")) {
                    refusals.add(line);
                }
            }
        }
        // Every enumerated field of every sample: of frontends, of administrators, of replies.
        assertThat(refusals).hasSize(6 + 3 + 22);
    }

    @Test
    void shouldRefuseNewerVersionsUnknownTemplateByName() {
        final SampleMessage sample = SampleMessage.all().get(0);
        final byte[] changed = with(with(sample.bytes(), VERSION_OFFSET, 2), TEMPLATE_OFFSET, 12);
        assertThat(read(sample.stream(), changed, changed.length).lines).containsExactly("Refused WRONG_TEMPLATE 12 0");
    }

    @Test
    void shouldCutTextBetweenCharactersWhenTooLong() {
        final String text = "x".repeat(1_023) + "é" + "y".repeat(70_000);
        final SampleMessage sample = SampleMessage.of(SampleMessage.Stream.REPLY,
            b -> new ReplyProxy(1).encodeRequestRefused(b, 0, 1, RejectCode.BAD_FIELD, 0, 0, text), "");
        assertThat(read(sample.stream(), sample.bytes(), sample.bytes().length).lines)
            .containsExactly("RequestRefused 1 1 BAD_FIELD 0 0 " + "x".repeat(1_023));
    }

    @Test
    void shouldRefuseTextWhenLongerThanAllowed() {
        final byte[] text = "u".repeat(1_025).getBytes(StandardCharsets.UTF_8);
        final RegisterRankEncoder encoder = new RegisterRankEncoder();
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[2_048]);
        encoder.wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
            .hashScheme(HashScheme.BYTES).putName(text, 0, text.length).putModelName(text, 0, 1);
        final RecordedMessages recorded = new RecordedMessages();
        new IngressAdapter(recorded, 1).onMessage(1, buffer, 0, 8 + encoder.encodedLength());
        assertThat(recorded.lines).containsExactly("Refused BAD_FIELD 1025 1024");
    }
}
