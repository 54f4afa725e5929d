/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.perf.trace.TraceRequest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OpenLoopScheduleTest {
    private static final long MS = 1_000_000;
    private static final long START_NS = Long.MAX_VALUE - 5 * MS;

    @Test
    void shouldSendByTimestampFromTheFirstOneOnWhateverBecomesOfTheOthers() {
        final ListSource source = new ListSource().arriving(1_000).arriving(1_020).arriving(1_020).arriving(1_100);
        try (OpenLoopSchedule schedule = schedule(0, 1, 1, 100, source)) {
            schedule.start(START_NS);
            assertLine(schedule, START_NS, 1);
            assertThat(schedule.dueNs()).isEqualTo(START_NS);
            assertThat(schedule.poll(START_NS + 20 * MS - 1)).isNull();
            assertLine(schedule, START_NS + 25 * MS, 2);
            assertThat(schedule.dueNs()).isEqualTo(START_NS + 20 * MS);
            assertLine(schedule, START_NS + 25 * MS, 3);
            assertThat(schedule.poll(START_NS + 25 * MS)).isNull();
            assertThat(schedule.isExhausted()).isFalse();
            assertLine(schedule, START_NS + 100 * MS, 4);
            assertThat(schedule.isExhausted()).isTrue();
        }
        assertThat(source.isClosed()).isTrue();
    }

    @Test
    void shouldBeFasterWhenSpedUp() {
        try (OpenLoopSchedule schedule = schedule(0, 1, 50, 100, new ListSource().arriving(0).arriving(100))) {
            schedule.start(0);
            assertLine(schedule, 0, 1);
            assertThat(schedule.poll(2 * MS - 1)).isNull();
            assertLine(schedule, 2 * MS, 2);
        }
    }

    @Test
    void shouldTakeTurnsWithOtherFrontendsOnTheSameClock() {
        try (OpenLoopSchedule schedule =
            schedule(1, 2, 1, 4, new ListSource().arriving(5).arriving(6).arriving(7).arriving(8).arriving(9))) {
            schedule.start(0);
            assertThat(schedule.poll(0)).isNull();
            assertLine(schedule, MS, 2);
            assertThat(schedule.poll(2 * MS)).isNull();
            assertLine(schedule, 3 * MS, 4);
            assertThat(schedule.isExhausted()).isTrue();
        }
    }

    @Test
    void shouldEndAtTheLimitOfAllFrontendsTogether() {
        try (OpenLoopSchedule schedule = schedule(1, 2, 1, 3, new ListSource().arriving(0).arriving(0).arriving(0)
            .arriving(0))) {
            schedule.start(0);
            assertLine(schedule, 0, 2);
            assertThat(schedule.isExhausted()).isTrue();
        }
    }

    private static OpenLoopSchedule schedule(final int index, final int frontends, final double speedup,
        final long limit, final ListSource source) {
        return new OpenLoopSchedule(ListSource.plan(index, frontends, 1, speedup, limit, 0), source);
    }

    private static void assertLine(final Schedule schedule, final long nowNs, final long line) {
        final TraceRequest request = schedule.poll(nowNs);
        assertThat(request).isNotNull();
        assertThat(request.line()).isEqualTo(line);
    }
}
