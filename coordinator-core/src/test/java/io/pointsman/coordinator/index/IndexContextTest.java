/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** What may be configured, and that the memory asked for is the memory taken. */
class IndexContextTest {
    @Test
    void shouldNameTheValueWhenItIsOutOfRange() {
        assertThatThrownBy(() -> new IndexContext().maxRanks(1025).conclude())
            .isInstanceOf(IllegalArgumentException.class).hasMessage("maxRanks=1025: allowed is 1 to 1024");
        assertThatThrownBy(() -> new IndexContext().maxBlocks(0).conclude()).hasMessageContaining("maxBlocks=0");
        assertThatThrownBy(() -> new IndexContext().ttlNs(-1).conclude()).hasMessageContaining("ttlNs=-1");
        assertThatThrownBy(() -> new IndexContext().memoryBytes(1000).conclude())
            .hasMessageContaining("memoryBytes=1000: allowed is ");
        assertThatThrownBy(() -> new IndexContext().memoryBytes(8L << 30).conclude())
            .hasMessageContaining("memoryBytes=8589934592");
    }

    @Test
    void shouldTakeNoMoreThanConfigured() {
        for (final long memoryBytes : new long[] {4 << 20, 256L << 20, 2L << 30}) {
            final MemoryPlan plan = new MemoryPlan(memoryBytes, 16_384);
            final long taken = (long) Runs.bytes(plan.runs()) + Cells.bytes(plan.cells())
                + Cells.linkBytes(plan.cells()) + SampleTable.bytes(plan.slots()) + plan.pendingBytes();
            assertThat(taken).isBetween(memoryBytes * 99 / 100, memoryBytes + 4096);
        }
    }

    @Test
    void shouldFitBuffersWhenMemoryIsTheMost() {
        final MemoryPlan plan = new MemoryPlan(MemoryPlan.mostBytes(16_384), 16_384);
        assertThat(Runs.bytes(plan.runs()) + (long) Cells.bytes(plan.cells())).isBetween(2L << 29, 1L << 31);
        assertThat(SampleTable.bytes(plan.slots())).isPositive();
    }

    @Test
    void shouldRefuseAccessWhenClosed() {
        final RunPrefixIndex index = new RunPrefixIndex(new IndexContext().memoryBytes(4 << 20));
        index.close();
        index.close();
        assertThatThrownBy(() -> index.match(Vectors.wire(1, 2), 0, 2, 0, new PrefixMatch(1)))
            .isInstanceOf(IndexOutOfBoundsException.class);
    }
}
