/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressLineTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream output = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void shouldRewriteOneLineOnATerminal() {
        final ProgressLine line = new ProgressLine(output, true, 0);
        line.show("long text", 1);
        line.show("short", 2);
        line.end();
        assertThat(shown()).isEqualTo("\rlong text\rshort    " + System.lineSeparator());
    }

    @Test
    void shouldPrintLinesElsewhere() {
        final ProgressLine line = new ProgressLine(output, false, 0);
        line.show("one", 1);
        line.show("two", 2);
        line.end();
        assertThat(shown().lines()).containsExactly("one", "two");
    }

    @Test
    void shouldBeDueMoreOftenOnATerminal() {
        final long second = 1_000_000_000;
        assertThat(new ProgressLine(output, true, 0).isDue(second)).isTrue();
        assertThat(new ProgressLine(output, false, 0).isDue(second)).isFalse();
        assertThat(new ProgressLine(output, false, 0).isDue(2 * second)).isTrue();
    }

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
