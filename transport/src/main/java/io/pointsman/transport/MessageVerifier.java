/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static io.pointsman.transport.MessageLimits.GROUP_COUNT_OFFSET;
import static io.pointsman.transport.MessageLimits.GROUP_HEADER_LENGTH;
import static io.pointsman.transport.MessageLimits.HEADER_LENGTH;
import static io.pointsman.transport.MessageLimits.MAX_TEXT_LENGTH;
import static io.pointsman.transport.MessageLimits.OLDEST_VERSION;
import static io.pointsman.transport.MessageLimits.VECTOR_COUNT_OFFSET;
import static io.pointsman.transport.MessageLimits.VECTOR_HEADER_LENGTH;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.pointsman.codecs.MessageHeaderDecoder;
import io.pointsman.codecs.RejectCode;
import org.agrona.DirectBuffer;

/**
 * Measures a message before anything of it is decoded: header, block, groups and texts must fill exactly the length
 * that arrived (a newer version may have more behind). It never reads beyond that length and throws for no input.
 * <p>
 * After a refusal the fields say why; they hold until the next message. Single-threaded.
 */
final class MessageVerifier {
    private static final int NULL_ENUM = 255;

    private final MessageLayout[] layouts;

    private RejectCode code;
    private long value;
    private long allowed;
    private long correlationId;
    private int templateId;
    private int blockLength;
    private int version;

    MessageVerifier(final MessageLayout[] layouts) {
        this.layouts = layouts;
    }

    /** Whether the message can be decoded. */
    boolean accepts(final DirectBuffer buffer, final int offset, final int length) {
        correlationId = 0;
        if (length < HEADER_LENGTH) {
            return refuse(RejectCode.MALFORMED, length, HEADER_LENGTH);
        }
        blockLength = unsignedShort(buffer, offset);
        templateId = unsignedShort(buffer, offset + 2);
        final int schemaId = unsignedShort(buffer, offset + 4);
        version = unsignedShort(buffer, offset + 6);
        if (schemaId != MessageHeaderDecoder.SCHEMA_ID) {
            return refuse(RejectCode.WRONG_SCHEMA, schemaId, MessageHeaderDecoder.SCHEMA_ID);
        }
        if (version < OLDEST_VERSION) {
            return refuse(RejectCode.WRONG_VERSION, version, OLDEST_VERSION);
        }
        final MessageLayout layout = templateId < layouts.length ? layouts[templateId] : null;
        if (layout == null) {
            return refuse(RejectCode.WRONG_TEMPLATE, templateId, 0);
        }
        return acceptsBlock(layout, buffer, offset, length) && acceptsSections(layout, buffer, offset, length);
    }

    private boolean acceptsBlock(
        final MessageLayout layout, final DirectBuffer buffer, final int offset, final int length) {
        final boolean newer = version > MessageHeaderDecoder.SCHEMA_VERSION;
        if (blockLength < layout.blockLength || (!newer && blockLength != layout.blockLength)) {
            return refuse(RejectCode.MALFORMED, length, HEADER_LENGTH + layout.blockLength);
        }
        if (length < HEADER_LENGTH + blockLength) {
            return refuse(RejectCode.MALFORMED, length, HEADER_LENGTH + blockLength);
        }
        final int blockOffset = offset + HEADER_LENGTH;
        if (layout.correlationIdOffset >= 0) {
            correlationId = buffer.getLong(blockOffset + layout.correlationIdOffset, LITTLE_ENDIAN);
        }
        for (int i = 0; i < layout.enumOffsets.length; i++) {
            final int raw = buffer.getByte(blockOffset + layout.enumOffsets[i]) & 0xFF;
            final boolean absent = raw == NULL_ENUM && layout.enumOffsets[i] == layout.nullableOffset;
            if (raw > layout.enumGreatest[i] && !absent) {
                return refuse(RejectCode.BAD_FIELD, raw, layout.enumGreatest[i]);
            }
        }
        return true;
    }

    private boolean acceptsSections(
        final MessageLayout layout, final DirectBuffer buffer, final int offset, final int length) {
        // A long, since counts times lengths of hostile bytes exceed an int.
        long end = HEADER_LENGTH + blockLength;
        for (int i = 0; i < layout.sectionKinds.length; i++) {
            end = sectionEnd(layout, i, buffer, offset, (int) end, length);
            if (end < 0) {
                return false;
            }
        }
        final boolean newer = version > MessageHeaderDecoder.SCHEMA_VERSION;
        return end == length || (newer && end < length) || refuse(RejectCode.MALFORMED, length, end);
    }

    /** End of a section relative to the message, at most its length; negative after a refusal. */
    private long sectionEnd(final MessageLayout layout, final int section, final DirectBuffer buffer, final int offset,
        final int start, final int length) {
        final int kind = layout.sectionKinds[section];
        final int entryLength = layout.entryLengths[section];
        final int headerLength = kind == MessageLayout.VECTOR ? VECTOR_HEADER_LENGTH : GROUP_HEADER_LENGTH;
        final long bodyStart = (long) start + headerLength;
        if (bodyStart > length) {
            return refused(RejectCode.MALFORMED, length, bodyStart);
        }
        if (kind == MessageLayout.TEXT) {
            return textEnd(buffer, offset, start, length);
        }
        final int entryBlockLength = unsignedShort(buffer, offset + start);
        if (kind == MessageLayout.GROUP_WITH_TEXT) {
            return textGroupEnd(layout, entryLength, buffer, offset, start, length);
        }
        final int countOffset = kind == MessageLayout.VECTOR ? VECTOR_COUNT_OFFSET : GROUP_COUNT_OFFSET;
        final long end = bodyStart + (long) entryLength * unsignedShort(buffer, offset + start + countOffset);
        return entryBlockLength == entryLength && end <= length ? end : refused(RejectCode.MALFORMED, length, end);
    }

    private long textEnd(final DirectBuffer buffer, final int offset, final int start, final int length) {
        final long textLength = buffer.getInt(offset + start, LITTLE_ENDIAN) & 0xFFFF_FFFFL;
        final long end = start + GROUP_HEADER_LENGTH + textLength;
        if (end > length) {
            return refused(RejectCode.MALFORMED, length, end);
        }
        return textLength <= MAX_TEXT_LENGTH ? end : refused(RejectCode.BAD_FIELD, textLength, MAX_TEXT_LENGTH);
    }

    private long textGroupEnd(final MessageLayout layout, final int entryLength, final DirectBuffer buffer,
        final int offset, final int start, final int length) {
        final int entryBlockLength = unsignedShort(buffer, offset + start);
        final int count = unsignedShort(buffer, offset + start + GROUP_COUNT_OFFSET);
        long end = start + GROUP_HEADER_LENGTH;
        final boolean newer = version > MessageHeaderDecoder.SCHEMA_VERSION;
        if (entryBlockLength < entryLength || (!newer && entryBlockLength != entryLength)) {
            return refused(RejectCode.MALFORMED, length, end + (long) entryLength * count);
        }
        for (int i = 0; i < count; i++) {
            end += entryBlockLength;
            if (end + GROUP_HEADER_LENGTH > length) {
                return refused(RejectCode.MALFORMED, length, end + GROUP_HEADER_LENGTH);
            }
            final long enumOffset = end - entryBlockLength + layout.entryEnumOffset;
            final int raw = buffer.getByte(offset + (int) enumOffset) & 0xFF;
            if (raw > layout.entryEnumGreatest) {
                return refused(RejectCode.BAD_FIELD, raw, layout.entryEnumGreatest);
            }
            end = textEnd(buffer, offset, (int) end, length);
            if (end < 0) {
                return end;
            }
        }
        return end;
    }

    private boolean refuse(final RejectCode reason, final long met, final long limit) {
        code = reason;
        value = met;
        allowed = limit;
        return false;
    }

    private long refused(final RejectCode reason, final long met, final long limit) {
        refuse(reason, met, limit);
        return -1;
    }

    private static int unsignedShort(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset, LITTLE_ENDIAN) & 0xFFFF;
    }

    RejectCode code() {
        return code;
    }

    long value() {
        return value;
    }

    long allowed() {
        return allowed;
    }

    /** Of the last message, 0 when it could not be read. */
    long correlationId() {
        return correlationId;
    }

    int templateId() {
        return templateId;
    }

    int blockLength() {
        return blockLength;
    }

    int version() {
        return version;
    }
}
