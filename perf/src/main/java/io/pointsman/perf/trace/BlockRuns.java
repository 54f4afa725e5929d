/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

import org.agrona.MutableDirectBuffer;

import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The blocks of one prompt in order, as runs of consecutive ids, each within a scope; a prompt of thousands of blocks
 * is a handful of runs. (scope, id) names a block together with all before it, so the hash made of the two is chained
 * without reading the blocks before.
 * <p>
 * Immutable. Memory: three arrays of as many elements as there are runs.
 */
public final class BlockRuns {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final long[] scopes;
    private final int[] firsts;
    private final int[] lasts;
    private final int count;

    private BlockRuns(final long[] scopes, final int[] firsts, final int[] lasts) {
        this.scopes = scopes;
        this.firsts = firsts;
        this.lasts = lasts;
        int blocks = 0;
        for (int i = 0; i < scopes.length; i++) {
            blocks += lasts[i] - firsts[i] + 1;
        }
        count = blocks;
    }

    /**
     * The scope that a name stands for.
     *
     * @param name of a conversation or the like.
     * @return 64 well mixed bits, the same for the same name everywhere.
     */
    public static long scope(final String name) {
        long mixed = name.length();
        for (int i = 0; i < name.length(); i++) {
            mixed = mix(mixed + GOLDEN_GAMMA + name.charAt(i));
        }
        return mixed;
    }

    /**
     * The hash of a block.
     *
     * @param scope the id is local to.
     * @param id    of the block, at least 0.
     * @return positive, 63 well mixed bits.
     */
    public static long hash(final long scope, final int id) {
        final long hash = mix(scope + GOLDEN_GAMMA * (id + 1L)) >>> 1;
        return hash == 0 ? 1 : hash;
    }

    /**
     * How many blocks there are.
     *
     * @return blocks.
     */
    public int count() {
        return count;
    }

    /**
     * Writes the hashes of all blocks in order.
     *
     * @param hashes receives {@link #count()} hashes from index 0 on.
     */
    public void hashes(final long[] hashes) {
        int position = 0;
        for (int i = 0; i < scopes.length; i++) {
            final long scope = scopes[i];
            final int last = lasts[i];
            for (int id = firsts[i]; id <= last; id++) {
                hashes[position++] = hash(scope, id);
            }
        }
    }

    /**
     * Writes the hashes of the first blocks in order, as the wire has them.
     *
     * @param buffer receives little-endian int64 hashes.
     * @param offset of the first.
     * @param limit  most hashes to write.
     */
    public void hashes(final MutableDirectBuffer buffer, final int offset, final int limit) {
        final int end = offset + Math.min(limit, count) * Long.BYTES;
        int position = offset;
        for (int i = 0; position < end; i++) {
            final long scope = scopes[i];
            final int last = lasts[i];
            for (int id = firsts[i]; id <= last && position < end; id++) {
                buffer.putLong(position, hash(scope, id), ByteOrder.LITTLE_ENDIAN);
                position += Long.BYTES;
            }
        }
    }

    private static long mix(final long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Gathers runs, joining neighbours. Reusable; one thread. */
    public static final class Builder {
        private long[] scopes = new long[16];
        private int[] firsts = new int[16];
        private int[] lasts = new int[16];
        private int size;

        /** Creates an empty one. */
        public Builder() {
            // Nothing to do: a documented constructor.
        }

        /**
         * Appends a run.
         *
         * @param scope of the ids.
         * @param first id, at least 0.
         * @param last  id, at least {@code first}.
         * @return this.
         */
        public Builder add(final long scope, final int first, final int last) {
            if (size > 0 && scopes[size - 1] == scope && lasts[size - 1] == first - 1) {
                lasts[size - 1] = last;
                return this;
            }
            if (size == scopes.length) {
                scopes = Arrays.copyOf(scopes, size * 2);
                firsts = Arrays.copyOf(firsts, size * 2);
                lasts = Arrays.copyOf(lasts, size * 2);
            }
            scopes[size] = scope;
            firsts[size] = first;
            lasts[size++] = last;
            return this;
        }

        /**
         * Puts all runs so far into one scope.
         *
         * @param scope of the ids.
         * @return this.
         */
        public Builder scope(final long scope) {
            Arrays.fill(scopes, 0, size, scope);
            return this;
        }

        /**
         * Makes the runs and empties this builder.
         *
         * @return the runs.
         */
        public BlockRuns build() {
            final BlockRuns runs = new BlockRuns(
                Arrays.copyOf(scopes, size), Arrays.copyOf(firsts, size), Arrays.copyOf(lasts, size));
            size = 0;
            return runs;
        }
    }
}
