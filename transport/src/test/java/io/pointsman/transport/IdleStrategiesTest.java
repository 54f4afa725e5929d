/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdleStrategiesTest {
    @Test
    void shouldMakeStrategyWhenNamed() {
        assertThat(IdleStrategies.byName("busy-spin")).isInstanceOf(BusySpinIdleStrategy.class);
        assertThat(IdleStrategies.byName("noop")).isInstanceOf(NoOpIdleStrategy.class);
        assertThat(IdleStrategies.byName("yielding")).isInstanceOf(YieldingIdleStrategy.class);
        assertThat(IdleStrategies.byName("backoff")).isInstanceOf(BackoffIdleStrategy.class);
        assertThat(IdleStrategies.byName("sleeping")).isInstanceOf(SleepingIdleStrategy.class);
    }

    @Test
    void shouldTakeParametersWhenGiven() {
        assertThat(IdleStrategies.byName("backoff(10, 20, 1000, 2000)").toString())
            .contains("maxSpins=10", "maxYields=20", "minParkPeriodNs=1000", "maxParkPeriodNs=2000");
        assertThat(IdleStrategies.byName("sleeping(1000000)").toString()).contains("1000000");
    }

    @Test
    void shouldMakeNewOneEachTime() {
        assertThat(IdleStrategies.byName("backoff")).isNotSameAs(IdleStrategies.byName("backoff"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "spin", "Backoff", "backoff()", "backoff(1,2,3)", "backoff(1,2,4,3)", "backoff(1,2,0,3)", "sleeping(-1)",
        "backoff(1,2,3,99999999999999999999)", "sleeping(99999999999999999999)", "yielding(3)",
    })
    void shouldNameValueAndWhatIsAllowedWhenBad(final String name) {
        assertThatThrownBy(() -> IdleStrategies.byName(name)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("'" + name + "'").hasMessageContaining(IdleStrategies.ALLOWED);
    }
}
