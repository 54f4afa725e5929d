/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One coordinator's claim on its streams: the epoch, and a heartbeat that says whether the claim is still held. Taking
 * over a stale claim raises the epoch, which fences the former holder: its next {@link #heartbeat} finds that out.
 * <p>
 * Layout, 64 bytes, little-endian:
 * <pre>
 *   0        4        8                16               24               32
 *   +--------+--------+----------------+----------------+----------------+----
 *   | magic  | version| epoch          | heartbeat, ms  | process id     | free
 *   +--------+--------+----------------+----------------+----------------+----
 * </pre>
 * The heartbeat is wall-clock ms, 0 once the holder has closed in order. The epoch is taken by compare-and-set,
 * so of two that find the claim stale only one gets it. One thread owns an instance.
 */
public final class MarkFile implements AutoCloseable {
    private static final int MAGIC = 0x504d4b46;
    private static final int VERSION = 1;
    private static final int MAGIC_OFFSET = 0;
    private static final int VERSION_OFFSET = 4;
    private static final int EPOCH_OFFSET = 8;
    private static final int HEARTBEAT_OFFSET = 16;
    private static final int PROCESS_ID_OFFSET = 24;
    private static final int LENGTH = 64;

    private final MappedByteBuffer mapped;
    private final UnsafeBuffer buffer;
    private final long epoch;

    private MarkFile(final MappedByteBuffer mapped, final UnsafeBuffer buffer, final long epoch) {
        this.mapped = mapped;
        this.buffer = buffer;
        this.epoch = epoch;
    }

    /**
     * Takes the claim, creating the file and its directory where there is none.
     *
     * @param file      of the claim.
     * @param nowMs     wall-clock milliseconds.
     * @param timeoutMs age of a heartbeat from which on the claim is stale.
     * @return the claim, held, with a new epoch: the larger of the stored one + 1 and {@code nowMs}.
     * @throws IllegalStateException when another coordinator holds it (naming its process) or the file is not ours.
     * @throws UncheckedIOException  when the file cannot be opened or mapped.
     */
    public static MarkFile take(final Path file, final long nowMs, final long timeoutMs) {
        final MappedByteBuffer mapped = map(file);
        try {
            final UnsafeBuffer buffer = new UnsafeBuffer(mapped);
            checkFormat(file, buffer);
            final long stored = buffer.getLongVolatile(EPOCH_OFFSET);
            final long ageMs = nowMs - buffer.getLongVolatile(HEARTBEAT_OFFSET);
            if (ageMs < timeoutMs) {
                throw new IllegalStateException("another coordinator (process " + buffer.getLong(PROCESS_ID_OFFSET) +
                    ", heartbeat " + ageMs + " ms ago) serves these streams: stop it, or choose another aeron-dir, " +
                    "state-dir or ingress-stream; the claim is " + file);
            }
            final long epoch = Math.max(stored + 1, nowMs);
            if (!buffer.compareAndSetLong(EPOCH_OFFSET, stored, epoch)) {
                throw new IllegalStateException("another coordinator takes over these streams right now: " + file);
            }
            buffer.putLong(PROCESS_ID_OFFSET, ProcessHandle.current().pid());
            buffer.putLongRelease(HEARTBEAT_OFFSET, nowMs);
            return new MarkFile(mapped, buffer, epoch);
        } catch (final IllegalStateException exception) {
            IoUtil.unmap(mapped);
            throw exception;
        }
    }

    /**
     * The epoch of this claim.
     *
     * @return positive.
     */
    public long epoch() {
        return epoch;
    }

    /**
     * Says that the holder is alive.
     *
     * @param nowMs wall-clock milliseconds.
     * @return whether the claim is still held; false once another coordinator has taken over.
     */
    public boolean heartbeat(final long nowMs) {
        if (buffer.getLongVolatile(EPOCH_OFFSET) != epoch) {
            return false;
        }
        buffer.putLongRelease(HEARTBEAT_OFFSET, nowMs);
        return true;
    }

    /** Gives the claim up, if it is still held. */
    @Override
    public void close() {
        if (buffer.getLongVolatile(EPOCH_OFFSET) == epoch) {
            buffer.putLongRelease(HEARTBEAT_OFFSET, 0);
        }
        IoUtil.unmap(mapped);
    }

    private static MappedByteBuffer map(final Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, LENGTH);
            }
        } catch (final IOException exception) {
            throw new UncheckedIOException("cannot open the coordinator's mark file " + file, exception);
        }
    }

    private static void checkFormat(final Path file, final UnsafeBuffer buffer) {
        if (buffer.compareAndSetInt(MAGIC_OFFSET, 0, MAGIC)) {
            buffer.putInt(VERSION_OFFSET, VERSION);
        }
        if (buffer.getInt(MAGIC_OFFSET) != MAGIC || buffer.getInt(VERSION_OFFSET) != VERSION) {
            throw new IllegalStateException("not a mark file of this version (remove it if no coordinator runs): " +
                file);
        }
    }
}
