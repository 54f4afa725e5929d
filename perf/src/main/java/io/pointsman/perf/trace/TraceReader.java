/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.zip.GZIPInputStream;

/**
 * Reads a trace of JSON lines, gzipped or not, in either format, both told by content:
 * <ul>
 * <li>timestamps: {@code timestamp} (ms), {@code input_length}, {@code output_length}, {@code hash_ids}; a block id
 * names the block together with all before it, anywhere in the file;</li>
 * <li>conversations: {@code root}, {@code session}, {@code turn}, {@code parent_turn}, {@code think_ms},
 * {@code input_length}, {@code output_length}, {@code hash_runs} (inclusive ranges of ids, local to the root).</li>
 * </ul>
 * Other fields are skipped; empty lines too. The file is streamed: only the first lines, from which the block size is
 * derived, are held. Used by one thread.
 */
public final class TraceReader implements RequestSource {
    private static final int LINES_TO_DERIVE_FROM = 256;
    private static final int GZIP_MAGIC = 0x1f8b;

    private final ArrayDeque<TraceRequest> ahead = new ArrayDeque<>();
    private final Path file;
    private final BufferedReader reader;
    private final TraceLineParser parser;
    private final int blockTokens;
    private final boolean derived;
    private long line;

    /**
     * Opens a trace.
     *
     * @param file        of JSON lines.
     * @param blockTokens tokens of a block; 0: derive it.
     * @throws TraceException if the file cannot be read, is in no known format or fits no block size.
     */
    public TraceReader(final Path file, final int blockTokens) {
        this.file = file;
        parser = new TraceLineParser(new JsonFactory());
        try {
            reader = new BufferedReader(new InputStreamReader(decompressed(file), StandardCharsets.UTF_8), 1 << 16);
        } catch (final IOException ex) {
            throw new TraceException(file + ": cannot be read: " + ex, ex);
        }
        derived = blockTokens == 0;
        try {
            readAhead(derived ? LINES_TO_DERIVE_FROM : 1);
            this.blockTokens = derived ? derive() : blockTokens;
        } catch (final TraceException ex) {
            close();
            throw ex;
        }
    }

    @Override
    public TraceRequest next() {
        return ahead.isEmpty() ? read() : ahead.poll();
    }

    @Override
    public int blockTokens() {
        return blockTokens;
    }

    @Override
    public boolean hasTimestamps() {
        return parser.format() == TraceLineParser.Format.TIMESTAMPS;
    }

    @Override
    public boolean hasConversations() {
        return parser.format() == TraceLineParser.Format.CONVERSATIONS;
    }

    @Override
    public boolean conversationsShareBlocks() {
        return parser.format() == TraceLineParser.Format.TIMESTAMPS;
    }

    @Override
    public String description() {
        return file.getFileName() + ", " + blockTokens + " tokens a block" + (derived ? " (derived)" : "");
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (final IOException ex) {
            throw new TraceException(file + ": cannot be closed: " + ex, ex);
        }
    }

    private static InputStream decompressed(final Path file) throws IOException {
        final BufferedInputStream input = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        input.mark(2);
        final int magic = (input.read() << 8) | input.read();
        input.reset();
        return magic == GZIP_MAGIC ? new GZIPInputStream(input, 1 << 16) : input;
    }

    private void readAhead(final int lines) {
        while (ahead.size() < lines) {
            final TraceRequest request = read();
            if (request == null) {
                break;
            }
            ahead.add(request);
        }
        if (ahead.isEmpty()) {
            throw new TraceException(file + ": holds no request", null);
        }
    }

    private int derive() {
        final BlockSizeEstimate estimate = new BlockSizeEstimate();
        for (final TraceRequest request : ahead) {
            estimate.add(request.inputTokens(), request.blocks().count());
        }
        final int tokens = estimate.blockTokens();
        if (tokens == 0) {
            throw new TraceException(file + ": no block size fits input_length and the number of blocks of its first " +
                ahead.size() + " requests; give --block-tokens", null);
        }
        return tokens;
    }

    private TraceRequest read() {
        try {
            String text = reader.readLine();
            line++;
            while (text != null && text.isBlank()) {
                text = reader.readLine();
                line++;
            }
            return text == null ? null : parser.parse(text, line);
        } catch (final TraceException ex) {
            throw new TraceException(file + ", line " + line + ": " + ex.getMessage(), ex);
        } catch (final JsonProcessingException ex) {
            throw new TraceException(file + ", line " + line + ", column " +
                ex.getLocation().getColumnNr() + ": not JSON: " + ex.getOriginalMessage(), ex);
        } catch (final IOException ex) {
            throw new TraceException(file + ", after line " + line + ": cannot be read: " + ex.getMessage(), ex);
        }
    }
}
