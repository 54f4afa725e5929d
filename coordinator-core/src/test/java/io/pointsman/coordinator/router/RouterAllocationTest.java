/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.management.ManagementFactory;

import static io.pointsman.coordinator.router.RouterFixture.FRONTEND;
import static org.assertj.core.api.Assertions.assertThat;

/** No message about a request allocates once warm. */
class RouterAllocationTest {
    private static final int WARM_UPS = 3;
    private static final int REQUESTS = 100_000;
    private static final long[] CHAIN = {11, 12, 13, 14, 15, 16};
    private static final long[] NO_HASHES = {};

    private final CapacityNotice notice = new CapacityNotice();
    private long correlationId = 1;
    private long reportId = 1;

    @ParameterizedTest
    @CsvSource({
        "relative_load_weighted, longest_prefix, lru", "free_capacity_weighted, first_prefix_block, ref_zero",
        "remaining_prefill_weighted, longest_prefix, ref_zero", "relative_load_weighted, load_balanced, lru"
    })
    void shouldAllocateNothingWhenWarm(final String cost, final String signal, final String retention) {
        final RouterConfiguration configuration = RouterFixture.small()
            .set(RouterOption.PREFIX_CACHING_COST_POLICY, cost)
            .set(RouterOption.PREFIX_CACHING_COORDINATOR_POLICY, signal)
            .set(RouterOption.PREFIX_CACHING_EVICTION_POLICY, retention)
            .set(RouterOption.MAX_IN_FLIGHT, 100)
            .set(RouterOption.ADMISSION, "reject");
        try (RouterFixture fixture = new RouterFixture(configuration, IndexFactory.RUNS)) {
            fixture.registerRanks(4, 20);
            for (int i = 0; i < WARM_UPS; i++) {
                everyKind(fixture, REQUESTS);
            }
            final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
            final long own = threads.getCurrentThreadAllocatedBytes();
            final long before = threads.getCurrentThreadAllocatedBytes();
            everyKind(fixture, REQUESTS);
            final long after = threads.getCurrentThreadAllocatedBytes();
            assertThat(after - before).isEqualTo(before - own);
            assertThat(fixture.count(RouterCounter.DECISIONS)).isGreaterThan(WARM_UPS * REQUESTS);
            assertThat(fixture.count(RouterCounter.REJECTS)).isGreaterThan(WARM_UPS * REQUESTS);
            assertThat(fixture.count(RouterCounter.ACCOUNTING_FAULTS)).isZero();
        }
    }

    private void everyKind(final RouterFixture fixture, final int rounds) {
        final Router router = fixture.router;
        for (int i = 0; i < rounds; i++) {
            fixture.nowNs += 1_000;
            final long first = correlationId++;
            fixture.query(FRONTEND, first, CHAIN);
            fixture.route();
            fixture.route();
            final long second = correlationId++;
            fixture.query(FRONTEND, second, CHAIN).request(FRONTEND, second, first);
            fixture.excludeOne(i & 3).route();
            router.firstToken(FRONTEND, second, true);
            router.reassign(FRONTEND, second, i & 3, 1);
            router.report(FRONTEND, reportId, second, Router.NOT_ANSWERED_RANK, 0);
            router.report(FRONTEND, reportId, correlationId++, i + 1 & 3, 1);
            router.report(FRONTEND, reportId, correlationId++, 77, 1);
            router.reportComplete(FRONTEND, reportId++);
            router.releaseSome(8);
            router.finish(FRONTEND, second, true);
            router.finish(FRONTEND, second, true);
            router.abort(FRONTEND, correlationId - 2, false);
            reject(fixture);
            router.rankHealth(FRONTEND, i & 3, 1, (i & 1) != 0, fixture.control);
            router.rankHealth(FRONTEND, i & 3, 1, true, fixture.control);
            router.invalidate(i & 3, 1, fixture.control);
            router.ranks().pollChanged();
            router.learnMore();
            router.sweep(fixture.nowNs, 8);
            router.counters();
        }
    }

    private void reject(final RouterFixture fixture) {
        final Router router = fixture.router;
        fixture.query(FRONTEND, -1, CHAIN);
        fixture.route();
        fixture.query(FRONTEND, correlationId, CHAIN).prompt(9, 1, 6);
        fixture.route();
        final long sparedId = correlationId++;
        fixture.query(FRONTEND, sparedId, NO_HASHES);
        fixture.route();
        router.undeliverable(fixture.outcome.requestId());
        router.pollCapacityNotice(notice);
    }
}
