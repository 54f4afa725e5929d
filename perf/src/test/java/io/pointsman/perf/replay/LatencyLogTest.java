/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

class LatencyLogTest {
    private static final long SECOND_NS = 1_000_000_000;

    @TempDir
    Path folder;

    @Test
    void shouldKeepBothKindsOverIntervals() {
        final Path file = folder.resolve("latency.hlog");
        final LatencyLog log = new LatencyLog(file, 0, 1_700_000_000_000L);
        log.record(1_000, 2_000);
        log.onTime(SECOND_NS / 2);
        log.record(3_000, -7);
        log.onTime(SECOND_NS);
        log.record(5_000, 6_000);
        log.close(2 * SECOND_NS);

        final Histogram route = LatencyLog.empty();
        final Histogram warmRoute = LatencyLog.empty();
        final Histogram intended = LatencyLog.empty();
        LatencyLog.read(file, LatencyLog.ROUTE, route, warmRoute);
        LatencyLog.read(file, LatencyLog.INTENDED, intended, LatencyLog.empty());
        assertThat(route.getTotalCount()).isEqualTo(3);
        assertThat(warmRoute.getTotalCount()).isEqualTo(1);
        assertThat(route.valuesAreEquivalent(route.getMaxValue(), 5_000)).isTrue();
        assertThat(intended.getTotalCount()).isEqualTo(3);
        assertThat(intended.getMinValue()).isZero();
        assertThat(intended.valuesAreEquivalent(intended.getMaxValue(), 6_000)).isTrue();
    }

    @Test
    void shouldAddUpSeveralLogs() {
        final Histogram sum = LatencyLog.empty();
        for (int i = 0; i < 2; i++) {
            final Path file = folder.resolve(i + ".hlog");
            final LatencyLog log = new LatencyLog(file, 0, 0);
            log.record(1_000 * (i + 1), 0);
            log.close(1);
            LatencyLog.read(file, LatencyLog.ROUTE, sum, LatencyLog.empty());
        }
        assertThat(sum.getTotalCount()).isEqualTo(2);
    }
}
