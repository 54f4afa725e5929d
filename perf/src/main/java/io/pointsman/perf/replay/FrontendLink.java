/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.perf.fleet.VirtualFleet.Arrival;
import io.pointsman.perf.trace.TraceRequest;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

import java.io.File;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;

/**
 * The two ring buffers between a frontend process and the virtual ranks, each in a file in shared memory, each with one
 * writing and one reading thread. The side of the virtual ranks creates them before the frontend is started.
 * <p>
 * A request, written by the frontend, integers little-endian:
 * <pre>
 *   0               8      12            16            20                 24      28        32
 *   +---------------+------+-------------+-------------+------------------+-------+---------+------------------
 *   | correlationId | rank | inputTokens | outputTokens | predictedBlocks | blocks | reserved | blocks x int64 hash
 *   +---------------+------+-------------+-------------+------------------+-------+---------+------------------
 * </pre>
 * An event, written by the virtual ranks: correlationId (8 bytes), outputTokens (4 bytes).
 */
final class FrontendLink implements AutoCloseable {
    /** From the frontend: connected, and all ranks are registered. */
    static final int READY = 1;
    /** From the frontend: a request for a rank. */
    static final int REQUEST = 2;
    /** From the frontend: every request of its share is over; its result is written. */
    static final int DONE = 3;
    /** To the frontend: begin. */
    static final int START = 11;
    /** To the frontend: a request's prefill is over. */
    static final int FIRST_TOKEN = 12;
    /** To the frontend: a request is answered completely. */
    static final int FINISHED = 13;
    /** To the frontend: leave. */
    static final int STOP = 14;

    private static final int REQUESTS_LENGTH = 16 << 20;
    private static final int EVENTS_LENGTH = 1 << 20;

    private static final int CORRELATION_ID_OFFSET = 0;
    private static final int RANK_OFFSET = CORRELATION_ID_OFFSET + Long.BYTES;
    private static final int INPUT_TOKENS_OFFSET = RANK_OFFSET + Integer.BYTES;
    private static final int OUTPUT_TOKENS_OFFSET = INPUT_TOKENS_OFFSET + Integer.BYTES;
    private static final int PREDICTED_BLOCKS_OFFSET = OUTPUT_TOKENS_OFFSET + Integer.BYTES;
    private static final int BLOCKS_OFFSET = PREDICTED_BLOCKS_OFFSET + Integer.BYTES;
    private static final int HASHES_OFFSET = BLOCKS_OFFSET + 2 * Integer.BYTES;

    private static final int EVENT_OUTPUT_TOKENS_OFFSET = CORRELATION_ID_OFFSET + Long.BYTES;
    private static final int EVENT_LENGTH = EVENT_OUTPUT_TOKENS_OFFSET + Integer.BYTES;

    private final MappedByteBuffer requestsMapping;
    private final MappedByteBuffer eventsMapping;
    private final RingBuffer requests;
    private final RingBuffer events;

    private FrontendLink(final MappedByteBuffer requestsMapping, final MappedByteBuffer eventsMapping) {
        this.requestsMapping = requestsMapping;
        this.eventsMapping = eventsMapping;
        requests = new OneToOneRingBuffer(new UnsafeBuffer(requestsMapping));
        events = new OneToOneRingBuffer(new UnsafeBuffer(eventsMapping));
    }

    static FrontendLink create(final Path directory, final int frontend) {
        return new FrontendLink(
            IoUtil.mapNewFile(file(directory, frontend, "requests"), length(REQUESTS_LENGTH)),
            IoUtil.mapNewFile(file(directory, frontend, "events"), length(EVENTS_LENGTH)));
    }

    static FrontendLink open(final Path directory, final int frontend) {
        return new FrontendLink(
            IoUtil.mapExistingFile(file(directory, frontend, "requests"), "requests to the virtual ranks"),
            IoUtil.mapExistingFile(file(directory, frontend, "events"), "events from the virtual ranks"));
    }

    private static File file(final Path directory, final int frontend, final String kind) {
        return directory.resolve("frontend-" + frontend + '.' + kind).toFile();
    }

    private static long length(final int capacity) {
        return capacity + (long)RingBufferDescriptor.TRAILER_LENGTH;
    }

    /** Writes a request, of which the hashes are made here. False: there is no room now. */
    boolean offerRequest(final long correlationId, final int rank, final int predictedBlocks,
        final TraceRequest request) {
        final int blocks = request.blocks().count();
        final int index = requests.tryClaim(REQUEST, HASHES_OFFSET + blocks * Long.BYTES);
        if (index < 0) {
            return false;
        }
        final AtomicBuffer buffer = requests.buffer();
        putLong(buffer, index + CORRELATION_ID_OFFSET, correlationId);
        putInt(buffer, index + RANK_OFFSET, rank);
        putInt(buffer, index + INPUT_TOKENS_OFFSET, request.inputTokens());
        putInt(buffer, index + OUTPUT_TOKENS_OFFSET, request.outputTokens());
        putInt(buffer, index + PREDICTED_BLOCKS_OFFSET, predictedBlocks);
        putInt(buffer, index + BLOCKS_OFFSET, blocks);
        request.blocks().hashes(buffer, index + HASHES_OFFSET, blocks);
        requests.commit(index);
        return true;
    }

    static int blocks(final DirectBuffer buffer, final int offset) {
        return getInt(buffer, offset + BLOCKS_OFFSET);
    }

    /** Reads a request; returns its rank. */
    static int request(final DirectBuffer buffer, final int offset, final Arrival arrival, final long[] hashes) {
        arrival.correlationId = correlationId(buffer, offset);
        arrival.inputTokens = getInt(buffer, offset + INPUT_TOKENS_OFFSET);
        arrival.outputTokens = getInt(buffer, offset + OUTPUT_TOKENS_OFFSET);
        arrival.predictedBlocks = getInt(buffer, offset + PREDICTED_BLOCKS_OFFSET);
        arrival.blocks = blocks(buffer, offset);
        for (int i = 0; i < arrival.blocks; i++) {
            hashes[i] = buffer.getLong(offset + HASHES_OFFSET + i * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
        }
        return getInt(buffer, offset + RANK_OFFSET);
    }

    /** Writes READY or DONE. False: there is no room now. */
    boolean offerState(final int type) {
        return commitEmpty(requests, type);
    }

    /** Writes an event, START or STOP. False: there is no room now. */
    boolean offerEvent(final int type, final long correlationId, final int outputTokens) {
        final int index = events.tryClaim(type, EVENT_LENGTH);
        if (index < 0) {
            return false;
        }
        putLong(events.buffer(), index + CORRELATION_ID_OFFSET, correlationId);
        putInt(events.buffer(), index + EVENT_OUTPUT_TOKENS_OFFSET, outputTokens);
        events.commit(index);
        return true;
    }

    static long correlationId(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + CORRELATION_ID_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    static int outputTokens(final DirectBuffer buffer, final int offset) {
        return getInt(buffer, offset + EVENT_OUTPUT_TOKENS_OFFSET);
    }

    int pollRequests(final MessageHandler handler, final int limit) {
        return requests.read(handler, limit);
    }

    int pollEvents(final MessageHandler handler, final int limit) {
        return events.read(handler, limit);
    }

    @Override
    public void close() {
        IoUtil.unmap(requestsMapping);
        IoUtil.unmap(eventsMapping);
    }

    private static boolean commitEmpty(final RingBuffer ring, final int type) {
        final int index = ring.tryClaim(type, Long.BYTES);
        if (index < 0) {
            return false;
        }
        putLong(ring.buffer(), index, 0);
        ring.commit(index);
        return true;
    }

    private static void putLong(final AtomicBuffer buffer, final int offset, final long value) {
        buffer.putLong(offset, value, ByteOrder.LITTLE_ENDIAN);
    }

    private static void putInt(final AtomicBuffer buffer, final int offset, final int value) {
        buffer.putInt(offset, value, ByteOrder.LITTLE_ENDIAN);
    }

    private static int getInt(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset, ByteOrder.LITTLE_ENDIAN);
    }
}
