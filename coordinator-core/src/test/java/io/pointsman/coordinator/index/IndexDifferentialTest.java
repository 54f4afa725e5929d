/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The fast index against the oracle: a million operations per retention, or as many as
 * {@code -Dpointsman.index.operations} says, over three shapes of traffic, and more on giant and hostile prompts.
 */
class IndexDifferentialTest {
    private static final long OPERATIONS = Long.getLong("pointsman.index.operations", 1_000_000);
    private static final long SEED = Long.getLong("pointsman.index.seed", 42);

    private static IndexStats run(final String name, final Retention retention, final long operations,
                                  final IndexDifferential.Shape shape) {
        final long startNs = System.nanoTime();
        final IndexDifferential differential =
            new IndexDifferential(name + ", seed " + SEED, shape, retention, SEED);
        differential.run(operations, retention);
        final IndexStats stats = differential.stats();
        System.out.printf("%s %s: %d operations, %d blocks compared, evicted %d, exhausted %d, repeats %d, "
                + "misplaced %d, %d ms%n", retention, name, operations, differential.checkedBlocks(),
            stats.evictedBlocks(), stats.exhausted(), stats.repeatedHashes(), stats.misplacedHashes(),
            (System.nanoTime() - startNs) / 1_000_000);
        return stats;
    }

    @ParameterizedTest
    @EnumSource
    void shouldAgreeWhenMemoryIsAmple(final Retention retention) {
        final IndexStats stats = run("ample memory", retention, OPERATIONS * 4 / 10,
            new IndexDifferential.Shape(32 << 20, 16, 96, 12, false));

        assertThat(stats.evictedBlocks()).isZero();
        assertThat(stats.exhausted()).isZero();
        assertThat(stats.misplacedHashes()).isZero();
        assertThat(stats.repeatedHashes()).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void shouldAgreeWhenMemoryIsShort(final Retention retention) {
        final IndexStats stats = run("short memory", retention, OPERATIONS * 4 / 10,
            new IndexDifferential.Shape(64 << 10, 16, 128, 20, false));

        assertThat(stats.evictedBlocks() + stats.exhausted()).isPositive();
        assertThat(stats.misplacedHashes()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void shouldAgreeWhenThereAreManyRanks(final Retention retention) {
        run("many ranks", retention, OPERATIONS * 2 / 10,
            new IndexDifferential.Shape(256 << 10, 300, 64, 8, false));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAgreeWhenPromptsAreLearnedInPieces(final Retention retention) {
        run("giant prompts", retention, OPERATIONS / 400,
            new IndexDifferential.Shape(1 << 20, 8, 4096, 1500, false));
    }

    @ParameterizedTest
    @EnumSource
    void shouldStayWholeWhenHashesAreNotChained(final Retention retention) {
        final IndexStats stats = run("hostile", retention, OPERATIONS / 10,
            new IndexDifferential.Shape(48 << 10, 16, 100, 20, true));

        assertThat(stats.misplacedHashes()).isPositive();
        assertThat(stats.repeatedHashes()).isPositive();
    }
}
