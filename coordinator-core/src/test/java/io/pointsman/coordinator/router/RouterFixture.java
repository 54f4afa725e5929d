/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.codecs.HashScheme;
import io.pointsman.coordinator.control.ControlOutcome;
import io.pointsman.coordinator.index.PrefixIndex;
import io.pointsman.coordinator.rank.RankRegistration;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteOrder;

/** A router with one connected frontend, and calls that build their own buffers. */
final class RouterFixture implements AutoCloseable {
    static final IndexFactory NAIVE = (configuration, listener) ->
        new RecordingIndex(RecordingIndex::naive, configuration, listener, false);
    static final IndexFactory NAIVE_TELLING_LATER = (configuration, listener) ->
        new RecordingIndex(RecordingIndex::naive, configuration, listener, true);
    static final IndexFactory RUNS = (configuration, listener) ->
        new RecordingIndex(IndexFactory.RUNS, configuration, listener, false);
    static final String MODEL = "model";
    static final int FRONTEND = 0;

    final ControlOutcome control = new ControlOutcome();
    final RouteOutcome outcome = new RouteOutcome();
    final RouteQuery query = new RouteQuery();
    final Router router;
    PrefixIndex index;
    long nowNs;
    private final UnsafeBuffer hashBuffer = new UnsafeBuffer(new byte[1 << 20]);
    private final UnsafeBuffer excludedBuffer = new UnsafeBuffer(new byte[1 << 16]);

    RouterFixture(final RouterConfiguration configuration, final IndexFactory factory) {
        router = new Router(configuration, (ofConfiguration, listener) -> {
            index = factory.create(ofConfiguration, listener);
            return index;
        });
        router.connect(1, 1, false, control);
    }

    static RouterConfiguration small() {
        return new RouterConfiguration()
            .set(RouterOption.MAX_RANKS, 64)
            .set(RouterOption.INDEX_MEMORY, "2m")
            .set(RouterOption.MAX_FRONTENDS, 8)
            .set(RouterOption.MAX_IN_FLIGHT, 4096);
    }

    static RankRegistration registration(final String name, final long instanceId, final long maxRequests) {
        return new RankRegistration(name, 0, instanceId, MODEL, HashScheme.TOKENS, 64, maxRequests);
    }

    int register(final String name, final long instanceId, final long maxRequests) {
        router.registerRank(registration(name, instanceId, maxRequests), control);
        return control.index();
    }

    void registerRanks(final int count, final long maxRequests) {
        for (int i = 0; i < count; i++) {
            register("http://rank-" + i, 1, maxRequests);
        }
    }

    int generation(final int rankIndex) {
        return router.ranks().rank(rankIndex).generation();
    }

    RouteQuery query(final int frontendIndex, final long correlationId, final long... hashes) {
        for (int i = 0; i < hashes.length; i++) {
            hashBuffer.putLong(i * Long.BYTES, hashes[i], ByteOrder.LITTLE_ENDIAN);
        }
        return query.request(frontendIndex, correlationId, 0)
            .prompt(0, router.policy().version(), hashes.length)
            .hashes(hashBuffer, 0, hashes.length)
            .excluded(excludedBuffer, 0, 0);
    }

    RouterFixture exclude(final int... rankIndexes) {
        for (int i = 0; i < rankIndexes.length; i++) {
            excludedBuffer.putInt(i * 8, rankIndexes[i], ByteOrder.LITTLE_ENDIAN);
            excludedBuffer.putInt(i * 8 + 4, generation(rankIndexes[i]), ByteOrder.LITTLE_ENDIAN);
        }
        query.excluded(excludedBuffer, 0, rankIndexes.length);
        return this;
    }

    /** Excludes one rank, without allocating. */
    RouterFixture excludeOne(final int rankIndex) {
        excludedBuffer.putInt(0, rankIndex, ByteOrder.LITTLE_ENDIAN);
        excludedBuffer.putInt(4, generation(rankIndex), ByteOrder.LITTLE_ENDIAN);
        query.excluded(excludedBuffer, 0, 1);
        return this;
    }

    /** Routes the query as it stands and learns it. */
    RouteOutcome route() {
        router.route(query, nowNs, outcome);
        router.learn(nowNs);
        return outcome;
    }

    RouteOutcome route(final long correlationId, final long... hashes) {
        query(FRONTEND, correlationId, hashes);
        return route();
    }

    int[] loads() {
        final int[] loads = new int[router.ranks().rankCount()];
        for (int i = 0; i < loads.length; i++) {
            loads[i] = router.ranks().load(i);
        }
        return loads;
    }

    /** Puts a load on a rank, without teaching the index. */
    void load(final int rankIndex, final int load) {
        for (int i = 0; i < load; i++) {
            router.reassign(FRONTEND, 1_000_000L * (rankIndex + 1) + i, rankIndex, generation(rankIndex));
        }
    }

    long count(final RouterCounter counter) {
        return router.counters().value(counter);
    }

    @Override
    public void close() {
        router.close();
    }
}
