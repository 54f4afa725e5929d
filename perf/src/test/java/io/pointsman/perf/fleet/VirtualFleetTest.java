/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.fleet;

import io.pointsman.perf.fleet.VirtualFleet.Arrival;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class VirtualFleetTest implements VirtualFleet.FleetListener {
    private static final long MS = 1_000_000;

    private final List<String> events = new ArrayList<>();

    @Test
    void shouldPrefillOneByOneAndDecodeTogether() {
        final VirtualFleet fleet = fleet(1, 0, 10, 1);
        arrive(fleet, 0, 0, 1, 100, 11, 1, 2);
        arrive(fleet, 0, 0, 2, 100, 1, 5, 6);
        arrive(fleet, 0, 0, 3, 100, 11, 1, 2);

        assertThat(fleet.advance(99 * MS)).isZero();
        fleet.advance(100 * MS);
        assertThat(events).containsExactly("first 1");
        fleet.advance(200 * MS);
        // The second has a single token; the third's two blocks of ten tokens are cached, 80 tokens are left.
        assertThat(events).containsExactly("first 1", "finished 1", "first 2", "finished 2");
        fleet.advance(279 * MS);
        assertThat(events).hasSize(4);
        fleet.advance(280 * MS);
        assertThat(events).hasSize(5).endsWith("first 3");
        fleet.advance(380 * MS);
        assertThat(events).hasSize(6).endsWith("finished 3");
        assertThat(fleet.inFlight()).isZero();
        assertThat(fleet.rank(0).prefillTokens()).isEqualTo(280);
        assertThat(fleet.rank(0).cachedTokens()).isEqualTo(20);
    }

    @Test
    void shouldLetRequestsWaitWhenAsManyAsCanAreRunning() {
        final VirtualFleet fleet = fleet(1, 0, 1, 1);
        arrive(fleet, 0, 0, 1, 100, 101, 1);
        arrive(fleet, 10 * MS, 0, 2, 100, 1, 9);

        fleet.advance(1_100 * MS);
        assertThat(events).containsExactly("first 1", "finished 1");
        fleet.advance(1_199 * MS);
        assertThat(events).hasSize(2);
        fleet.advance(1_200 * MS);
        assertThat(events).containsExactly("first 1", "finished 1", "first 2", "finished 2");
        assertThat(fleet.rank(0).mostInFlight()).isEqualTo(2);
    }

    @Test
    void shouldReckonFromTheEventsOwnTimeWhenAdvancedLate() {
        final VirtualFleet fleet = fleet(1, 0, 1, 1);
        arrive(fleet, 0, 0, 1, 100, 1, 1);
        arrive(fleet, 0, 0, 2, 100, 1, 9);
        arrive(fleet, 0, 0, 3, 100, 1, 8);
        fleet.advance(300 * MS);
        assertThat(events).endsWith("first 3", "finished 3");
    }

    @Test
    void shouldServeFasterWhenSpedUp() {
        final VirtualFleet fleet = fleet(1, 0, 10, 100);
        arrive(fleet, 0, 0, 1, 100, 11, 1);
        fleet.advance(MS);
        assertThat(events).containsExactly("first 1");
        fleet.advance(2 * MS);
        assertThat(events).containsExactly("first 1", "finished 1");
    }

    @Test
    void shouldCountBlocksPerRankAndCompareWithThePrediction() {
        final VirtualFleet fleet = fleet(2, 0, 10, 1);
        arrive(fleet, 0, 0, 1, 30, 1, 1, 2, 3);
        arrive(fleet, 0, 1, 2, 30, 1, 1, 2, 3);
        arrive(fleet, 0, 1, 3, 30, 1, 1, 2, 4);
        assertThat(fleet.blocks()).isEqualTo(9);
        assertThat(fleet.cachedBlocks()).isEqualTo(2);
        assertThat(fleet.predictedBlocks()).isEqualTo(21);
        assertThat(fleet.rank(0).requests()).isEqualTo(1);
        assertThat(fleet.rank(1).requests()).isEqualTo(2);
        assertThat(fleet.rank(1).cachedBlocks()).isEqualTo(4);
    }

    @Test
    void shouldNotSkipMoreThanThePromptWhenTheLastBlockIsIncomplete() {
        final VirtualFleet fleet = fleet(1, 0, 10, 1);
        arrive(fleet, 0, 0, 1, 25, 1, 1, 2, 3);
        arrive(fleet, 0, 0, 2, 25, 1, 1, 2, 3);
        assertThat(fleet.rank(0).cachedTokens()).isEqualTo(25);
    }

    @Test
    void shouldWeightLoadByTime() {
        final VirtualFleet fleet = fleet(2, 0, 10, 1);
        arrive(fleet, 0, 0, 1, 100, 1, 1);
        arrive(fleet, 0, 1, 2, 300, 1, 2);
        fleet.advance(1_000 * MS);
        assertThat(fleet.busyNs()).isEqualTo(300 * MS);
        final LoadSpread spread = LoadSpread.of(fleet, VirtualRank::inFlightNs);
        assertThat(spread.mean()).isCloseTo(200.0 * MS, within(1.0));
        assertThat(spread.maxToMean()).isCloseTo(1.5, within(1e-9));
        assertThat(spread.cv()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void shouldBeEvenWhenThereIsNothingToSpread() {
        assertThat(LoadSpread.of(fleet(3, 0, 1, 1), VirtualRank::requests)).isEqualTo(new LoadSpread(0, 1, 0));
    }

    private VirtualFleet fleet(final int ranks, final int cacheBlocks, final int maxRunning, final double speedup) {
        return new VirtualFleet(ranks, cacheBlocks, 10, new ServiceRates(1_000, 100, maxRunning, speedup), this);
    }

    private static void arrive(final VirtualFleet fleet, final long nowNs, final int rank, final int id,
        final int inputTokens, final int outputTokens, final long... hashes) {
        final Arrival arrival = new Arrival();
        arrival.correlationId = id;
        arrival.inputTokens = inputTokens;
        arrival.outputTokens = outputTokens;
        arrival.predictedBlocks = 7;
        arrival.blocks = hashes.length;
        fleet.arrive(nowNs, rank, arrival, hashes);
    }

    @Override
    public void onFirstToken(final int frontend, final long correlationId) {
        events.add("first " + correlationId);
    }

    @Override
    public void onFinished(final int frontend, final long correlationId, final int outputTokens) {
        events.add("finished " + correlationId);
    }
}
