/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.perf.fleet.VirtualFleet.Arrival;
import io.pointsman.perf.trace.BlockRuns;
import io.pointsman.perf.trace.TraceRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class FrontendLinkTest {
    @TempDir
    Path folder;

    private FrontendLink ranks;
    private FrontendLink frontend;

    @BeforeEach
    void open() {
        ranks = FrontendLink.create(folder, 3);
        frontend = FrontendLink.open(folder, 3);
    }

    @AfterEach
    void close() {
        frontend.close();
        ranks.close();
    }

    @Test
    void shouldCarryARequestWithItsHashes() {
        final BlockRuns blocks = new BlockRuns.Builder().add(5, 1, 16_384).build();
        assertThat(frontend.offerRequest(77, 2, 9, request(blocks))).isTrue();

        final Arrival arrival = new Arrival();
        final long[] hashes = new long[16_384];
        final List<Integer> ranksMet = new ArrayList<>();
        ranks.pollRequests((type, buffer, offset, length) -> {
            assertThat(type).isEqualTo(FrontendLink.REQUEST);
            assertThat(FrontendLink.blocks(buffer, offset)).isEqualTo(16_384);
            ranksMet.add(FrontendLink.request(buffer, offset, arrival, hashes));
        }, 10);

        assertThat(ranksMet).containsExactly(2);
        assertThat(arrival.correlationId).isEqualTo(77);
        assertThat(arrival.predictedBlocks).isEqualTo(9);
        assertThat(arrival.inputTokens).isEqualTo(1_000);
        assertThat(arrival.outputTokens).isEqualTo(20);
        assertThat(arrival.blocks).isEqualTo(16_384);
        final long[] expected = new long[16_384];
        blocks.hashes(expected);
        assertThat(hashes).isEqualTo(expected);
    }

    @Test
    void shouldCarryEventsAndStates() {
        final List<String> met = new ArrayList<>();
        ranks.offerEvent(FrontendLink.FINISHED, 1L << 40, 5);
        frontend.pollEvents((type, buffer, offset, length) -> met.add(type + " " +
            FrontendLink.correlationId(buffer, offset) + " " + FrontendLink.outputTokens(buffer, offset)), 10);
        frontend.offerState(FrontendLink.READY);
        ranks.pollRequests((type, buffer, offset, length) -> met.add("state " + type), 10);
        assertThat(met).containsExactly("13 1099511627776 5", "state 1");
    }

    @Test
    void shouldRefuseWhenFullAndTakeAgainWhenRead() {
        final TraceRequest request = request(new BlockRuns.Builder().add(5, 1, 16_384).build());
        int taken = 0;
        while (frontend.offerRequest(taken, 0, 0, request)) {
            taken++;
        }
        assertThat(taken).isPositive();
        assertThat(frontend.offerState(FrontendLink.DONE) && frontend.offerRequest(1, 0, 0, request)).isFalse();
        ranks.pollRequests((type, buffer, offset, length) -> { }, taken);
        assertThat(frontend.offerRequest(taken, 0, 0, request)).isTrue();
    }

    private static TraceRequest request(final BlockRuns blocks) {
        return new TraceRequest(1, "a", "a", 0, -1, 0, 0, 1_000, 20, blocks);
    }
}
