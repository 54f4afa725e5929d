/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The effective value of every {@link Option}, and where it came from: defaults, then the file, then the environment,
 * then flags. Immutable once built.
 */
public final class Settings {
    private final Map<Option, String> values = new EnumMap<>(Option.class);
    private final Map<Option, String> sources = new EnumMap<>(Option.class);

    private Settings() {
        for (final Option option : Option.values()) {
            values.put(option, option.defaultValue());
            sources.put(option, "default");
        }
    }

    /**
     * Settings with defaults only.
     *
     * @return the settings.
     */
    public static Settings defaults() {
        return new Settings();
    }

    /**
     * These settings with some options set, each checked.
     *
     * @param given  option names and values as written.
     * @param source where they come from, for messages.
     * @return new settings.
     * @throws ConfigurationException naming every property that is unknown or whose value is not allowed.
     */
    public Settings with(final Map<String, String> given, final String source) {
        final Settings result = new Settings();
        result.values.putAll(values);
        result.sources.putAll(sources);
        final List<String> errors = new ArrayList<>();
        given.forEach((name, value) -> result.set(name, value, source, errors));
        if (!errors.isEmpty()) {
            throw new ConfigurationException(errors);
        }
        return result;
    }

    private void set(final String name, final String value, final String source, final List<String> errors) {
        final Option option = Stream.of(Option.values()).filter((o) -> o.optionName().equals(name)).findFirst()
            .orElse(null);
        if (option == null) {
            errors.add("'" + name + "' (" + source + ") is no option; the options are " +
                Stream.of(Option.values()).map(Option::optionName).collect(Collectors.joining(", ")));
        } else if (!option.kind().allows(value)) {
            errors.add(name + " = '" + value + "' (" + source + "): allowed is " + option.kind().allowed());
        } else {
            values.put(option, value);
            sources.put(option, source);
        }
    }

    /**
     * The value as written.
     *
     * @param option asked for.
     * @return the text.
     */
    public String text(final Option option) {
        return values.get(option);
    }

    /**
     * The value of a yes-or-no option.
     *
     * @param option asked for.
     * @return whether it is true.
     */
    public boolean isTrue(final Option option) {
        return "true".equals(values.get(option));
    }

    /**
     * The value of a whole number or a size.
     *
     * @param option asked for, a whole number or a size.
     * @return the number, of bytes for a size.
     */
    public long whole(final Option option) {
        return ((OptionKind.Whole)option.kind()).parse(values.get(option));
    }

    /**
     * The value of a whole number that fits an int.
     *
     * @param option asked for, a whole number or a size of at most 2^31 - 1.
     * @return the number.
     */
    public int integer(final Option option) {
        return Math.toIntExact(whole(option));
    }

    /**
     * The value of a decimal number.
     *
     * @param option asked for, a decimal number.
     * @return the number.
     */
    public double decimal(final Option option) {
        return Double.parseDouble(values.get(option));
    }

    /**
     * The effective configuration as a YAML file that would give it, with the source of each value.
     *
     * @return lines.
     */
    public List<String> lines() {
        return Stream.of(Option.values())
            .map((option) -> option.optionName() + ": " + quoted(values.get(option)) + "  # " + sources.get(option))
            .toList();
    }

    private static String quoted(final String value) {
        return value.matches("[\\w.-]+") ? value : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
