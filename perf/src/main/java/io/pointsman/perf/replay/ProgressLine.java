/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Shows how far a replay is: one line rewritten on a terminal, lines below each other otherwise. One thread. */
final class ProgressLine {
    private static final long TERMINAL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long PLAIN_INTERVAL_NS = TimeUnit.SECONDS.toNanos(2);

    private final PrintStream output;
    private final boolean isTerminal;
    private final long intervalNs;
    private long lastNs;
    private int shownLength;

    ProgressLine(final PrintStream output, final boolean isTerminal, final long nowNs) {
        this.output = output;
        this.isTerminal = isTerminal;
        intervalNs = isTerminal ? TERMINAL_INTERVAL_NS : PLAIN_INTERVAL_NS;
        lastNs = nowNs;
    }

    /** Whether standard error is a terminal. */
    static boolean isTerminal() {
        try {
            final String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts") || target.startsWith("/dev/tty");
        } catch (final IOException | UnsupportedOperationException notLinux) {
            return System.console() != null;
        }
    }

    boolean isDue(final long nowNs) {
        return nowNs - lastNs >= intervalNs;
    }

    void show(final String text, final long nowNs) {
        lastNs = nowNs;
        if (isTerminal) {
            output.print('\r' + text + " ".repeat(Math.max(0, shownLength - text.length())));
            output.flush();
            shownLength = text.length();
        } else {
            output.println(text);
        }
    }

    /** Leaves the last line standing. */
    void end() {
        if (shownLength > 0) {
            output.println();
            shownLength = 0;
        }
    }
}
