/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Reads {@link Settings} from one YAML file, the environment and command-line flags, in rising precedence. */
public final class SettingsReader {
    private static final String CONFIG = "--config";
    private static final String PREFIX = "POINTSMAN_";
    /** Variables that are about something else: the file, the launchers' JVM, and where traces are. */
    private static final Set<String> NOT_OPTIONS = Set.of("POINTSMAN_CONFIG", "POINTSMAN_JVM_OPTS", "POINTSMAN_TRACES");

    private SettingsReader() {
    }

    /**
     * Describes the flags: one for each {@link OptionDefinition}, and {@code --config FILE}.
     *
     * @param name        of the command.
     * @param description a line for its help.
     * @return the command's specification, to be parsed by picocli.
     */
    public static CommandSpec commandSpec(final String name, final String description) {
        final CommandSpec spec = CommandSpec.create().name(name);
        spec.usageMessage().description(description).width(110).sortOptions(false);
        spec.mixinStandardHelpOptions(true).version("Pointsman " + SettingsReader.class.getPackage()
            .getImplementationVersion());
        spec.addOption(OptionSpec.builder(CONFIG).type(Path.class).paramLabel("FILE")
            .description("A YAML file with any of the options below").build());
        for (final OptionDefinition option : OptionDefinition.all().values()) {
            spec.addOption(OptionSpec.builder("--" + option.name()).type(String.class).paramLabel("VALUE")
                .description(escaped(option.description() + " (" + option.allowed() + "; default '" +
                    option.defaultText() + "')")).build());
        }
        return spec;
    }

    /**
     * Reads the settings.
     *
     * @param flags       as parsed from the specification of {@link #commandSpec}.
     * @param environment variables; {@code POINTSMAN_CONFIG} may name the file.
     * @return the effective settings.
     * @throws ConfigurationException naming property, value and what is allowed.
     */
    public static Settings read(final ParseResult flags, final Map<String, String> environment) {
        final Map<String, String> fromFlags = new LinkedHashMap<>();
        final Map<String, String> fromEnvironment = new LinkedHashMap<>();
        for (final OptionDefinition option : OptionDefinition.all().values()) {
            final String flag = flags.matchedOptionValue("--" + option.name(), null);
            if (flag != null) {
                fromFlags.put(option.name(), flag);
            }
            final String variable = environment.get(option.environmentName());
            if (variable != null) {
                fromEnvironment.put(option.name(), variable);
            }
        }
        final String variable = environment.get("POINTSMAN_CONFIG");
        final Path file = flags.matchedOptionValue(CONFIG, variable == null ? null : Path.of(variable));
        final List<String> errors = new ArrayList<>();
        for (final String name : environment.keySet()) {
            if (name.startsWith(PREFIX) && !NOT_OPTIONS.contains(name) && OptionDefinition.all().values().stream()
                .noneMatch((option) -> option.environmentName().equals(name))) {
                errors.add(name + " (environment) names no option");
            }
        }
        Settings settings = Settings.defaults();
        settings = file == null ? settings : collecting(settings, () -> readFile(file), file.toString(), errors);
        settings = collecting(settings, () -> fromEnvironment, "environment", errors);
        settings = collecting(settings, () -> fromFlags, "flag", errors);
        if (!errors.isEmpty()) {
            throw new ConfigurationException(errors);
        }
        return settings;
    }

    private static Settings collecting(final Settings settings, final Supplier<Map<String, String>> given,
        final String source, final List<String> errors) {
        try {
            return settings.with(given.get(), source);
        } catch (final ConfigurationException exception) {
            errors.add(exception.getMessage());
            return settings;
        }
    }

    private static Map<String, String> readFile(final Path file) {
        if (!Files.isReadable(file)) {
            throw new ConfigurationException(List.of("config = '" + file + "': no such file, or not readable"));
        }
        try {
            // Without it YAML reads "admission: off" as false.
            final JsonNode root = YAMLMapper.builder()
                .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
                .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build().readTree(file.toFile());
            final Map<String, String> given = new LinkedHashMap<>();
            if (root.isMissingNode() || root.isNull()) {
                return given;
            }
            if (!root.isObject()) {
                throw new ConfigurationException(List.of(file + ": expected 'option: value' lines"));
            }
            for (final Map.Entry<String, JsonNode> property : root.properties()) {
                if (!property.getValue().isValueNode()) {
                    throw new ConfigurationException(List.of(property.getKey() + " (" + file +
                        "): a single value is allowed, not a list or a map"));
                }
                given.put(property.getKey(), property.getValue().asText());
            }
            return given;
        } catch (final IOException exception) {
            throw new ConfigurationException(List.of(file + ": " + exception.getMessage()));
        }
    }

    private static String escaped(final String description) {
        return description.replace("%", "%%").replace("@|", "@ |");
    }
}
