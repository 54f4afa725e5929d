/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import io.pointsman.coordinator.router.RouterConfiguration;
import io.pointsman.coordinator.router.RouterOption;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One option of the coordinator as file, environment, flags and documentation see it. The table in
 * {@code docs/configuration.md} is made from these definitions, and a test compares the two.
 *
 * @param name        in the YAML file and as a flag.
 * @param defaultText the value when nobody says otherwise, as it would be written.
 * @param allowed     what is allowed, in words.
 * @param allows      whether a value is allowed.
 * @param description what it does.
 */
public record OptionDefinition(
    String name, String defaultText, String allowed, Predicate<String> allows, String description) {
    private static final Map<String, OptionDefinition> ALL = define();

    /**
     * Every option, the router's first.
     *
     * @return definitions by name.
     */
    public static Map<String, OptionDefinition> all() {
        return ALL;
    }

    /**
     * The name in the environment.
     *
     * @return the variable's name: POINTSMAN_ and the option's name in upper case with underscores.
     */
    public String environmentName() {
        return "POINTSMAN_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /**
     * The options as a Markdown table.
     *
     * @return lines, header first.
     */
    public static List<String> markdownTable() {
        final List<String> lines = new ArrayList<>();
        lines.add("| option | default | allowed | what it does |");
        lines.add("|---|---|---|---|");
        for (final OptionDefinition option : ALL.values()) {
            final String written = option.defaultText.isEmpty() ? "" : "`" + option.defaultText + "`";
            lines.add("| `" + option.name + "` | " + written + " | " + option.allowed + " | " + option.description +
                " |");
        }
        return lines;
    }

    private static Map<String, OptionDefinition> define() {
        final Map<String, OptionDefinition> all = new LinkedHashMap<>();
        for (final RouterOption option : RouterOption.values()) {
            all.put(option.property(), new OptionDefinition(option.property(), option.defaultText(), option.allowed(),
                (value) -> routerAllows(option, value), option.meaning()));
        }
        for (final HostOption option : HostOption.values()) {
            all.put(option.optionName(), new OptionDefinition(option.optionName(), option.defaultValue(),
                option.kind().allowed(), option.kind()::allows, option.description()));
        }
        return Collections.unmodifiableMap(all);
    }

    private static boolean routerAllows(final RouterOption option, final String value) {
        try {
            new RouterConfiguration().set(option, value);
            return true;
        } catch (final IllegalArgumentException notAllowed) {
            return false;
        }
    }
}
