/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import io.pointsman.coordinator.router.RouterConfiguration;
import io.pointsman.coordinator.router.RouterOption;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The effective value of every {@link OptionDefinition}, and where it came from: defaults, then the file, then the
 * environment, then flags. Immutable once built.
 */
public final class Settings {
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, String> sources = new LinkedHashMap<>();

    private Settings() {
        OptionDefinition.all().forEach((name, option) -> {
            values.put(name, option.defaultText());
            sources.put(name, "default");
        });
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
        final OptionDefinition option = OptionDefinition.all().get(name);
        if (option == null) {
            errors.add(name + " (" + source + ") is no option; the options are " +
                String.join(", ", OptionDefinition.all().keySet()));
        } else if (!option.allows().test(value)) {
            errors.add(name + " = '" + value + "' (" + source + "): allowed is " + option.allowed());
        } else {
            values.put(name, value);
            sources.put(name, source);
        }
    }

    /**
     * The router's part.
     *
     * @return a new configuration, not yet concluded.
     */
    public RouterConfiguration routerConfiguration() {
        final RouterConfiguration configuration = new RouterConfiguration();
        for (final RouterOption option : RouterOption.values()) {
            configuration.set(option, values.get(option.property()));
        }
        return configuration;
    }

    /**
     * The value as written.
     *
     * @param option asked for.
     * @return the text.
     */
    public String text(final HostOption option) {
        return values.get(option.optionName());
    }

    /**
     * The value of a whole number or a size.
     *
     * @param option asked for, a whole number or a size.
     * @return the number, of bytes for a size.
     */
    public long whole(final HostOption option) {
        return ((HostOptionKind.Whole)option.kind()).parse(text(option));
    }

    /**
     * The value of a whole number that fits an int.
     *
     * @param option asked for, a whole number or a size of at most 2^31 - 1.
     * @return the number.
     */
    public int integer(final HostOption option) {
        return Math.toIntExact(whole(option));
    }

    /**
     * The effective configuration as a YAML file that would give it, with the source of each value.
     *
     * @return lines.
     */
    public List<String> lines() {
        return values.entrySet().stream().map((value) ->
            value.getKey() + ": " + quoted(value.getValue()) + "  # " + sources.get(value.getKey())).toList();
    }

    private static String quoted(final String value) {
        return value.matches("[\\w.-]+") ? value : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
