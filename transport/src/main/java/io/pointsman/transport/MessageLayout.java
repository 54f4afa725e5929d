/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import java.util.ArrayList;
import java.util.List;

/**
 * What an adapter needs to know of a message to measure it before decoding: the length of its block, where its
 * enumerated fields are, and which groups and texts follow. Immutable.
 */
final class MessageLayout {
    /** A text: its length in front, 4 bytes. */
    static final int TEXT = 0;
    /** A group with 4 bytes of dimensions. */
    static final int GROUP = 1;
    /** A group with 8 bytes of dimensions. */
    static final int VECTOR = 2;
    /** A group with 4 bytes of dimensions whose entries end in a text. */
    static final int GROUP_WITH_TEXT = 3;

    final int templateId;
    final int blockLength;
    final int correlationIdOffset;
    final int[] sectionKinds;
    final int[] entryLengths;
    final int[] enumOffsets;
    final int[] enumGreatest;
    final int nullableOffset;
    final int entryEnumOffset;
    final int entryEnumGreatest;

    private MessageLayout(final Builder builder) {
        templateId = builder.templateId;
        blockLength = builder.blockLength;
        correlationIdOffset = builder.correlationIdOffset;
        sectionKinds = toArray(builder.kinds);
        entryLengths = toArray(builder.lengths);
        enumOffsets = toArray(builder.offsets);
        enumGreatest = toArray(builder.greatest);
        nullableOffset = builder.nullableOffset;
        entryEnumOffset = builder.entryEnumOffset;
        entryEnumGreatest = builder.entryEnumGreatest;
    }

    static Builder of(final int templateId, final int blockLength) {
        return new Builder(templateId, blockLength);
    }

    static MessageLayout[] byTemplate(final Builder... builders) {
        int greatest = 0;
        for (final Builder builder : builders) {
            greatest = Math.max(greatest, builder.templateId);
        }
        final MessageLayout[] layouts = new MessageLayout[greatest + 1];
        for (final Builder builder : builders) {
            layouts[builder.templateId] = new MessageLayout(builder);
        }
        return layouts;
    }

    private static int[] toArray(final List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Collects a layout's parts in the order of the schema. */
    static final class Builder {
        private final int templateId;
        private final int blockLength;
        private final List<Integer> kinds = new ArrayList<>();
        private final List<Integer> lengths = new ArrayList<>();
        private final List<Integer> offsets = new ArrayList<>();
        private final List<Integer> greatest = new ArrayList<>();
        private int correlationIdOffset = -1;
        private int nullableOffset = -1;
        private int entryEnumOffset;
        private int entryEnumGreatest;

        private Builder(final int templateId, final int blockLength) {
            this.templateId = templateId;
            this.blockLength = blockLength;
        }

        /** Where the correlation id is that a refusal can be addressed to. */
        Builder correlationId(final int offset) {
            correlationIdOffset = offset;
            return this;
        }

        /** An enumerated field of one byte with values from 0 to the greatest. */
        Builder enumeration(final int offset, final int greatestValue) {
            offsets.add(offset);
            greatest.add(greatestValue);
            return this;
        }

        /** An enumerated field that may be absent besides. */
        Builder optionalEnumeration(final int offset, final int greatestValue) {
            nullableOffset = offset;
            return enumeration(offset, greatestValue);
        }

        /** The enumerated field of one byte in the entries of the group with texts. */
        Builder entryEnumeration(final int offset, final int greatestValue) {
            entryEnumOffset = offset;
            entryEnumGreatest = greatestValue;
            return this;
        }

        /** A text that follows. */
        Builder text() {
            return section(TEXT, 1);
        }

        /** A group of the given kind that follows. */
        Builder group(final int kind, final int entryLength) {
            return section(kind, entryLength);
        }

        private Builder section(final int kind, final int entryLength) {
            kinds.add(kind);
            lengths.add(entryLength);
            return this;
        }
    }
}
