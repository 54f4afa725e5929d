/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

/** A trace cannot be read; the message names the file and, where it applies, the line, the field and the value. */
public final class TraceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what is wrong, where.
     * @param cause   or null.
     */
    public TraceException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
