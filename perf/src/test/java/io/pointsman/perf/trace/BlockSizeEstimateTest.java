/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BlockSizeEstimateTest {
    @Test
    void shouldFindTheSizeWhenIncompleteBlocksCount() {
        final BlockSizeEstimate estimate = new BlockSizeEstimate();
        for (int tokens = 1_000; tokens < 100_000; tokens += 997) {
            estimate.add(tokens, (tokens + 511) / 512);
        }
        assertThat(estimate.blockTokens()).isEqualTo(512);
    }

    @Test
    void shouldFindTheSizeWhenOnlyCompleteBlocksCount() {
        final BlockSizeEstimate estimate = new BlockSizeEstimate();
        for (int tokens = 1_000; tokens < 100_000; tokens += 997) {
            estimate.add(tokens, tokens / 64);
        }
        assertThat(estimate.blockTokens()).isEqualTo(64);
    }

    @Test
    void shouldFindASizeThatIsNoPowerOfTwo() {
        final BlockSizeEstimate estimate = new BlockSizeEstimate();
        for (int tokens = 10_000; tokens < 100_000; tokens += 97) {
            estimate.add(tokens, tokens / 100);
        }
        assertThat(estimate.blockTokens()).isEqualTo(100);
    }

    @Test
    void shouldFindNoneWhenPromptsDisagree() {
        final BlockSizeEstimate estimate = new BlockSizeEstimate();
        estimate.add(1_000, 10);
        estimate.add(1_000, 500);
        assertThat(estimate.blockTokens()).isZero();
    }

    @Test
    void shouldFindNoneWhenNoPromptHasABlock() {
        final BlockSizeEstimate estimate = new BlockSizeEstimate();
        estimate.add(10, 0);
        assertThat(estimate.blockTokens()).isZero();
    }
}
