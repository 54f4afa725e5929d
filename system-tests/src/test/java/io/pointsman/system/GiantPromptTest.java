/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.pointsman.codecs.RejectCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prompts of a million tokens, which travel in fragments. */
class GiantPromptTest {
    private static final int MOST_BLOCKS = 16_384;

    @ParameterizedTest
    @ValueSource(strings = {"ipc", "udp"})
    void shouldDecideLearnAndMatchAMillionTokens(final String media) {
        final String channel = "ipc".equals(media) ? TestCoordinator.IPC : TestCoordinator.udpChannel();
        try (TestCoordinator coordinator = TestCoordinator.launch("channel", channel);
            TestFrontend frontend = TestFrontend.connect(coordinator)) {
            frontend.registerRanks(3);
            for (final int blocks : new int[]{MOST_BLOCKS, MOST_BLOCKS - 1, 8_181, 200}) {
                Prompts.set(frontend.parameters, blocks, blocks);
                final TestFrontend.Decision first = frontend.decide();
                frontend.finishAll();
                final TestFrontend.Decision second = frontend.decide();
                frontend.finishAll();

                assertThat(first.matchedBlocks()).isZero();
                assertThat(second.matchedBlocks()).isEqualTo(blocks);
                assertThat(second.rankIndex()).isEqualTo(first.rankIndex());
            }
            coordinator.assertSettled();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 101})
    void shouldTakeUpToMaxBlocksAndRejectMore(final int blocks) {
        try (TestCoordinator coordinator = TestCoordinator.launch("max-blocks", "100")) {
            final RawFrontend frontend = RawFrontend.connect(coordinator, 77);
            frontend.register(TestFrontend.rank("http://a", 1));
            Prompts.set(frontend.parameters, 1, blocks);
            if (blocks <= 100) {
                frontend.decide(1);
                frontend.finish(1);
            } else {
                frontend.route(1);
                assertThat(frontend.nextReject(0).code()).isEqualTo(RejectCode.TOO_MANY_BLOCKS);
            }
            coordinator.assertSettled();
            frontend.close();
        }
    }
}
