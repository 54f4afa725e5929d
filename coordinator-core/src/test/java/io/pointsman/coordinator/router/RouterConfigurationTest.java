/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.coordinator.index.Retention;
import io.pointsman.coordinator.policy.Admission;
import io.pointsman.coordinator.policy.Cost;
import io.pointsman.coordinator.policy.CostWeights;
import io.pointsman.coordinator.policy.OptionNames;
import io.pointsman.coordinator.policy.Signal;
import io.pointsman.coordinator.policy.TieBreak;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RouterConfigurationTest {
    private static RouterOption option(final String property) {
        return Arrays.stream(RouterOption.values()).filter(option -> option.property().equals(property)).findFirst()
            .orElseThrow();
    }

    @Test
    void shouldHaveTheDesignsDefaults() {
        final RouterConfiguration configuration = new RouterConfiguration();
        assertThat(configuration.enablePrefixCaching()).isTrue();
        assertThat(configuration.signal()).isEqualTo(Signal.LONGEST_PREFIX);
        assertThat(configuration.cost()).isEqualTo(Cost.RELATIVE_LOAD_WEIGHTED);
        assertThat(configuration.weights()).isEqualTo(new CostWeights(1.0, 0.5));
        assertThat(configuration.retention()).isEqualTo(Retention.LRU);
        assertThat(configuration.ttlNs()).isEqualTo(300_000_000_000L);
        assertThat(configuration.rankBounds().blockSizeTokens()).isEqualTo(64);
        assertThat(configuration.rankBounds().maxRequests()).isEqualTo(256);
        assertThat(configuration.rankBounds().deterministicMode()).isFalse();
        assertThat(configuration.dataParallelSize()).isZero();
        assertThat(configuration.tieBreak()).isEqualTo(TieBreak.SPREAD);
        assertThat(configuration.admission()).isEqualTo(Admission.OFF);
        assertThat(configuration.maxRanks()).isEqualTo(1024);
        assertThat(configuration.maxFrontends()).isEqualTo(8);
        assertThat(configuration.maxInFlight()).isEqualTo(1 << 20);
        assertThat(configuration.maxBlocks()).isEqualTo(16_384);
        assertThat(configuration.indexMemoryLength()).isEqualTo(256L << 20);
    }

    @ParameterizedTest
    @CsvSource({
        "prefix-caching-load-beta, 0, 1000000, -0.1, 1000001", "prefix-caching-routing-alpha, 0, 1, -0.1, 1.1",
        "prefix-cache-ttl-seconds, 0, 1e8, -1, 1.1e8", "block-size-tokens, 1, 65536, 0, 65537",
        "max-requests, 1, 1048576, 0, 1048577", "data-parallel-size, 0, 1024, -1, 1025", "max-ranks, 1, 1024, 0, 1025",
        "max-models, 1, 64, 0, 65", "max-frontends, 1, 256, 0, 257", "max-in-flight, 1, 1048576, 0, 1048577",
        "max-blocks, 1, 16384, 0, 16385", "max-excluded, 0, 1024, -1, 1025",
        "index-memory, 1m, 2g, 1023k, 2049m"
    })
    void shouldTakeNumbersWithinTheirBoundsOnly(
            final String property, final String least, final String most, final String below, final String above) {
        final RouterConfiguration configuration = new RouterConfiguration();
        configuration.set(option(property), least).conclude();
        configuration.set(option(property), most).conclude();
        for (final String bad : new String[]{below, above, "", "x", "NaN", "1e999", "9999999999999999999"}) {
            assertThatThrownBy(() -> configuration.set(option(property), bad))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(property + " = " + bad + ": allowed are ")
                .hasMessageContaining(" to ");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "prefix-caching-coordinator-policy|longest_prefix, first_prefix_block, load_balanced",
        "prefix-caching-cost-policy|relative_load_weighted, free_capacity_weighted, remaining_prefill_weighted",
        "prefix-caching-eviction-policy|lru, ref_zero", "tie-break|spread, reference", "admission|off, reject",
        "enable-prefix-caching|true, false", "deterministic-mode|true, false"
    })
    void shouldTakeTheNamesThereAreOnly(final String property, final String allowed) {
        final RouterConfiguration configuration = new RouterConfiguration();
        for (final String name : allowed.split(", ")) {
            configuration.set(option(property), name);
            assertThat(configuration.text(option(property))).isEqualTo(name);
        }
        assertThatThrownBy(() -> configuration.set(option(property), "Nonsense"))
            .hasMessage(property + " = Nonsense: allowed are " + allowed);
    }

    @ParameterizedTest
    @CsvSource({"1048577, 1048577, 1048577", "1024k, 1048576, 1m", "1536m, 1610612736, 1536m", "2g, 2147483648, 2g"})
    void shouldReadSizesWithTheirUnits(final String text, final long length, final String written) {
        final RouterConfiguration configuration = new RouterConfiguration().set(RouterOption.INDEX_MEMORY, text);
        assertThat(configuration.indexMemoryLength()).isEqualTo(length);
        assertThat(configuration.text(RouterOption.INDEX_MEMORY)).isEqualTo(written);
    }

    @Test
    void shouldTakeEveryDefaultAsItIsWritten() {
        final RouterConfiguration configuration = new RouterConfiguration();
        for (final RouterOption option : RouterOption.values()) {
            configuration.set(option, option.defaultText());
            assertThat(configuration.text(option)).isEqualTo(option.defaultText());
            assertThat(option.meaning()).isNotBlank();
        }
    }

    @Test
    void shouldNameWhatIsAllowedWhenAConstantIsParsed() {
        assertThat(OptionNames.parse(Signal.class, "x", "load_balanced")).isEqualTo(Signal.LOAD_BALANCED);
        assertThatThrownBy(() -> OptionNames.parse(TieBreak.class, "tie-break", "SPREAD"))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("tie-break = SPREAD: allowed are spread, reference");
    }

    @Test
    void shouldRefuseToWaitForMoreRanksThanThereCanBe() {
        final RouterConfiguration configuration = new RouterConfiguration()
            .set(RouterOption.MAX_RANKS, 8).set(RouterOption.DATA_PARALLEL_SIZE, 8);
        configuration.conclude();
        configuration.set(RouterOption.DATA_PARALLEL_SIZE, 9);
        assertThatThrownBy(configuration::conclude)
            .hasMessage("data-parallel-size = 9: allowed are 0 to max-ranks = 8");
    }

    @Test
    void shouldRouteByLoadAloneWhenPrefixCachingIsOff() {
        final RouterConfiguration configuration = new RouterConfiguration()
            .set(RouterOption.ENABLE_PREFIX_CACHING, false);
        assertThat(configuration.signal()).isEqualTo(Signal.LOAD_BALANCED);
    }
}
