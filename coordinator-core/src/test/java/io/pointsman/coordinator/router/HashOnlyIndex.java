/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.coordinator.index.IndexStats;
import io.pointsman.coordinator.index.NaivePrefixIndex;
import io.pointsman.coordinator.index.PrefixIndex;
import io.pointsman.coordinator.index.PrefixMatch;
import io.pointsman.coordinator.index.Retention;
import org.agrona.DirectBuffer;

import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/**
 * The reference's own dictionary: who was last assigned a hash when, wherever it stood, for ever. It differs from every
 * other index here for hashes that are not chained only, of which a few golden vectors are made.
 */
final class HashOnlyIndex implements PrefixIndex {
    private final Map<Long, Map<Integer, Long>> assignments = new HashMap<>();

    @Override
    public void match(
            final DirectBuffer hashes, final int offset, final int count, final long nowNs, final PrefixMatch match) {
        match.clear();
        if (count > 0) {
            holders(hashes, offset, 0).keySet().forEach(rank -> {
                int depth = 1;
                while (depth < count && holders(hashes, offset, depth).containsKey(rank)) {
                    depth++;
                }
                match.add(rank, depth, holders(hashes, offset, depth - 1).get(rank));
            });
        }
    }

    private Map<Integer, Long> holders(final DirectBuffer hashes, final int offset, final int position) {
        return assignments.computeIfAbsent(
            hashes.getLong(offset + position * Long.BYTES, ByteOrder.LITTLE_ENDIAN), hash -> new HashMap<>());
    }

    @Override
    public void learn(
            final DirectBuffer hashes,
            final int offset,
            final int count,
            final int rankIndex,
            final long nowNs,
            final long assignment,
            final long ownerId) {
        for (int i = 0; i < count; i++) {
            holders(hashes, offset, i).put(rankIndex, assignment);
        }
    }

    @Override
    public void rankLife(final int rankIndex, final int generation, final int cacheVersion) {
        assignments.values().forEach(holders -> holders.remove(rankIndex));
    }

    @Override
    public int learnMore() {
        return 0;
    }

    @Override
    public void release(final long leaf, final int rankIndex, final int generation, final int cacheVersion) {
        throw new IllegalStateException("nothing holds a leaf for ever");
    }

    @Override
    public int sweep(final long nowNs, final int limit) {
        return 0;
    }

    @Override
    public IndexStats stats() {
        return new NaivePrefixIndex(Retention.LRU, 0, (ownerId, leaf) -> { }).stats();
    }

    @Override
    public void close() {
        assignments.clear();
    }
}
