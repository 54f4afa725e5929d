/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.pointsman.codecs.MessageHeaderDecoder;
import io.pointsman.coordinator.router.RouterCounter;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Mutated messages of every kind, from a connected frontend and with its own ids, so that many pass the first checks,
 * while a well-behaved frontend works beside it. The number is set by {@code -Dpointsman.fuzz.messages}, the seed by
 * {@code -Dpointsman.fuzz.seed}.
 */
class LiveFuzzTest {
    private static final int MESSAGES = Integer.getInteger("pointsman.fuzz.messages", 1_000_000);
    private static final long SEED = Long.getLong("pointsman.fuzz.seed", 1);
    private static final int WITNESS_EVERY = 1_000;

    private final Random random = new Random(SEED);
    private final List<byte[]> templates = new ArrayList<>();
    private RawFrontend fuzzer;

    @Test
    void shouldServeOthersAndCountRightWhateverBytesCome() {
        try (TestCoordinator coordinator = TestCoordinator.launch("max-in-flight", "20000", "max-ranks", "64");
            TestFrontend witness = TestFrontend.connect(coordinator)) {
            witness.registerRanks(4);
            fuzzer = RawFrontend.connect(coordinator, 99);
            Await.until("ranks", () -> fuzzer.poll() && fuzzer.heard.epoch != 0);
            collectTemplates();
            for (int i = 0; i < MESSAGES; i++) {
                fuzzer.sendBytes(mutate(templates.get(random.nextInt(templates.size()))));
                if (i % WITNESS_EVERY == 0) {
                    // The fuzzer may have made ranks unhealthy or added others of the model: an answer is what counts.
                    Prompts.set(witness.parameters, i % 7, 12);
                    final long id = witness.send(() -> witness.client().route(witness.parameters));
                    Await.until("an answer while fuzzed, seed " + SEED, () -> witness.poll() && fuzzer.poll() &&
                        (witness.decisions.containsKey(id) || witness.refusals.containsKey(id)));
                    witness.finishAll();
                    witness.decisions.clear();
                    witness.refusals.clear();
                    fuzzer.heard.decisions.clear();
                    fuzzer.heard.rejects.clear();
                }
            }
            assertThat(coordinator.counter("finished")).isPositive();
            assertThat(coordinator.counter(RouterCounter.DECISIONS)).isGreaterThan(MESSAGES / 1_000);
            assertThat(coordinator.counter("rejects, malformed")).isPositive();
            fuzzer.close();
            coordinator.awaitCounter(RouterCounter.FRONTENDS, 1);
            coordinator.assertSettled();
            witness.finishAll();
            assertThat(witness.decide().correlationId()).isPositive();
            witness.finishAll();
        }
    }

    private void collectTemplates() {
        for (final int blocks : new int[]{0, 1, 12, 33}) {
            Prompts.set(fuzzer.parameters, blocks, blocks);
            take(fuzzer.proxy.encodeRouteRequest(fuzzer.buffer, 0, 100 + blocks, fuzzer.parameters));
        }
        fuzzer.parameters.exclude(1, 1).retryOf(100);
        take(fuzzer.proxy.encodeRouteRequest(fuzzer.buffer, 0, 200, fuzzer.parameters));
        fuzzer.parameters.clearExcluded().retryOf(0);
        take(fuzzer.proxy.encodeFirstToken(fuzzer.buffer, 0, 101));
        take(fuzzer.proxy.encodeFinished(fuzzer.buffer, 0, 101, 5));
        take(fuzzer.proxy.encodeFinished(fuzzer.buffer, 0, 112, 5));
        take(fuzzer.proxy.encodeAborted(fuzzer.buffer, 0, 133));
        take(fuzzer.proxy.encodeReassigned(fuzzer.buffer, 0, 112, 2, 1));
        final UnsafeBuffer entries = new UnsafeBuffer(new byte[64]);
        entries.putLong(0, 112);
        entries.putInt(12, 1);
        entries.putLong(16, 300);
        entries.putInt(28, 1);
        take(fuzzer.proxy.encodeInFlightReport(fuzzer.buffer, 0, 1, true, entries, 0, 2));
        take(fuzzer.proxy.encodeRegisterRank(fuzzer.buffer, 0, 7, TestFrontend.rank("http://fuzzed", 1)));
        take(fuzzer.proxy.encodeRankHealth(fuzzer.buffer, 0, 1, 1, true));
        take(fuzzer.proxy.encodeControlAcknowledgement(fuzzer.buffer, 0, 3));
    }

    private void take(final int length) {
        final byte[] template = new byte[length];
        fuzzer.buffer.getBytes(0, template);
        templates.add(template);
    }

    /** Leaves it whole now and then; else changes some bytes, mostly small numbers, or its length. */
    private int mutate(final byte[] template) {
        fuzzer.buffer.putBytes(0, template);
        int length = template.length;
        final int mutations = random.nextInt(4);
        for (int i = 0; i < mutations; i++) {
            final int offset = random.nextInt(template.length);
            switch (random.nextInt(8)) {
                case 0 -> length = random.nextInt(template.length + 8);
                case 1 -> fuzzer.buffer.putByte(offset, (byte)random.nextInt());
                case 2 -> fuzzer.buffer.putByte(random.nextInt(MessageHeaderDecoder.ENCODED_LENGTH),
                    (byte)random.nextInt(64));
                case 3 -> fuzzer.buffer.putLong(Math.max(0, Math.min(offset, template.length - 8)),
                    random.nextLong());
                default -> fuzzer.buffer.putByte(offset, (byte)random.nextInt(5));
            }
        }
        return length;
    }
}
