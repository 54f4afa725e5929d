/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class SettingsTest {
    @TempDir
    private Path directory;

    private static Settings read(final Map<String, String> environment, final String... flags) {
        return SettingsReader.read(
            new CommandLine(SettingsReader.commandSpec("coordinator", "")).parseArgs(flags), environment);
    }

    private Path file(final String text) throws IOException {
        return Files.writeString(directory.resolve("pointsman.yaml"), text);
    }

    @Test
    void shouldPreferFlagsOverEnvironmentOverFileOverDefaults() throws IOException {
        final Path file = file("sweep-limit: 1\ningress-limit: 1\nterm-length: 4m\n");
        final Settings settings = read(Map.of("POINTSMAN_INGRESS_LIMIT", "2", "POINTSMAN_SWEEP_LIMIT", "2",
            "POINTSMAN_CONFIG", file.toString()), "--sweep-limit", "3");

        assertThat(settings.integer(HostOption.SWEEP_LIMIT)).isEqualTo(3);
        assertThat(settings.integer(HostOption.INGRESS_LIMIT)).isEqualTo(2);
        assertThat(settings.integer(HostOption.TERM_LENGTH)).isEqualTo(4 << 20);
        assertThat(settings.integer(HostOption.CPU)).isEqualTo(-1);
    }

    @Test
    void shouldReadItsOwnEffectiveConfigurationWhenWrittenToAFile() throws IOException {
        final Settings settings = read(Map.of(), "--tie-break", "reference", "--channel",
            "aeron:udp?endpoint=localhost:0", "--prefix-cache-ttl-seconds", "0.25");
        final Path file = file(String.join("\n", settings.lines()));

        final Settings again = read(Map.of(), "--config", file.toString());

        assertThat(again.lines().stream().map((line) -> line.replaceAll("  # .*", "")))
            .isEqualTo(settings.lines().stream().map((line) -> line.replaceAll("  # .*", "")).toList());
        assertThat(again.routerConfiguration().ttlNs()).isEqualTo(250_000_000);
    }

    @Test
    void shouldNameEveryBadPropertyAtOnce() {
        assertThatThrownBy(() -> read(Map.of("POINTSMAN_CPU", "x"), "--sweep-limit", "1"))
            .isInstanceOf(ConfigurationException.class).hasMessageContaining("cpu = 'x' (environment)")
            .hasMessageContaining("-1 to 4095");
        assertThatThrownBy(() -> Settings.defaults().with(Map.of("cpu", "-2", "no-such", "1"), "test"))
            .hasMessageContaining("cpu = '-2'").hasMessageContaining("no-such (test) is no option");
    }

    @Test
    void shouldCollectTheErrorsOfAllSourcesAndKnowMisspeltVariables() throws IOException {
        final Path file = file("sweep-limit: -1\n");
        assertThatThrownBy(() -> read(Map.of("POINTSMAN_MAX_REQUEST", "3", "POINTSMAN_CPU", "x", "POINTSMAN_TRACES",
            "/traces"), "--config", file.toString(), "--ingress-limit", "0"))
            .hasMessageContaining("sweep-limit = '-1'").hasMessageContaining("POINTSMAN_MAX_REQUEST (environment)")
            .hasMessageContaining("cpu = 'x'").hasMessageContaining("ingress-limit = '0' (flag)")
            .hasMessageNotContaining("TRACES");
    }

    @ParameterizedTest
    @ValueSource(strings = {"- a\n- b\n", "cpu: [1]\n", "cpu: 1\ncpu: 2\n", "cpu: {a: b}\n", "cpu: 'open\n"})
    void shouldRefuseAFileThatIsNoListOfOptions(final String text) throws IOException {
        final Path file = file(text);

        assertThatThrownBy(() -> read(Map.of(), "--config", file.toString()))
            .isInstanceOf(ConfigurationException.class).hasMessageContaining(file.toString());
    }

    @Test
    void shouldTakeAnEmptyFileAndRefuseAMissingOne() throws IOException {
        assertThat(read(Map.of(), "--config", file("").toString()).lines()).isNotEmpty();
        assertThatThrownBy(() -> read(Map.of(), "--config", "/no/such/file"))
            .hasMessageContaining("/no/such/file").hasMessageContaining("no such file");
    }

    @ParameterizedTest
    @CsvSource({
        "sweep-limit, 0, -1", "sweep-limit, 65536, 65537", "cpu, -1, -2", "cpu, 4095, 4096",
        "term-length, 2m, 2097151", "term-length, 1g, 1073741825", "reply-timeout-ms, 1, 0",
        "reply-timeout-ms, 60000, 60001", "driver-mode, external, External", "ingress-stream, 2147483647, 2147483648",
        "liveness-timeout-ms, 100, 99", "prefix-caching-routing-alpha, 1, 1.0001", "prefix-caching-load-beta, 0, -0.1",
        "prefix-caching-load-beta, 2.5, NaN", "max-requests, 1, 0", "max-ranks, 1024, 1025", "max-frontends, 256, 257",
        "max-blocks, 16384, 16385", "max-in-flight, 1048576, 1048577", "enable-prefix-caching, false, no"})
    void shouldAllowUpToTheBoundAndNotBeyond(final String name, final String allowed, final String notAllowed) {
        assertThat(Settings.defaults().with(Map.of(name, allowed), "test").lines())
            .anyMatch((line) -> line.startsWith(name + ": ") && line.endsWith("# test"));
        assertThatThrownBy(() -> Settings.defaults().with(Map.of(name, notAllowed), "test"))
            .isInstanceOf(ConfigurationException.class).hasMessageContaining(name + " = '" + notAllowed + "'");
    }

    @ParameterizedTest
    @EnumSource(HostOption.class)
    void shouldAllowItsOwnDefault(final HostOption option) {
        assertThat(option.kind().allows(option.defaultValue())).isTrue();
    }

    @Test
    void shouldDocumentEveryOption() throws IOException {
        final Path document = Path.of("..", "docs", "configuration.md");
        final String begin = "<!-- options -->\n";
        final String text = Files.readString(document);
        final String head = text.substring(0, text.indexOf(begin) + begin.length());
        final String expected = head + String.join("\n", OptionDefinition.markdownTable()) + "\n";
        if (Boolean.getBoolean("pointsman.write.docs")) {
            Files.writeString(document, expected);
        }
        assertThat(Files.readString(document)).as("run with -Dpointsman.write.docs=true to write it anew")
            .isEqualTo(expected);
        assertThat(List.copyOf(OptionDefinition.all().keySet())).doesNotHaveDuplicates();
    }
}
