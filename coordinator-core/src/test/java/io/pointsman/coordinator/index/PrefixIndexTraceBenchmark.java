/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Feeds a trace to the index in order of arrival, each request to the rank that holds most of it (else the next in
 * turn), and prints memory and time. Not a test: run its {@code main} with a trace file.
 */
public final class PrefixIndexTraceBenchmark {
    private static final int RANKS = 16;

    private final RunPrefixIndex index;
    private final PrefixMatch match = new PrefixMatch(RANKS);
    private final UnsafeBuffer wire = new UnsafeBuffer(new byte[16_384 * Long.BYTES]);
    private final Map<String, Integer> roots = new HashMap<>();
    private int requests;
    private long blocks;
    private long matchedBlocks;
    private long matchNs;
    private long learnNs;

    private PrefixIndexTraceBenchmark(final long memoryBytes) {
        index = new RunPrefixIndex(new IndexContext().maxRanks(RANKS).ttlNs(0).memoryBytes(memoryBytes));
        for (int rank = 0; rank < RANKS; rank++) {
            index.rankLife(rank, 1, 0);
        }
    }

    /**
     * Runs one trace.
     *
     * @param args the trace, gzipped JSON lines; then MiB of memory, 256 without it.
     * @throws IOException when it cannot be read.
     */
    public static void main(final String[] args) throws IOException {
        final long mebibytes = args.length > 1 ? Long.parseLong(args[1]) : 256;
        final PrefixIndexTraceBenchmark benchmark = new PrefixIndexTraceBenchmark(mebibytes << 20);
        final ObjectMapper mapper = new ObjectMapper();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(new FileInputStream(args[0])), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                benchmark.request(mapper.readTree(line));
            }
        }
        benchmark.print(args[0]);
        benchmark.index.close();
    }

    private void request(final JsonNode line) {
        int count = 0;
        if (line.has("hash_runs")) {
            final long root = roots.computeIfAbsent(line.get("root").asText(), key -> roots.size() + 1);
            for (final JsonNode run : line.get("hash_runs")) {
                for (long id = run.get(0).asLong(); id <= run.get(1).asLong() && count < 16_384; id++) {
                    wire.putLong(count++ * Long.BYTES, Vectors.chained(root, id));
                }
            }
        } else {
            for (final JsonNode id : line.get("hash_ids")) {
                if (count < 16_384) {
                    wire.putLong(count++ * Long.BYTES, Vectors.chained(1, id.asLong()));
                }
            }
        }
        route(count);
    }

    private void route(final int count) {
        final long startNs = System.nanoTime();
        index.match(wire, 0, count, 0, match);
        final long matchedNs = System.nanoTime();
        int rank = requests++ % RANKS;
        for (int i = 0; i < match.size(); i++) {
            rank = match.depth(match.rank(i)) > match.depth(rank) ? match.rank(i) : rank;
        }
        final long chosenNs = System.nanoTime();
        index.learn(wire, 0, count, rank, 0, requests, 0);
        int work;
        do {
            work = index.learnMore();
        } while (work > 0);
        learnNs += System.nanoTime() - chosenNs;
        matchNs += matchedNs - startNs;
        blocks += count;
        matchedBlocks += match.depth(rank);
    }

    private void print(final String trace) {
        final IndexMemory memory = index.memory();
        final long resident = index.stats().residentBlocks();
        final long used = (long) memory.cells().used() * (CellDescriptor.LENGTH + CellDescriptor.LINK_LENGTH
            + 2 * SampleDescriptor.LENGTH) + (long) memory.runs().used() * RunDescriptor.LENGTH;
        System.out.printf("%s: %,d requests, %,d blocks, hit %.4f, resident %,d, evicted %,d, exhausted %d, "
                + "misplaced %d, repeated %d%n", trace, requests, blocks, (double) matchedBlocks / blocks, resident,
            index.stats().evictedBlocks(), index.stats().exhausted(), index.stats().misplacedHashes(),
            index.stats().repeatedHashes());
        System.out.printf("  %,d runs, %,d cells (%.2f a run), %.2f blocks a table entry, %.2f bytes a resident block "
                + "used; match %.0f ns, learn %.0f ns a request%n", memory.runs().used(), memory.cells().used(),
            (double) memory.cells().used() / memory.runs().used(), (double) resident / memory.table().size(),
            (double) used / resident, (double) matchNs / requests, (double) learnNs / requests);
    }
}
