/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import java.io.IOException;

/**
 * Parses one line of a trace; the first line decides the format of all. Errors name field and value; the reader adds
 * file and line. Used by one thread, reusing its fields from line to line.
 */
final class TraceLineParser {
    enum Format {
        TIMESTAMPS, CONVERSATIONS
    }

    private static final long COMMON_SCOPE = BlockRuns.scope("");

    private final BlockRuns.Builder runs = new BlockRuns.Builder();
    private final JsonFactory factory;
    private Format format;
    private double previousTimestampMs;

    private boolean hasIds;
    private boolean hasRuns;
    private String root;
    private String session;
    private long turn;
    private long parentTurn;
    private double timestampMs;
    private double thinkMs;
    private long inputTokens;
    private long outputTokens;

    TraceLineParser(final JsonFactory factory) {
        this.factory = factory;
    }

    Format format() {
        return format;
    }

    TraceRequest parse(final String text, final long line) throws IOException {
        reset();
        try (JsonParser parser = factory.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new TraceException("a JSON object is wanted, not " + abridged(text), null);
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                final String field = parser.currentName();
                final JsonToken value = parser.nextToken();
                field(parser, field, value);
            }
            if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                throw new TraceException("something follows the JSON object: " + abridged(text), null);
            }
        }
        decideFormat(text);
        return request(line);
    }

    private void reset() {
        runs.build();
        hasIds = false;
        hasRuns = false;
        root = null;
        session = null;
        turn = 0;
        parentTurn = -1;
        timestampMs = -1;
        thinkMs = 0;
        inputTokens = -1;
        outputTokens = -1;
    }

    private void field(final JsonParser parser, final String field, final JsonToken value) throws IOException {
        switch (field) {
            case "root" -> root = text(parser, field, value);
            case "session" -> session = text(parser, field, value);
            case "turn" -> turn = integer(parser, field, value);
            case "parent_turn" -> parentTurn = value == JsonToken.VALUE_NULL ? -1 : integer(parser, field, value);
            case "timestamp" -> timestampMs = number(parser, field, value);
            case "think_ms" -> thinkMs = number(parser, field, value);
            case "input_length" -> inputTokens = integer(parser, field, value);
            case "output_length" -> outputTokens = integer(parser, field, value);
            case "hash_ids" -> ids(parser, field, value);
            case "hash_runs" -> runs(parser, field, value);
            default -> parser.skipChildren();
        }
    }

    private void ids(final JsonParser parser, final String field, final JsonToken value) throws IOException {
        require(value == JsonToken.START_ARRAY, parser, field, "an array of block ids");
        hasIds = true;
        JsonToken token = parser.nextToken();
        while (token != JsonToken.END_ARRAY) {
            final int id = (int)integer(parser, field, token);
            runs.add(COMMON_SCOPE, id, id);
            token = parser.nextToken();
        }
    }

    private void runs(final JsonParser parser, final String field, final JsonToken value) throws IOException {
        require(value == JsonToken.START_ARRAY, parser, field, "an array of [first, last]");
        hasRuns = true;
        JsonToken token = parser.nextToken();
        while (token != JsonToken.END_ARRAY) {
            require(token == JsonToken.START_ARRAY, parser, field, "an array of [first, last]");
            final int first = (int)integer(parser, field, parser.nextToken());
            final int last = (int)integer(parser, field, parser.nextToken());
            if (last < first) {
                throw new TraceException("field " + field + ": value [" + first + "," + last +
                    "], but last must be at least first", null);
            }
            runs.add(COMMON_SCOPE, first, last);
            require(parser.nextToken() == JsonToken.END_ARRAY, parser, field, "pairs of [first, last]");
            token = parser.nextToken();
        }
    }

    private void decideFormat(final String text) {
        if (hasIds == hasRuns) {
            throw new TraceException("one of the fields hash_ids and hash_runs is wanted: " + abridged(text), null);
        }
        final Format met = hasIds ? Format.TIMESTAMPS : Format.CONVERSATIONS;
        if (format != null && format != met) {
            throw new TraceException("field " + (hasIds ? "hash_ids" : "hash_runs") +
                ": the lines before are of the other format", null);
        }
        format = met;
    }

    private TraceRequest request(final long line) {
        present("input_length", inputTokens >= 0);
        present("output_length", outputTokens >= 0);
        if (format == Format.TIMESTAMPS) {
            present("timestamp", timestampMs >= 0);
            if (timestampMs < previousTimestampMs) {
                throw new TraceException("field timestamp: value " + timestampMs + " is before the line before, " +
                    previousTimestampMs, null);
            }
            previousTimestampMs = timestampMs;
            final String name = session == null ? Long.toString(line) : session;
            return new TraceRequest(line, name, name, (int)turn, -1, timestampMs, 0, (int)inputTokens,
                (int)outputTokens, runs.build());
        }
        present("root", root != null);
        present("session", session != null);
        return new TraceRequest(line, root, session, (int)turn, (int)parentTurn, 0, thinkMs, (int)inputTokens,
            (int)outputTokens, runs.scope(BlockRuns.scope(root)).build());
    }

    private static void present(final String field, final boolean present) {
        if (!present) {
            throw new TraceException("field " + field + " is missing", null);
        }
    }

    private static String text(final JsonParser parser, final String field, final JsonToken value)
        throws IOException {
        require(value == JsonToken.VALUE_STRING, parser, field, "a string");
        return parser.getText();
    }

    private static long integer(final JsonParser parser, final String field, final JsonToken value)
        throws IOException {
        final boolean inRange = value == JsonToken.VALUE_NUMBER_INT &&
            parser.getNumberType() == JsonParser.NumberType.INT && parser.getIntValue() >= 0;
        require(inRange, parser, field, "an integer in [0, 2147483647]");
        return parser.getIntValue();
    }

    private static double number(final JsonParser parser, final String field, final JsonToken value)
        throws IOException {
        final boolean inRange = value.isNumeric() && parser.getDoubleValue() >= 0 &&
            parser.getDoubleValue() <= Long.MAX_VALUE / 1_000_000;
        require(inRange, parser, field, "a number of milliseconds, at least 0");
        return parser.getDoubleValue();
    }

    private static void require(final boolean condition, final JsonParser parser, final String field,
        final String wanted) throws IOException {
        if (!condition) {
            throw new TraceException("field " + field + ": value " + abridged(parser.getText()) + ", but " + wanted +
                " is wanted", null);
        }
    }

    private static String abridged(final String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "...";
    }
}
