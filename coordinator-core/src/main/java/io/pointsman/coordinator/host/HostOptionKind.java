/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import java.util.List;
import java.util.Locale;

/** What values an {@link HostOption} takes, and how they are written. */
public sealed interface HostOptionKind {
    /** Either true or false. */
    HostOptionKind BOOLEAN = choice("true", "false");

    /** Any text. */
    HostOptionKind TEXT = new Text();

    /**
     * One of some words.
     *
     * @param words allowed.
     * @return the kind.
     */
    static HostOptionKind choice(final String... words) {
        return new Choice(List.of(words));
    }

    /**
     * A whole number.
     *
     * @param least allowed.
     * @param most  allowed.
     * @return the kind.
     */
    static HostOptionKind integer(final long least, final long most) {
        return new Whole(least, most, false);
    }

    /**
     * A number of bytes, with k, m or g behind it for powers of 1,024.
     *
     * @param least allowed, in bytes.
     * @param most  allowed, in bytes.
     * @return the kind.
     */
    static HostOptionKind size(final long least, final long most) {
        return new Whole(least, most, true);
    }

    /**
     * A finite number.
     *
     * @param least allowed.
     * @param most  allowed.
     * @return the kind.
     */
    static HostOptionKind decimal(final double least, final double most) {
        return new Decimal(least, most);
    }

    /**
     * Says what is allowed.
     *
     * @return words for a message and for the table.
     */
    String allowed();

    /**
     * Whether a value is allowed.
     *
     * @param value as written.
     * @return true if it is.
     */
    boolean allows(String value);

    /**
     * Words of which one is chosen.
     *
     * @param words allowed.
     */
    record Choice(List<String> words) implements HostOptionKind {
        @Override
        public String allowed() {
            return String.join(", ", words.subList(0, words.size() - 1)) + " or " + words.get(words.size() - 1);
        }

        @Override
        public boolean allows(final String value) {
            return words.contains(value);
        }
    }

    /** Any text. */
    record Text() implements HostOptionKind {
        @Override
        public String allowed() {
            return "text";
        }

        @Override
        public boolean allows(final String value) {
            return true;
        }
    }

    /**
     * A whole number, or a number of bytes.
     *
     * @param least allowed.
     * @param most  allowed.
     * @param bytes whether k, m and g are understood.
     */
    record Whole(long least, long most, boolean bytes) implements HostOptionKind {
        @Override
        public String allowed() {
            return written(least) + " to " + written(most) + (bytes ? " bytes" : "");
        }

        @Override
        public boolean allows(final String value) {
            try {
                final long number = parse(value);
                return number >= least && number <= most;
            } catch (final ArithmeticException | NumberFormatException notANumber) {
                return false;
            }
        }

        long parse(final String value) {
            final String digits = value.toLowerCase(Locale.ROOT);
            final int unit = bytes && !digits.isEmpty() ? "kmg".indexOf(digits.charAt(digits.length() - 1)) : -1;
            return unit < 0 ? Long.parseLong(digits) :
                Math.multiplyExact(Long.parseLong(digits.substring(0, digits.length() - 1)), 1L << 10 * (unit + 1));
        }

        private String written(final long number) {
            if (bytes) {
                for (int unit = 3; unit > 0; unit--) {
                    if (number % (1L << 10 * unit) == 0) {
                        return (number >> 10 * unit) + "kmg".substring(unit - 1, unit);
                    }
                }
            }
            return Long.toString(number);
        }
    }

    /**
     * A finite number.
     *
     * @param least allowed.
     * @param most  allowed.
     */
    record Decimal(double least, double most) implements HostOptionKind {
        @Override
        public String allowed() {
            return (long)least + " to " + (long)most + ", fractions allowed";
        }

        @Override
        public boolean allows(final String value) {
            try {
                final double number = Double.parseDouble(value);
                return number >= least && number <= most;
            } catch (final NumberFormatException notANumber) {
                return false;
            }
        }
    }
}
