/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.policy;

import java.util.Locale;

/** An option's value by its name in configuration: the constant's own name in lower case. */
public final class OptionNames {
    private OptionNames() {
    }

    /**
     * The name that configuration uses for a value.
     *
     * @param value of an option.
     * @return such as {@code longest_prefix}.
     */
    public static String nameOf(final Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Finds a value by its name.
     *
     * @param values to look among.
     * @param name   as configured.
     * @param <T>    the kind of value.
     * @return the value, null when there is none of this name.
     */
    public static <T extends Enum<?>> T find(final T[] values, final String name) {
        for (final T value : values) {
            if (nameOf(value).equals(name)) {
                return value;
            }
        }
        return null;
    }

    /**
     * The names there are.
     *
     * @param values to name.
     * @return all names, in order, between commas.
     */
    public static String list(final Enum<?>[] values) {
        final StringBuilder names = new StringBuilder();
        for (final Enum<?> value : values) {
            names.append(names.length() == 0 ? "" : ", ").append(nameOf(value));
        }
        return names.toString();
    }

    /**
     * Finds a value by its name.
     *
     * @param type     of the values.
     * @param property that is being set, for the error.
     * @param name     as configured.
     * @param <E>      the values.
     * @return the value.
     * @throws IllegalArgumentException naming property, value and what is allowed, when there is none of this name.
     */
    public static <E extends Enum<E>> E parse(final Class<E> type, final String property, final String name) {
        final E value = find(type.getEnumConstants(), name);
        if (value == null) {
            throw new IllegalArgumentException(
                property + " = " + name + ": allowed are " + list(type.getEnumConstants()));
        }
        return value;
    }
}
