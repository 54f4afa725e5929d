/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import static io.pointsman.coordinator.index.IndexFixture.TTL_NS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules without which the run index is wrong; each test fails without its rule. */
class RunPrefixIndexRulesTest {
    private static final int MAX_BLOCKS = 4096;
    private static final long AMPLE = 4 << 20;

    private static long[] chain(final int blocks) {
        return Vectors.chain(blocks, 1);
    }

    private static IndexFixture index(final Retention retention) {
        return new IndexFixture(retention, AMPLE, MAX_BLOCKS);
    }

    private static IndexFixture smallIndex(final Retention retention, final int maxBlocks) {
        return new IndexFixture(retention, MemoryPlan.leastBytes(maxBlocks), maxBlocks);
    }

    @Test
    void shouldSplitWhenTheSameRankCoversPartOfARun() {
        try (IndexFixture index = index(Retention.LRU)) {
            index.learn(1, 0, chain(40));
            index.learn(1, TTL_NS, chain(21));

            assertThat(index.depth(1, TTL_NS, chain(40))).isEqualTo(40);
            assertThat(index.match().assignment(1)).isEqualTo(1);
            assertThat(index.depth(1, TTL_NS + 1, chain(40))).isEqualTo(21);
            assertThat(index.match().assignment(1)).isEqualTo(2);
        }
    }

    @Test
    void shouldKeepLeavesWhenTheirRunIsSplit() {
        try (IndexFixture index = index(Retention.REF_ZERO)) {
            final long longer = index.learn(1, 0, chain(40));
            final long shorter = index.learn(1, 0, chain(21));
            final long branch = index.learn(1, 0, Vectors.grown(chain(30), 10, 777));

            index.release(longer, 1);
            assertThat(index.depth(1, 0, chain(40))).isEqualTo(30);
            index.release(branch, 1);
            assertThat(index.depth(1, 0, chain(40))).isEqualTo(21);
            index.release(shorter, 1);
            assertThat(index.depth(1, 0, chain(40))).isZero();
            assertThat(index.stats().residentBlocks()).isZero();
        }
    }

    @Test
    void shouldResetAHolderWhenItIsOfAnotherLife() {
        try (IndexFixture index = index(Retention.REF_ZERO)) {
            final long early = index.learn(1, 0, chain(40));
            index.index().rankLife(1, 1, 1);
            final long late = index.learn(1, 0, chain(40));
            index.index().release(early, 1, 1, 0);
            assertThat(index.depth(1, 0, chain(40))).isEqualTo(40);
            index.index().release(late, 1, 1, 1);
            assertThat(index.depth(1, 0, chain(40))).isZero();

            final long third = index.learn(1, 0, chain(40));
            index.index().rankLife(1, 2, 1);
            index.learn(1, 0, chain(40));
            index.index().release(third, 1, 1, 1);
            assertThat(index.depth(1, 0, chain(40))).isEqualTo(40);
        }
    }

    @Test
    void shouldNotTakeWhatIsInFlightWhenMemoryIsShort() {
        try (IndexFixture index = smallIndex(Retention.REF_ZERO, 64)) {
            final List<long[]> requests = new ArrayList<>();
            for (int i = 0; index.stats().exhausted() == 0; i++) {
                requests.add(Vectors.chain(50, i << 20));
                index.learn(i % 16, 0, requests.get(i));
            }
            assertThat(requests).hasSizeGreaterThan(3);
            for (int i = 0; i < requests.size() - 1; i++) {
                assertThat(index.depth(i % 16, 0, requests.get(i))).isEqualTo(50);
            }
        }
    }

    @Test
    void shouldNotTakeThePathBeingLearnedWhenMemoryIsShort() {
        try (IndexFixture index = smallIndex(Retention.LRU, 256)) {
            final long[] oldest = Vectors.chain(100, 1 << 20);
            index.learn(1, 0, oldest);
            index.learn(2, 0, oldest);
            for (int i = 2; index.stats().evictedBlocks() == 0; i++) {
                index.learn(3, 0, oldest);
                index.validate();
                index.learn(3, 0, Vectors.chain(10, i << 20));
            }
            // Now the oldest run of all is the one that the next request goes on from.
            index.learn(3, 0, Vectors.chain(10, 999 << 20));
            final long[] kept = Vectors.chain(256, 1 << 20);
            index.learn(1, 0, kept);
            assertThat(index.depth(1, 0, kept)).isEqualTo(256);
        }
    }

    @Test
    void shouldGoOnFromTheOldestRunWhenNothingElseIsOlder() {
        try (IndexFixture index = smallIndex(Retention.LRU, 256)) {
            final long[] oldest = Vectors.chain(24, 1 << 20);
            index.learn(1, 0, oldest);
            int requests = 0;
            while (index.index().memory().cells().free() >= 3) {
                index.learn(2, 0, Vectors.chain(48, ++requests + 1 << 20));
            }
            assertThat(index.evicted()).isEmpty();
            final long[] longer = Vectors.chain(200, 1 << 20);
            index.learn(1, 0, longer);
            assertThat(index.depth(1, 0, longer)).isEqualTo(200);
            assertThat(index.evicted()).isNotEmpty().doesNotContain(oldest[0], oldest[23]);
        }
    }

    @Test
    void shouldEndLearningWhenOnlyThePathBeingLearnedIsLeftToTake() {
        try (IndexFixture index = smallIndex(Retention.LRU, 256)) {
            final int runs = index.index().memory().runs().free();
            // Ranks take turns, so that no run can be extended.
            for (int blocks = 1; blocks <= runs; blocks++) {
                index.learn(blocks % 2, 0, chain(blocks));
            }
            assertThat(index.index().memory().runs().free()).isZero();
            index.learn((runs + 1) % 2, 0, chain(runs + 1));

            assertThat(index.stats().exhausted()).isEqualTo(1);
            assertThat(index.evicted()).isEmpty();
            assertThat(index.depth((runs + 1) % 2, 0, chain(runs + 1))).isEqualTo(runs);
        }
    }

    @Test
    void shouldNotTakeThePathBeingLearnedWhenOnlyADeadLifeHoldsIt() {
        try (IndexFixture index = smallIndex(Retention.REF_ZERO, 64)) {
            index.learn(1, 0, chain(40));
            index.index().rankLife(1, 2, 0);
            for (int i = 2; index.index().memory().runs().free() > 0; i++) {
                index.learn(2, 0, Vectors.chain(1, i << 20));
            }
            assertThat(index.learn(2, 0, chain(20))).isEqualTo(PrefixIndex.NO_LEAF);
            assertThat(index.stats().exhausted()).isEqualTo(1);
        }
    }

    @Test
    void shouldExpireAtMatchWhenNothingWasSwept() {
        try (IndexFixture index = index(Retention.LRU)) {
            index.learn(1, 5, chain(40));
            assertThat(index.depth(1, 5 + TTL_NS, chain(40))).isEqualTo(40);
            assertThat(index.depth(1, 6 + TTL_NS, chain(40))).isZero();
            assertThat(index.match().knownBlocks()).isEqualTo(40);
        }
    }

    @Test
    void shouldNotCountAHitWhenItIsAtAnotherDepth() {
        try (IndexFixture index = index(Retention.LRU)) {
            final long[] known = chain(40);
            index.learn(1, 0, known);
            assertThat(index.depth(1, 0, known[16], known[17])).isZero();
            assertThat(index.depth(1, 0, known[0], known[16])).isEqualTo(1);
            index.learn(2, 0, known[32], known[33]);
            assertThat(index.stats().misplacedHashes()).isEqualTo(1);
            assertThat(index.stats().residentBlocks()).isEqualTo(40);
            index.learn(2, 0, 4711, known[0]);
            assertThat(index.depth(2, 0, 4711, known[0])).isEqualTo(2);
            index.learn(2, 0, Vectors.grown(new long[] {4712}, 15, 5));
            final long[] branch = Arrays.copyOf(Vectors.grown(new long[] {4712}, 15, 5), 17);
            branch[16] = known[0];
            index.learn(2, 0, branch);
            assertThat(index.stats().misplacedHashes()).isEqualTo(2);
            assertThat(index.depth(2, 0, branch)).isEqualTo(16);
        }
    }

    @Test
    void shouldNotCountAHitWhenItIsUnderAnotherParent() {
        try (IndexFixture index = index(Retention.LRU)) {
            final long[] known = chain(10);
            index.learn(1, 0, known);
            index.learn(1, 0, Vectors.grown(chain(5), 3, 99));
            final long[] other = Arrays.copyOf(Vectors.chain(5, 1234), 6);
            index.learn(1, 0, Arrays.copyOf(other, 5));
            other[5] = known[5];

            assertThat(index.depth(1, 0, other)).isEqualTo(5);
            index.learn(2, 0, other);
            assertThat(index.depth(2, 0, other)).isEqualTo(5);
            assertThat(index.stats().misplacedHashes()).isEqualTo(1);
        }
    }

    @Test
    void shouldSkipTheRefreshWhenASplitFindsNoFreeRun() {
        try (IndexFixture index = smallIndex(Retention.REF_ZERO, 64)) {
            final long[] known = chain(16);
            index.learn(1, 0, known);
            for (int i = 2; index.index().memory().runs().free() > 0; i++) {
                index.learn(1, 0, Vectors.chain(1, i << 20));
            }
            final long exhausted = index.stats().exhausted();

            assertThat(index.learn(2, 0, chain(8))).isEqualTo(PrefixIndex.NO_LEAF);
            assertThat(index.stats().exhausted()).isEqualTo(exhausted + 1);
            assertThat(index.depth(2, 0, known)).isZero();
            assertThat(index.depth(1, 0, known)).isEqualTo(16);
        }
    }

    @Test
    void shouldEndLearningWhenNoCellCanBeHad() {
        try (IndexFixture index = smallIndex(Retention.REF_ZERO, 256)) {
            int learned = 0;
            for (int i = 1; index.stats().exhausted() == 0; i++) {
                index.learn(1, 0, Vectors.chain(200, i << 20));
                learned = index.depth(1, 0, Vectors.chain(200, i << 20));
            }
            assertThat(learned).isBetween(1, 199);
            assertThat(index.index().memory().cells().free()).isZero();
        }
    }

    @Test
    void shouldSkipTheRefreshWhenNoHolderCellCanBeHad() {
        try (IndexFixture index = smallIndex(Retention.REF_ZERO, 256)) {
            for (int i = 1; index.stats().exhausted() == 0; i++) {
                index.learn(1, 0, Vectors.chain(200, i << 20));
            }
            assertThat(index.learn(2, 0, Vectors.chain(200, 1 << 20))).isEqualTo(PrefixIndex.NO_LEAF);
            assertThat(index.depth(1, 0, Vectors.chain(200, 1 << 20))).isEqualTo(200);
            assertThat(index.match().depth(2)).isZero();
        }
    }

    @Test
    void shouldLearnInPiecesAndInOrderWhenAPromptIsGiant() {
        try (IndexFixture index = index(Retention.LRU)) {
            final long[] giant = chain(1300);
            index.begin(1, 0, giant);
            index.begin(2, 0, Vectors.chain(10, 77));
            assertThat(index.depth(1, 0, giant)).isEqualTo(Learner.PIECE_BLOCKS);
            assertThat(index.index().learnMore()).isEqualTo(1);
            assertThat(index.depth(1, 0, giant)).isEqualTo(2 * Learner.PIECE_BLOCKS);
            assertThat(index.completed()).isZero();
            assertThat(index.index().learnMore()).isEqualTo(1);
            assertThat(index.depth(1, 0, giant)).isEqualTo(1300);
            assertThat(index.completed()).isEqualTo(1);
            assertThat(index.depth(2, 0, Vectors.chain(10, 77))).isZero();
            assertThat(index.index().learnMore()).isEqualTo(1);
            assertThat(index.completed()).isEqualTo(2);
            assertThat(index.depth(2, 0, Vectors.chain(10, 77))).isEqualTo(10);
            assertThat(index.index().learnMore()).isZero();
        }
    }

    @Test
    void shouldCompleteTheOldestFirstWhenTheQueueIsFull() {
        try (IndexFixture index = index(Retention.LRU)) {
            for (int i = 1; i <= 9; i++) {
                index.begin(i, 0, Vectors.chain(MAX_BLOCKS - i, i << 20));
            }
            assertThat(index.completed()).isBetween(4L, 6L);
            while (index.index().learnMore() > 0) {
                index.validate();
            }
            for (int i = 1; i <= 9; i++) {
                assertThat(index.depth(i, 0, Vectors.chain(MAX_BLOCKS, i << 20))).isEqualTo(MAX_BLOCKS - i);
            }
        }
    }

    @Test
    void shouldDropTheRestWhenTheRanksLifeChangesWhileItIsPending() {
        try (IndexFixture index = index(Retention.REF_ZERO)) {
            index.begin(1, 0, chain(2000));
            index.begin(1, 0, Vectors.chain(20, 77));
            index.index().rankLife(1, 1, 1);
            assertThat(index.learn(2, 0, Vectors.chain(30, 78))).isNotEqualTo(PrefixIndex.NO_LEAF);
            assertThat(index.depth(1, 0, chain(2000))).isZero();
            assertThat(index.match().knownBlocks()).isEqualTo(Learner.PIECE_BLOCKS);
            assertThat(index.depth(1, 0, Vectors.chain(20, 77))).isZero();
            assertThat(index.match().knownBlocks()).isZero();
            assertThat(index.depth(2, 0, Vectors.chain(30, 78))).isEqualTo(30);
        }
    }

    @Test
    void shouldTellOfEveryEvictedBlockWhenMemoryIsShort() {
        try (IndexFixture index = smallIndex(Retention.LRU, 256)) {
            final int requests = 100;
            for (int i = 0; i < requests; i++) {
                index.learn(i % 16, 0, Vectors.grown(Vectors.chain(5, 1), 30, i + 1 << 20));
            }
            assertThat(index.evicted()).hasSize((int) index.stats().evictedBlocks()).isNotEmpty();
            for (int i = 0; i < requests; i++) {
                final long[] request = Vectors.grown(Vectors.chain(5, 1), 30, i + 1 << 20);
                final int held = index.depth(i % 16, 0, request);
                for (int block = 0; block < request.length; block++) {
                    assertThat(index.evicted().contains(request[block])).isEqualTo(block >= held);
                }
            }
        }
    }

    @Test
    void shouldIgnoreALeafWhenItsRunWasTakenForAnother() {
        try (IndexFixture index = index(Retention.REF_ZERO)) {
            final long early = index.learn(1, 0, chain(40));
            index.release(early, 1);
            index.learn(1, 0, Vectors.chain(20, 55));
            index.release(early, 1);
            assertThat(index.depth(1, 0, Vectors.chain(20, 55))).isEqualTo(20);
        }
    }

    @Test
    void shouldNotExtendARunWhenAShorterRequestRefersToIt() {
        try (IndexFixture index = index(Retention.REF_ZERO)) {
            final long shorter = index.learn(1, 0, chain(20));
            final long longer = index.learn(1, 0, chain(30));
            index.release(longer, 1);
            assertThat(index.depth(1, 0, chain(30))).isEqualTo(20);
            index.release(shorter, 1);
            assertThat(index.depth(1, 0, chain(30))).isZero();
        }
    }

    @Test
    void shouldExtendTheLeafWhenOnlyItsRankHoldsIt() {
        try (IndexFixture index = index(Retention.LRU)) {
            for (int blocks = 10; blocks <= 100; blocks += 10) {
                index.learn(1, 0, chain(blocks));
            }
            assertThat(index.index().memory().runs().used()).isEqualTo(1);
            index.learn(2, 0, chain(100));
            index.learn(1, 0, chain(110));
            assertThat(index.index().memory().runs().used()).isEqualTo(2);
            index.learn(2, 2 * TTL_NS, chain(110));
            index.learn(2, 2 * TTL_NS, chain(130));
            assertThat(index.index().memory().runs().used()).isEqualTo(2);
            assertThat(index.depth(2, 2 * TTL_NS, chain(130))).isEqualTo(130);
        }
    }
}
