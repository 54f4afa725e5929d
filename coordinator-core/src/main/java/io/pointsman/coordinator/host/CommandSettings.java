/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The settings of a command of this module, from its flags; ends the process for --help and for a bad option. */
final class CommandSettings {
    private static final int BAD_OPTION = 2;

    private CommandSettings() {
    }

    static Settings read(final String name, final String description, final String[] args) {
        final CommandLine command = new CommandLine(SettingsReader.commandSpec(name, description));
        try {
            final ParseResult flags = command.parseArgs(args);
            if (CommandLine.printHelpIfRequested(flags)) {
                System.exit(0);
            }
            return SettingsReader.read(flags, System.getenv());
        } catch (final ParameterException | ConfigurationException exception) {
            System.err.println("pointsman: " + exception.getMessage());
            System.exit(BAD_OPTION);
            throw exception;
        }
    }
}
