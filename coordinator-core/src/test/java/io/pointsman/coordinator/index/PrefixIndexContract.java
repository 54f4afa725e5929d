/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link PrefixIndex} must do, under either retention. */
abstract class PrefixIndexContract {
    static final long TTL_NS = 1000;
    static final int RANKS = 8;

    private final Retention retention;
    private final PrefixMatch match = new PrefixMatch(RANKS);
    private PrefixIndex index;
    private long leaf;
    private long told;
    private long assignment;

    PrefixIndexContract(final Retention retention) {
        this.retention = retention;
    }

    abstract PrefixIndex create(Retention kind, long ttlNs, PrefixIndex.LeafListener listener);

    @BeforeEach
    void createIndex() {
        index = create(retention, TTL_NS, (ownerId, newLeaf) -> {
            told = ownerId;
            leaf = newLeaf;
        });
        for (int rank = 0; rank < RANKS; rank++) {
            index.rankLife(rank, 1, 0);
        }
    }

    @AfterEach
    void closeIndex() {
        index.close();
    }

    private long learn(final int rank, final long nowNs, final long... hashes) {
        index.learn(Vectors.wire(hashes), 0, hashes.length, rank, nowNs, ++assignment, 77);
        while (index.learnMore() > 0) {
            assertThat(told).isZero();
        }
        assertThat(told).isEqualTo(77);
        told = 0;
        return leaf;
    }

    private int depth(final int rank, final long nowNs, final long... hashes) {
        index.match(Vectors.wire(hashes), 0, hashes.length, nowNs, match);
        return match.depth(rank);
    }

    private static long[] chain(final int blocks) {
        return Vectors.chain(blocks, 5);
    }

    @Test
    void shouldFindNothingWhenEmpty() {
        assertThat(depth(0, 0, chain(40))).isZero();
        assertThat(match.size()).isZero();
        assertThat(match.knownBlocks()).isZero();
        assertThat(depth(0, 0)).isZero();
    }

    @Test
    void shouldFindEachRanksDepthWhenTheyHoldDifferentPrefixes() {
        learn(1, 0, chain(100));
        learn(2, 0, chain(37));
        learn(3, 0, chain(48));
        learn(3, 0, Vectors.grown(chain(20), 9, 999));

        assertThat(depth(1, 0, chain(100))).isEqualTo(100);
        assertThat(match.depth(2)).isEqualTo(37);
        assertThat(match.depth(3)).isEqualTo(48);
        assertThat(match.size()).isEqualTo(3);
        assertThat(depth(1, 0, chain(30))).isEqualTo(30);
        assertThat(match.depth(2)).isEqualTo(30);
        assertThat(depth(3, 0, Vectors.grown(chain(20), 50, 999))).isEqualTo(29);
        assertThat(match.depth(1)).isEqualTo(20);
    }

    @Test
    void shouldNameTheAssignmentThatLastCoveredTheDeepestBlock() {
        learn(1, 0, chain(100));
        learn(1, 0, chain(50));
        depth(1, 0, chain(100));
        assertThat(match.assignment(1)).isEqualTo(1);
        depth(1, 0, chain(60));
        assertThat(match.assignment(1)).isEqualTo(1);
        depth(1, 0, chain(50));
        assertThat(match.assignment(1)).isEqualTo(2);
        assertThat(match.assignment(2)).isZero();
    }

    @Test
    void shouldReadHashesInPlaceWhenTheyStartAtAnOffset() {
        final UnsafeBuffer wire = Vectors.wire(Vectors.chain(60, 3));
        final UnsafeBuffer shifted = new UnsafeBuffer(new byte[wire.capacity() + 12]);
        shifted.putBytes(12, wire, 0, wire.capacity());
        index.learn(shifted, 12, 60, 4, 0, 1, 0);

        assertThat(depth(4, 0, Vectors.chain(60, 3))).isEqualTo(60);
        index.match(shifted, 12, 45, 0, match);
        assertThat(match.depth(4)).isEqualTo(45);
    }

    @Test
    void shouldForgetWhatARankHeldWhenItsLifeChanges() {
        learn(1, 0, chain(30));
        learn(2, 0, chain(30));
        index.rankLife(1, 1, 1);
        assertThat(depth(1, 0, chain(30))).isZero();
        assertThat(match.depth(2)).isEqualTo(30);
        learn(1, 0, chain(10));
        assertThat(depth(1, 0, chain(30))).isEqualTo(10);
        index.rankLife(1, 0, 1);
        assertThat(depth(1, 0, chain(30))).isZero();
        assertThat(match.size()).isEqualTo(1);
        index.rankLife(1, 2, 1);
        assertThat(depth(1, 0, chain(30))).isZero();
    }

    @Test
    void shouldKeepWhatARankHoldsWhenItsLifeIsSetAgain() {
        learn(1, 0, chain(30));
        index.rankLife(1, 1, 0);
        assertThat(depth(1, 0, chain(30))).isEqualTo(30);
    }

    @Test
    void shouldLearnNothingWhenTheRankIsGoneOrThereAreNoHashes() {
        index.rankLife(5, 0, 0);
        assertThat(learn(5, 0, chain(30))).isEqualTo(PrefixIndex.NO_LEAF);
        assertThat(learn(1, 0)).isEqualTo(PrefixIndex.NO_LEAF);
        assertThat(depth(5, 0, chain(30))).isZero();
        assertThat(index.stats().residentBlocks()).isZero();
    }

    @Test
    void shouldEndLearningWhenAHashRepeats() {
        final long[] repeating = chain(40);
        repeating[25] = repeating[3];
        learn(1, 0, repeating);

        assertThat(index.stats().repeatedHashes()).isEqualTo(1);
        assertThat(depth(1, 0, repeating)).isEqualTo(25);
        assertThat(index.stats().residentBlocks()).isEqualTo(25);
        learn(2, 0, repeating);
        assertThat(index.stats().repeatedHashes()).isEqualTo(2);
        assertThat(depth(2, 0, repeating)).isEqualTo(25);
    }

    @Test
    void shouldEndLearningWhenAHashIsNotPositive() {
        final long[] broken = chain(40);
        broken[21] = 0;
        broken[22] = -7;
        learn(1, 0, broken);
        assertThat(depth(1, 0, broken)).isEqualTo(21);
        assertThat(learn(1, 0, -1)).isEqualTo(PrefixIndex.NO_LEAF);
        assertThat(learn(1, 0, 0)).isEqualTo(PrefixIndex.NO_LEAF);
        assertThat(index.stats().misplacedHashes()).isEqualTo(3);
    }

    @Test
    void shouldHoldUntilTheTimeToLiveHasPassedWhenLeastRecentlyUsed() {
        if (retention == Retention.LRU) {
            learn(1, 0, chain(30));
            learn(1, 500, chain(10));
            assertThat(depth(1, TTL_NS, chain(30))).isEqualTo(30);
            assertThat(depth(1, TTL_NS + 1, chain(30))).isEqualTo(10);
            assertThat(depth(1, TTL_NS + 501, chain(30))).isZero();
            index.release(leaf, 1, 1, 0);
            assertThat(depth(1, TTL_NS, chain(30))).isEqualTo(30);
        }
    }

    @Test
    void shouldHoldOnlyWhileARequestIsInFlightWhenRefZero() {
        if (retention == Retention.REF_ZERO) {
            final long first = learn(1, 0, chain(30));
            final long longer = learn(1, 0, chain(50));
            final long shorter = learn(1, 0, chain(10));
            index.release(longer, 1, 1, 0);
            assertThat(depth(1, TTL_NS * 9, chain(50))).isEqualTo(30);
            index.release(first, 1, 1, 0);
            assertThat(depth(1, TTL_NS * 9, chain(50))).isEqualTo(10);
            index.release(shorter, 1, 1, 0);
            assertThat(depth(1, 0, chain(50))).isZero();
            index.release(PrefixIndex.NO_LEAF, 1, 1, 0);
            index.sweep(0, 100);
            assertThat(index.stats().residentBlocks()).isZero();
        }
    }

    @Test
    void shouldIgnoreAReleaseWhenItIsOfAnEarlierLife() {
        if (retention == Retention.REF_ZERO) {
            final long early = learn(1, 0, chain(30));
            index.rankLife(1, 1, 1);
            final long late = learn(1, 0, chain(30));
            index.release(early, 1, 1, 0);
            assertThat(depth(1, 0, chain(30))).isEqualTo(30);
            index.release(late, 1, 1, 1);
            assertThat(depth(1, 0, chain(30))).isZero();
        }
    }

    @Test
    void shouldFreeWhatNobodyHoldsWhenSwept() {
        learn(1, 0, chain(30));
        learn(2, 0, chain(20));
        index.rankLife(1, 0, 0);
        while (index.sweep(0, 2) > 0) {
            assertThat(depth(2, 0, chain(30))).isEqualTo(20);
        }
        assertThat(index.stats().residentBlocks()).isEqualTo(20);
    }
}
