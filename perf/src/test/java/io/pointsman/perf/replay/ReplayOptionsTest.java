/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReplayOptionsTest {
    @TempDir
    Path folder;

    @Test
    void shouldPlayTheGeneratedWorkloadClosedLoopByDefault() {
        final ReplayPlan plan = plan();
        assertThat(plan.openLoop()).isFalse();
        assertThat(plan.ranks()).isEqualTo(16);
        assertThat(plan.source().rollouts().trajectories()).isEqualTo(512);
        assertThat(plan.cacheBlocks()).isZero();
        assertThat(plan.rates().maxRunning()).isEqualTo(256);
        assertThat(plan.verifyExact()).isFalse();
    }

    @Test
    void shouldScaleTheTimeToLiveWithTheSpeedup() {
        assertThat(plan("--speedup", "1000").coordinatorOptions()).containsEntry("prefix-cache-ttl-seconds", "0.3");
        assertThat(plan("--speedup", "1e6", "--ttl", "5").coordinatorOptions().get("prefix-cache-ttl-seconds"))
            .startsWith("0.00000").doesNotContain("E");
        assertThat(plan("--ttl", "0").coordinatorOptions()).containsEntry("prefix-cache-ttl-seconds", "0");
    }

    @Test
    void shouldVerifyByItselfOnlyWhenCachesAndRetentionAreEndless() {
        assertThat(plan("--ttl", "0").isEndless()).isTrue();
        assertThat(plan("--ttl", "0", "--cache-blocks", "0").isEndless()).isTrue();
        assertThat(plan("--ttl", "0", "--cache-blocks", "10").isEndless()).isFalse();
        assertThat(plan("--ttl", "0", "--retention", "ref_zero").isEndless()).isFalse();
        assertThat(plan("--ttl", "0", "--signal", "load_balanced").isEndless()).isFalse();
        assertThat(plan("--ttl", "0", "--enable-prefix-caching", "false").isEndless()).isFalse();
        assertThat(plan("--cache-blocks", "10", "--verify-exact").verifyExact()).isTrue();
    }

    @Test
    void shouldPassTheCoordinatorsOptionsUnderTheirOwnAndShortNames() {
        final ReplayPlan plan = plan("--signal", "first_prefix_block", "--prefix-caching-load-beta", "2.5",
            "--cost", "free_capacity_weighted", "--max-requests", "12", "--idle-strategy", "yielding");
        assertThat(plan.coordinatorOptions()).containsEntry("prefix-caching-coordinator-policy", "first_prefix_block")
            .containsEntry("prefix-caching-load-beta", "2.5").containsEntry("idle-strategy", "yielding")
            .containsEntry("prefix-caching-cost-policy", "free_capacity_weighted").containsEntry("max-requests", "12");
        assertThat(plan.rates().maxRunning()).isEqualTo(12);
    }

    @Test
    void shouldPlayATraceWithTimestampsOpenLoop() throws IOException {
        final Path trace = Files.writeString(folder.resolve("t.jsonl"),
            "{\"timestamp\":0,\"input_length\":30,\"output_length\":4,\"hash_ids\":[0,1]}");
        assertThat(plan("--trace", trace.toString()).openLoop()).isTrue();
        assertThatThrownBy(() -> plan("--trace", trace.toString(), "--loop", "closed"))
            .hasMessageContaining("not ordered by conversation");
        assertThatThrownBy(() -> plan("--loop", "open")).hasMessageContaining("no common clock");
    }

    @ParameterizedTest
    @CsvSource({
        "--speedup, 0, above 0",
        "--speedup, NaN, above 0",
        "--limit, 0, at least 1",
        "--ranks, 1025, '1 to 1,024'",
        "--frontends, 0, 1 to 256",
        "--cache-blocks, -1, endless",
        "--cache-blocks, some, endless",
        "--prefill-rate, 0, above 0",
        "--decode-rate, -1, above 0",
        "--channel, tcp, 'ipc, udp'",
        "--loop, half, 'auto, open or closed'",
        "--concurrency, 0, at least one",
        "--reset-fraction, 1.5, 0 to 1",
        "--answer-timeout, 0, above 0",
        "--signal, best, longest_prefix",
        "--ttl, -1, 0.0 to",
    })
    void shouldNameOptionValueAndWhatIsAllowedWhenRefused(final String name, final String value,
        final String allowed) {
        assertThatThrownBy(() -> plan(name, value)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("= " + value).hasMessageContaining("allowed is").hasMessageContaining(allowed);
    }

    @Test
    void shouldRefuseWhatTheReplayDecidesByItself() {
        assertThat(ReplayMain.execute("--state-dir", "x")).isEqualTo(2);
        assertThat(ReplayMain.execute("--aeron-dir", "x")).isEqualTo(2);
    }

    @Test
    void shouldEndWithStatusTwoWhenArgumentsOrTraceAreBad() {
        assertThat(ReplayMain.execute("--ranks", "many")).isEqualTo(2);
        assertThat(ReplayMain.execute("--ranks", "0")).isEqualTo(2);
        assertThat(ReplayMain.execute("--trace", folder.resolve("none.jsonl").toString())).isEqualTo(2);
        assertThat(ReplayMain.execute("--matrix", "--coordinator-aeron-dir", folder.toString())).isEqualTo(2);
    }

    @Test
    void shouldFailWhenNoCoordinatorRunsWhereOneIsSaidTo() {
        assertThat(ReplayMain.execute("--limit", "5", "--coordinator-aeron-dir", folder.toString(),
            "--out", folder.resolve("out").toString())).isEqualTo(1);
    }

    @Test
    void shouldReadSizes() {
        assertThat(ReplayOptions.size("2m")).isEqualTo(2 << 20);
        assertThat(ReplayOptions.size("64k")).isEqualTo(65_536);
        assertThat(ReplayOptions.size("65536")).isEqualTo(65_536);
    }

    private static ReplayPlan plan(final String... args) {
        final ReplayOptions options = new ReplayOptions();
        final CommandSpec spec = CommandSpec.create().name("test");
        spec.addMixin("options", CommandSpec.forAnnotatedObject(options));
        ReplayOptions.addCoordinatorOptions(spec);
        return options.plan(new CommandLine(spec).parseArgs(args));
    }
}
