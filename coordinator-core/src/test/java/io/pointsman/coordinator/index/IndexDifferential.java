/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Plays a seeded sequence of operations against the fast and the naive index and fails at the first difference. The
 * naive one follows the fast one's pieces of learning and its evictions, as the observer tells them.
 */
final class IndexDifferential implements IndexObserver {
    private static final long TTL_NS = 1_000_000;
    private static final int MOST_CHECKS = 10;
    private static final int MOST_IN_FLIGHT = 3000;

    private final String name;
    private final Shape shape;
    private final Random random;
    private final RunPrefixIndex fast;
    private final NaivePrefixIndex naive;
    private final PrefixMatch fastMatch;
    private final PrefixMatch naiveMatch;
    private final UnsafeBuffer wire;
    private final Deque<Request> learning = new ArrayDeque<>();
    private final List<InFlight> inFlight = new ArrayList<>();
    private final Map<Integer, NaivePrefixIndex.Life> lives = new HashMap<>();
    private final long[][] conversations = new long[200][];
    private long nowNs = 1;
    private long assignment;
    private long ownerId;
    private long operation;
    private long checkedBlocks;
    private long fastExhausted;

    IndexDifferential(final String name, final Shape shape, final Retention retention, final long seed) {
        this.name = name;
        this.shape = shape;
        random = new Random(seed);
        final IndexContext context = new IndexContext().memoryBytes(shape.memoryBytes).maxRanks(shape.ranks)
            .maxBlocks(shape.maxBlocks).retention(retention).ttlNs(TTL_NS).observer(this)
            .leafListener(this::onLearned);
        fast = new RunPrefixIndex(context);
        naive = new NaivePrefixIndex(retention, TTL_NS, (owner, leaf) -> { });
        fastMatch = new PrefixMatch(shape.ranks);
        naiveMatch = new PrefixMatch(shape.ranks);
        wire = new UnsafeBuffer(new byte[shape.maxBlocks * Long.BYTES]);
        for (int rank = 0; rank < shape.ranks; rank++) {
            changeLife(rank, 1, 0);
        }
        for (int i = 0; i < conversations.length; i++) {
            conversations[i] = begin();
        }
    }

    /** What the operations are like. */
    record Shape(long memoryBytes, int ranks, int maxBlocks, int growth, boolean isHostile) {
    }

    private record InFlight(long leaf, long naiveLeaf, int rank, NaivePrefixIndex.Life life) {
    }

    private record Request(long ownerId, UnsafeBuffer vector, int count, int rank, NaivePrefixIndex.Life life,
                           long nowNs, long assignment, List<Long> path) {
    }

    void run(final long operations, final Retention retention) {
        final long checkInterval = Math.max(1, operations / MOST_CHECKS);
        try {
            for (operation = 1; operation <= operations; operation++) {
                step();
                if (operation % checkInterval == 0 || operation == operations) {
                    IndexValidator.validate(fast, retention);
                    if (!shape.isHostile) {
                        IndexValidator.compare(fast, naive, nowNs);
                        naive.sweep(nowNs, Integer.MAX_VALUE);
                    }
                }
            }
            drain(retention);
        } catch (final RuntimeException | AssertionError e) {
            throw new AssertionError(name + ", operation " + operation, e);
        } finally {
            fast.close();
        }
    }

    private void drain(final Retention retention) {
        int work;
        do {
            work = fast.learnMore();
        } while (work > 0);
        while (!inFlight.isEmpty()) {
            release();
        }
        nowNs += 2 * TTL_NS;
        do {
            work = fast.sweep(nowNs, Integer.MAX_VALUE);
        } while (work > 0);
        IndexValidator.validate(fast, retention);
        assertThat(fast.stats().residentBlocks()).as("resident at the end").isZero();
    }

    IndexStats stats() {
        return fast.stats();
    }

    long checkedBlocks() {
        return checkedBlocks;
    }

    private void step() {
        nowNs += random.nextInt((int) (TTL_NS / 2000));
        final int choice = random.nextInt(1000);
        if (inFlight.size() > MOST_IN_FLIGHT) {
            release();
        } else if (choice < 400) {
            match(pick());
        } else if (choice < 700) {
            learn(pick());
        } else if (choice < 950) {
            release();
        } else if (choice < 970) {
            fast.sweep(nowNs, random.nextInt(50));
        } else if (choice < 990) {
            fast.learnMore();
        } else if (choice < 995) {
            changeLife();
        } else if (choice < 996) {
            nowNs += random.nextInt((int) (2 * TTL_NS));
        } else {
            conversations[random.nextInt(conversations.length)] = begin();
        }
    }

    private long[] begin() {
        if (shape.isHostile) {
            return random.longs(random.nextInt(shape.maxBlocks), -1, 4L * shape.maxBlocks).toArray();
        }
        final int kind = random.nextInt(10);
        if (kind < 5) {
            final int prompt = random.nextInt(4);
            return Vectors.chain(Math.min(shape.maxBlocks, prompt * 11), prompt << 20);
        }
        final long[] other = conversations[random.nextInt(conversations.length)];
        return other == null ? new long[0] : Arrays.copyOf(other, random.nextInt(other.length + 1));
    }

    /** A conversation, grown more often than not, or the beginning of one. */
    private long[] pick() {
        final int i = random.nextInt(conversations.length);
        final int growth = random.nextInt(3) == 0 ? 0 : random.nextInt(shape.growth);
        long[] conversation = conversations[i];
        if (!shape.isHostile && conversation.length + growth <= shape.maxBlocks) {
            conversation = Vectors.grown(conversation, growth, random.nextLong());
        } else {
            conversations[i] = begin();
        }
        if (random.nextInt(10) == 0) {
            return Arrays.copyOf(conversation, random.nextInt(conversation.length + 1));
        }
        if (random.nextInt(200) == 0 && conversation.length > 2) {
            return withRepeat(conversation);
        }
        conversations[i] = conversation;
        return conversation;
    }

    /** The same with a repeated hash; behind it the chain is broken, so that nothing of it is ever learned. */
    private long[] withRepeat(final long[] conversation) {
        final long[] repeating = Vectors.grown(conversation, 1 + random.nextInt(20), random.nextLong());
        final int at = conversation.length + random.nextInt(repeating.length - conversation.length);
        repeating[at] = repeating[random.nextInt(at)];
        return repeating.length > shape.maxBlocks ? conversation : repeating;
    }

    private void match(final long[] vector) {
        Vectors.put(wire, vector);
        fast.match(wire, 0, vector.length, nowNs, fastMatch);
        if (shape.isHostile) {
            return;
        }
        naive.match(wire, 0, vector.length, nowNs, naiveMatch);
        checkedBlocks += vector.length;
        assertThat(fastMatch.size()).as("ranks found").isEqualTo(naiveMatch.size());
        for (int i = 0; i < fastMatch.size(); i++) {
            final int rank = fastMatch.rank(i);
            if (fastMatch.depth(rank) != naiveMatch.depth(rank)
                || fastMatch.assignment(rank) != naiveMatch.assignment(rank)
                || fastMatch.knownBlocks() < fastMatch.depth(rank)) {
                assertThat(fastMatch.depth(rank)).as("depth of rank %d", rank).isEqualTo(naiveMatch.depth(rank));
                assertThat(fastMatch.assignment(rank)).as("assignment of rank %d", rank)
                    .isEqualTo(naiveMatch.assignment(rank));
                assertThat(fastMatch.knownBlocks()).isGreaterThanOrEqualTo(fastMatch.depth(rank));
            }
        }
    }

    private void learn(final long[] vector) {
        match(vector);
        final int rank = fastMatch.size() > 0 && random.nextInt(10) < 7
            ? fastMatch.rank(random.nextInt(fastMatch.size())) : random.nextInt(shape.ranks);
        learning.add(new Request(++ownerId, Vectors.wire(vector), vector.length, rank, lives.get(rank), nowNs,
            ++assignment, new ArrayList<>()));
        fast.learn(wire, 0, vector.length, rank, nowNs, assignment, ownerId);
    }

    @Override
    public void onLearnedPiece(final long owner, final int learnedBlocks) {
        if (!shape.isHostile) {
            final Request request = learning.element();
            assertThat(owner).as("order of learning").isEqualTo(request.ownerId);
            naive.learnRange(request.vector, 0, learnedBlocks,
                new NaivePrefixIndex.Assignment(request.rank, request.life, request.nowNs, request.assignment),
                request.path);
            assertThat(request.path).as("blocks learned").hasSize(learnedBlocks);
        }
    }

    private void onLearned(final long owner, final long leaf) {
        final Request request = removeLearning(owner);
        final boolean isWhole = request.path.size() == lengthBeforeRepeat(request);
        final boolean isDropped = !request.life.equals(lives.get(request.rank)) || request.life.generation() == 0;
        if (!shape.isHostile && !isWhole && !isDropped) {
            assertThat(fast.stats().exhausted()).as("learned %d of %d with memory to spare",
                request.path.size(), request.count).isGreaterThan(fastExhausted);
        }
        fastExhausted = fast.stats().exhausted();
        if (leaf != PrefixIndex.NO_LEAF) {
            inFlight.add(new InFlight(leaf, naive.leaf(request.path), request.rank, request.life));
        }
    }

    private Request removeLearning(final long owner) {
        for (final Request request : learning) {
            if (request.ownerId == owner) {
                learning.remove(request);
                return request;
            }
        }
        throw new AssertionError("learned twice: " + owner);
    }

    private static int lengthBeforeRepeat(final Request request) {
        final List<Long> seen = new ArrayList<>(request.path);
        if (request.path.size() < request.count) {
            final long next = request.vector.getLong(request.path.size() * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
            return seen.contains(next) ? request.path.size() : request.count;
        }
        return request.count;
    }

    private void release() {
        if (!inFlight.isEmpty()) {
            final int i = random.nextInt(inFlight.size());
            final InFlight request = inFlight.get(i);
            inFlight.set(i, inFlight.get(inFlight.size() - 1));
            inFlight.remove(inFlight.size() - 1);
            fast.release(request.leaf, request.rank, request.life.generation(), request.life.cacheVersion());
            naive.release(request.naiveLeaf, request.rank, request.life.generation(), request.life.cacheVersion());
        }
    }

    /** Invalidates a rank, removes it, or lets it return. */
    private void changeLife() {
        final int rank = random.nextInt(shape.ranks);
        final NaivePrefixIndex.Life life = lives.get(rank);
        if (life.generation() == 0) {
            changeLife(rank, (int) ++assignment, life.cacheVersion());
        } else if (random.nextInt(3) == 0) {
            changeLife(rank, 0, life.cacheVersion());
        } else {
            changeLife(rank, life.generation(), life.cacheVersion() + 1);
        }
    }

    private void changeLife(final int rank, final int generation, final int cacheVersion) {
        lives.put(rank, new NaivePrefixIndex.Life(generation, cacheVersion));
        fast.rankLife(rank, generation, cacheVersion);
        naive.rankLife(rank, generation, cacheVersion);
    }

    @Override
    public void onEvicted(final int depth, final DirectBuffer hashes, final int offset, final int count) {
        for (int i = 0; i < count; i++) {
            naive.forget(hashes.getLong(offset + i * Long.BYTES));
        }
    }
}
