/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

import org.junit.jupiter.api.Assumptions;

import java.nio.file.Path;

/** Where the real traces are, which are third-party data and not part of the project. */
final class RealTraces {
    private RealTraces() {
    }

    /** A trace's file; skips the calling test, saying so, if the environment does not tell where the traces are. */
    static Path file(final String name) {
        final String folder = System.getenv("POINTSMAN_TRACES");
        if (folder == null) {
            final String line =
                "skipped: POINTSMAN_TRACES is not set; README.md says where the public originals are";
            System.out.println(line);
            Assumptions.abort(line);
        }
        return Path.of(folder, name + ".jsonl.gz");
    }
}
