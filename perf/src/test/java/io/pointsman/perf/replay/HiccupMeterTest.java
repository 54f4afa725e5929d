/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HiccupMeterTest {
    @Test
    void shouldHaveMeasuredWhenClosed() {
        final HiccupMeter meter = new HiccupMeter();
        meter.close();
        final long count = meter.lateness().getTotalCount();
        assertThat(count).isPositive();
        meter.close();
        assertThat(meter.lateness().getTotalCount()).isEqualTo(count);
    }
}
