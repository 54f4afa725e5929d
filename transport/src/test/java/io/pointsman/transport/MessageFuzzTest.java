/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Mutates messages at random, with a seed, and has every field of what passes the checks read. */
class MessageFuzzTest {
    private static final int[] EXTREMES = {0, 1, 7, 8, 16, 255, 256, 1_024, 16_384, 32_767, 32_768, 65_534, 65_535};

    private final long seed = Long.getLong("pointsman.fuzz.seed", 20_261_130L);
    private final long messages = Long.getLong("pointsman.fuzz.messages", 1_000_000L);
    private final Random random = new Random(seed);
    private final RecordedMessages recorded = new RecordedMessages();
    private final TermOfFragments term = new TermOfFragments();

    @Test
    void shouldAcceptOrRefuseButNeverThrowOrReadBeyondWhenBytesAreMutated() {
        final List<SampleMessage> samples = new ArrayList<>(SampleMessage.all());
        samples.add(SampleMessage.of(SampleMessage.Stream.INGRESS,
            b -> new FrontendProxy(1).encodeRouteRequest(b, 0, 1, SampleMessage.parameters(64).exclude(1, 1)), ""));
        final MessageAdapter[] adapters = Arrays.stream(SampleMessage.Stream.values())
            .map(stream -> stream.adapter(recorded)).toArray(MessageAdapter[]::new);
        long accepted = 0;
        long refused = 0;
        for (long i = 0; i < messages; i++) {
            final SampleMessage sample = samples.get(random.nextInt(samples.size()));
            final byte[] message = mutate(sample.bytes());
            recorded.lines.clear();
            show(adapters[sample.stream().ordinal()], sample, message, i);
            assertThat(recorded.lines.size()).as("message %d, seed %d", i, seed).isEqualTo(1);
            if (recorded.lines.get(0).startsWith("Refused")) {
                refused++;
            } else {
                accepted++;
            }
        }
        // Both ends must have been exercised, or the mutations are of no use.
        assertThat(accepted).isGreaterThan(messages / 20);
        assertThat(refused).isGreaterThan(messages / 20);
    }

    private void show(
        final MessageAdapter adapter, final SampleMessage sample, final byte[] message, final long number) {
        try {
            if (message.length > 1 && random.nextInt(8) == 0) {
                term.showAll(adapter, 1, message, 1 + random.nextInt(message.length));
            } else {
                // Ends where the message does: a read beyond it throws.
                adapter.onMessage(1, new UnsafeBuffer(message), 0, message.length);
            }
        } catch (final RuntimeException ex) {
            fail("message " + number + " of seed " + seed + ", from " + sample + ": " + Arrays.toString(message), ex);
        }
    }

    private byte[] mutate(final byte[] original) {
        byte[] message = original.clone();
        final int mutations = 1 + random.nextInt(3);
        for (int i = 0; i < mutations; i++) {
            final int where = message.length < 4 ? -1 : random.nextInt(message.length - 3);
            switch (random.nextInt(6)) {
                case 0:
                    message = Arrays.copyOf(message, random.nextInt(message.length + 1));
                    break;
                case 1:
                    message = Arrays.copyOf(message, message.length + random.nextInt(64));
                    break;
                case 2:
                    put(message, where, random.nextInt());
                    break;
                case 3:
                    put(message, where, EXTREMES[random.nextInt(EXTREMES.length)]);
                    break;
                case 4:
                    // A header's field, which decides what all else means.
                    put(message, Math.min(where, 2 * random.nextInt(4)), EXTREMES[random.nextInt(EXTREMES.length)]);
                    break;
                default:
                    if (where >= 0) {
                        message[where] ^= (byte) (1 << random.nextInt(8));
                    }
                    break;
            }
        }
        return message;
    }

    private static void put(final byte[] message, final int offset, final int value) {
        if (offset >= 0) {
            new UnsafeBuffer(message).putShort(offset, (short) value, ByteOrder.LITTLE_ENDIAN);
        }
    }
}
