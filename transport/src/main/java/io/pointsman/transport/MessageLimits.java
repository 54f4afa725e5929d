/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import io.pointsman.codecs.MessageHeaderDecoder;
import io.pointsman.codecs.RouteRequestDecoder;

/** The bounds of the protocol's messages; beyond one of them the sender is refused, never ignored. */
public final class MessageLimits {
    /** Longest block-hash vector: a million tokens at 64 tokens a block. */
    public static final int MAX_BLOCKS = 16_384;

    /** Longest list of excluded ranks: every rank there can be. */
    public static final int MAX_EXCLUDED = 1_024;

    /** Longest text (URL, name, channel, explanation), in bytes of UTF-8. */
    public static final int MAX_TEXT_LENGTH = 1_024;

    /** Most models in a ConnectAck. */
    public static final int MAX_MODELS = 128;

    /** Most requests in one part of an in-flight report; chosen so that a part fits one fragment over IPC. */
    public static final int MAX_REPORT_ENTRIES = 4_000;

    /** Length in bytes of the dimensions before a hash vector or the requests of a report. */
    public static final int VECTOR_HEADER_LENGTH = 8;

    /** Length in bytes of the dimensions before a small group. */
    public static final int GROUP_HEADER_LENGTH = 4;

    /** Where a vector's dimensions hold its count; only these two bytes of eight. */
    static final int VECTOR_COUNT_OFFSET = 6;

    /** Where a small group's dimensions hold its count. */
    static final int GROUP_COUNT_OFFSET = 2;

    /** Length in bytes of a block hash, and of an excluded (rank, generation). */
    public static final int HASH_LENGTH = 8;

    /** Length in bytes of an entry of an in-flight report: correlation id, rank index, generation. */
    public static final int REPORT_ENTRY_LENGTH = 16;

    /** Length in bytes of SBE's message header. */
    public static final int HEADER_LENGTH = MessageHeaderDecoder.ENCODED_LENGTH;

    /** Length in bytes of the longest message, a RouteRequest with all of its vectors full. */
    public static final int MAX_MESSAGE_LENGTH = HEADER_LENGTH + RouteRequestDecoder.BLOCK_LENGTH
        + VECTOR_HEADER_LENGTH + MAX_BLOCKS * HASH_LENGTH + GROUP_HEADER_LENGTH + MAX_EXCLUDED * HASH_LENGTH;

    /** The oldest version of the schema that is read. */
    public static final int OLDEST_VERSION = 1;

    /** In an in-flight report: asked, not yet answered. In an Invalidate: all ranks. As a signed int. */
    public static final int NO_RANK_INDEX = -2;

    private MessageLimits() {
    }
}
