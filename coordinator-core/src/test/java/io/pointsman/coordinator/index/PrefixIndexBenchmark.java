/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Prints what matching and learning cost. Not a test: run its {@code main}. Every figure is the median of several
 * rounds after warm-up, in nanoseconds a call.
 */
public final class PrefixIndexBenchmark {
    private static final int ROUNDS = 15;
    private static final int RANKS = 16;
    private static final int CALLS = 200_000;
    private static final long EVICTING_BYTES = 24 << 20;

    private final RunPrefixIndex index;
    private final PrefixMatch match = new PrefixMatch(1024);
    private final UnsafeBuffer wire = new UnsafeBuffer(new byte[16_384 * Long.BYTES]);
    private long assignment;
    private long checksum;

    private PrefixIndexBenchmark(final long memoryBytes) {
        index = new RunPrefixIndex(new IndexContext().maxRanks(1024).ttlNs(0).memoryBytes(memoryBytes));
        for (int rank = 0; rank < 1024; rank++) {
            index.rankLife(rank, 1, 0);
        }
    }

    /**
     * Runs everything once.
     *
     * @param args none.
     */
    public static void main(final String[] args) {
        System.out.printf("java %s, %d processors, median of %d rounds%n", System.getProperty("java.version"),
            Runtime.getRuntime().availableProcessors(), ROUNDS);
        for (final int blocks : new int[] {16, 128, 512, 8192}) {
            final PrefixIndexBenchmark benchmark = new PrefixIndexBenchmark(IndexContext.MEMORY_BYTES_DEFAULT);
            benchmark.hot(blocks);
            benchmark.index.close();
        }
        for (final long memoryBytes : new long[] {EVICTING_BYTES, IndexContext.MEMORY_BYTES_DEFAULT}) {
            for (final int known : new int[] {8, 496}) {
                final PrefixIndexBenchmark benchmark = new PrefixIndexBenchmark(memoryBytes);
                System.out.printf("%,d bytes of memory%n", memoryBytes);
                benchmark.growing(known, known == 8 ? 8 : 16);
                System.out.printf("  evicted %,d blocks%n", benchmark.index.stats().evictedBlocks());
                benchmark.index.close();
            }
        }
        final PrefixIndexBenchmark benchmark = new PrefixIndexBenchmark(IndexContext.MEMORY_BYTES_DEFAULT);
        benchmark.sharedByAll();
        benchmark.index.close();
    }

    private void measure(final String what, final int calls, final Runnable round) {
        final long[] ns = new long[ROUNDS];
        round.run();
        round.run();
        for (int i = 0; i < ROUNDS; i++) {
            final long startNs = System.nanoTime();
            round.run();
            ns[i] = System.nanoTime() - startNs;
        }
        Arrays.sort(ns);
        System.out.printf("%-70s %,10.1f ns (best %,.1f)%n", what, (double) ns[ROUNDS / 2] / calls,
            (double) ns[0] / calls);
    }

    /** One chain, held by one rank, again and again. */
    private void hot(final int blocks) {
        Vectors.put(wire, Vectors.chain(blocks, 1));
        index.learn(wire, 0, blocks, 3, 0, ++assignment, 0);
        complete();
        measure("match " + blocks + " blocks, hot, one run", CALLS, () -> {
            for (int i = 0; i < CALLS; i++) {
                index.match(wire, 0, blocks, 0, match);
                checksum += match.depth(3);
            }
        });
        measure("learn " + blocks + " blocks again, hot, one run", CALLS, () -> {
            for (int i = 0; i < CALLS; i++) {
                index.learn(wire, 0, blocks, 3, 0, ++assignment, 0);
            }
        });
    }

    private void complete() {
        int work;
        do {
            work = index.learnMore();
        } while (work > 0);
    }

    /** Requests of which a part is known, over 16 ranks. */
    private void growing(final int known, final int fresh) {
        final int prompts = 1024;
        final long[][] prompt = new long[prompts][];
        for (int i = 0; i < prompts; i++) {
            prompt[i] = Vectors.chain(known, (long) i << 32);
        }
        final String what = known + " known and " + fresh + " new blocks";
        measure("match and learn " + what, CALLS / 10, () -> growing(prompt, known, fresh, true));
        measure("  of which building the request", CALLS / 10, () -> growing(prompt, known, fresh, false));
    }

    private void growing(final long[][] prompts, final int known, final int fresh, final boolean isUsed) {
        for (int i = 0; i < CALLS / 10; i++) {
            final long[] prompt = prompts[i & prompts.length - 1];
            for (int block = 0; block < known; block++) {
                wire.putLong(block * Long.BYTES, prompt[block], ByteOrder.LITTLE_ENDIAN);
            }
            assignment++;
            long hash = prompt[known - 1];
            for (int block = 0; block < fresh; block++) {
                hash = Vectors.chained(hash, assignment);
                wire.putLong((known + block) * Long.BYTES, hash, ByteOrder.LITTLE_ENDIAN);
            }
            if (isUsed) {
                index.match(wire, 0, known + fresh, 0, match);
                checksum += match.depth(i & RANKS - 1);
                index.learn(wire, 0, known + fresh, i & RANKS - 1, 0, assignment, 0);
            }
        }
    }

    /** A system prompt that all of 1,024 ranks hold. */
    private void sharedByAll() {
        final int blocks = 20;
        Vectors.put(wire, Vectors.chain(blocks, 1));
        measure("learn 20 blocks, held by 1,024 ranks", CALLS / 10, () -> {
            for (int i = 0; i < CALLS / 10; i++) {
                index.learn(wire, 0, blocks, i & 1023, 0, ++assignment, 0);
            }
        });
        measure("match 20 blocks, held by 1,024 ranks", CALLS / 100, () -> {
            for (int i = 0; i < CALLS / 100; i++) {
                index.match(wire, 0, blocks, 0, match);
                checksum += match.size();
            }
        });
    }
}
