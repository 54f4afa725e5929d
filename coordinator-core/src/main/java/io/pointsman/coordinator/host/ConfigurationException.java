/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import java.io.Serial;
import java.util.List;

/** Some properties are wrong; the message names each, its value and what is allowed. */
public final class ConfigurationException extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param errors one line each.
     */
    public ConfigurationException(final List<String> errors) {
        super(String.join(System.lineSeparator(), errors));
    }
}
