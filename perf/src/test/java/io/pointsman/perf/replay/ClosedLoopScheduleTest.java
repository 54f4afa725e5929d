/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.perf.trace.TraceRequest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ClosedLoopScheduleTest {
    private static final long MS = 1_000_000;

    private final ListSource source = new ListSource();

    @Test
    void shouldWaitTheThinkTimeAfterTheReplyBeforeTheNextTurn() {
        source.turn("a", "a", 0, -1, 5).turn("a", "a", 1, -1, 30);
        final Schedule schedule = schedule(0, 1, 1, 10);
        schedule.start(0);

        assertThat(schedule.poll(5 * MS - 1)).isNull();
        final TraceRequest first = poll(schedule, 7 * MS, "a", 0);
        assertThat(schedule.dueNs()).isEqualTo(5 * MS);
        assertThat(schedule.poll(1_000 * MS)).isNull();
        schedule.onOver(first, 1_000 * MS);
        assertThat(schedule.poll(1_030 * MS - 1)).isNull();
        final TraceRequest second = poll(schedule, 1_030 * MS, "a", 1);
        assertThat(schedule.isExhausted()).isFalse();
        schedule.onOver(second, 1_031 * MS);
        assertThat(schedule.isExhausted()).isTrue();
    }

    @Test
    void shouldPlayAsManyConversationsAtATimeAsAllowed() {
        source.turn("a", "a", 0, -1, 0).turn("b", "b", 0, -1, 0).turn("c", "c", 0, -1, 0);
        final Schedule schedule = schedule(0, 1, 2, 10);
        schedule.start(0);

        poll(schedule, 0, "a", 0);
        final TraceRequest b = poll(schedule, 0, "b", 0);
        assertThat(schedule.poll(MS)).isNull();
        schedule.onOver(b, MS);
        poll(schedule, MS, "c", 0);
    }

    @Test
    void shouldStartASubAgentWhenTheTurnItNamesIsOver() {
        source.turn("a", "a", 0, -1, 0).turn("a", "a/1", 0, 1, 2).turn("a", "a", 1, -1, 0).turn("a", "a/2", 0, 0, 0)
            .turn("a", "a", 2, -1, 500).turn("a", "a/1", 1, 1, 0);
        final Schedule schedule = schedule(0, 1, 1, 10);
        schedule.start(0);

        final TraceRequest first = poll(schedule, 0, "a", 0);
        assertThat(schedule.poll(MS)).isNull();
        schedule.onOver(first, MS);
        final TraceRequest ofSecondAgent = poll(schedule, MS, "a/2", 0);
        schedule.onOver(ofSecondAgent, MS);
        final TraceRequest second = poll(schedule, MS, "a", 1);
        assertThat(schedule.poll(4 * MS)).isNull();
        schedule.onOver(second, 4 * MS);
        assertThat(schedule.poll(6 * MS - 1)).isNull();
        final TraceRequest ofFirstAgent = poll(schedule, 6 * MS, "a/1", 0);
        schedule.onOver(ofFirstAgent, 6 * MS);
        schedule.onOver(poll(schedule, 6 * MS, "a/1", 1), 7 * MS);
        assertThat(schedule.isExhausted()).isFalse();
        schedule.onOver(poll(schedule, 504 * MS, "a", 2), 505 * MS);
        assertThat(schedule.isExhausted()).isTrue();
    }

    @Test
    void shouldStartASubAgentWhenTheLimitCutOffTheTurnItNames() {
        source.turn("a", "a", 0, -1, 0).turn("a", "a/1", 0, 7, 0).turn("a", "a", 1, -1, 0);
        final Schedule schedule = schedule(0, 1, 1, 2);
        schedule.start(0);
        schedule.onOver(poll(schedule, 0, "a", 0), MS);
        schedule.onOver(poll(schedule, MS, "a/1", 0), 2 * MS);
        assertThat(schedule.isExhausted()).isTrue();
    }

    @Test
    void shouldStartAtOnceASecondSessionThatNamesNoTurn() {
        source.turn("a", "x", 0, -1, 0).turn("a", "y", 0, -1, 0);
        final Schedule schedule = schedule(0, 1, 1, 10);
        schedule.start(0);
        poll(schedule, 0, "x", 0);
        poll(schedule, 0, "y", 0);
    }

    @Test
    void shouldTakeConversationsInTurnWithOtherFrontends() {
        source.turn("a", "s", 0, -1, 0).turn("b", "s", 0, -1, 0).turn("b", "s", 1, -1, 0).turn("c", "s", 0, -1, 0)
            .turn("d", "s", 0, -1, 0);
        final Schedule schedule = schedule(1, 2, 5, 10);
        schedule.start(0);
        final TraceRequest first = schedule.poll(0);
        final TraceRequest second = schedule.poll(0);
        assertThat(first.root()).isEqualTo("b");
        assertThat(second.root()).isEqualTo("d");
        assertThat(schedule.poll(0)).isNull();
        schedule.onOver(first, MS);
        schedule.onOver(second, MS);
        schedule.onOver(poll(schedule, MS, "s", 1), MS);
        assertThat(schedule.isExhausted()).isTrue();
    }

    @Test
    void shouldCapAndSpeedUpThinkTimes() {
        source.turn("a", "a", 0, -1, 10_000);
        final Schedule schedule = new ClosedLoopSchedule(ListSource.plan(0, 1, 1, 10, 100, 50), source);
        schedule.start(0);
        assertThat(schedule.poll(5 * MS - 1)).isNull();
        poll(schedule, 5 * MS, "a", 0);
    }

    @Test
    void shouldShareTheConcurrencyAmongFrontends() {
        assertThat(ListSource.plan(0, 3, 8, 1, 1, 0).concurrencyShare()).isEqualTo(3);
        assertThat(ListSource.plan(1, 3, 8, 1, 1, 0).concurrencyShare()).isEqualTo(3);
        assertThat(ListSource.plan(2, 3, 8, 1, 1, 0).concurrencyShare()).isEqualTo(2);
    }

    private Schedule schedule(final int index, final int frontends, final int concurrency, final long limit) {
        return new ClosedLoopSchedule(ListSource.plan(index, frontends, concurrency, 1, limit, 0), source);
    }

    private static TraceRequest poll(final Schedule schedule, final long nowNs, final String session, final int turn) {
        final TraceRequest request = schedule.poll(nowNs);
        assertThat(request).as("%s turn %d", session, turn).isNotNull();
        assertThat(request.session()).isEqualTo(session);
        assertThat(request.turn()).isEqualTo(turn);
        return request;
    }
}
