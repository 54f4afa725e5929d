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
 *   0        4        8                16               24               32               40
 *   +--------+--------+----------------+----------------+----------------+----------------+----
 *   | magic  | version| epoch          | heartbeat, ms  | process id     | pid namespace  | free
 *   +--------+--------+----------------+----------------+----------------+----------------+----
 * </pre>
 * The heartbeat is wall-clock ms, 0 once the holder has closed in order. The epoch is taken by compare-and-set,
 * so of two that find the claim stale only one gets it. A holder whose process is gone, as seen from the
 * same process namespace, holds nothing, however fresh its heartbeat. One thread owns an instance.
 */
public final class MarkFile implements AutoCloseable {
    private static final int MAGIC = 0x504d4b46;
    private static final int VERSION = 1;
    private static final int MAGIC_OFFSET = 0;
    private static final int VERSION_OFFSET = 4;
    private static final int EPOCH_OFFSET = 8;
    private static final int HEARTBEAT_OFFSET = 16;
    private static final int PROCESS_ID_OFFSET = 24;
    private static final int NAMESPACE_OFFSET = 32;
    private static final int LENGTH = 64;
    private static final long NO_PROCESS = -1;

    private final MappedByteBuffer mapped;
    private final UnsafeBuffer buffer;
    private final long epoch;
    private final long goneHolder;

    private MarkFile(
        final MappedByteBuffer mapped, final UnsafeBuffer buffer, final long epoch, final long goneHolder) {
        this.mapped = mapped;
        this.buffer = buffer;
        this.epoch = epoch;
        this.goneHolder = goneHolder;
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
            final long goneHolder = goneHolder(buffer);
            if (ageMs < timeoutMs && goneHolder == NO_PROCESS) {
                throw new IllegalStateException("another coordinator (process " + buffer.getLong(PROCESS_ID_OFFSET) +
                    ", heartbeat " + ageMs + " ms ago) serves these streams: stop it, wait until its last " +
                    "heartbeat is " + timeoutMs + " ms old, or choose another aeron-dir, state-dir or " +
                    "ingress-stream; the claim is " + file);
            }
            final long epoch = Math.max(stored + 1, nowMs);
            if (!buffer.compareAndSetLong(EPOCH_OFFSET, stored, epoch)) {
                throw new IllegalStateException("another coordinator takes over these streams right now: " + file);
            }
            buffer.putLong(PROCESS_ID_OFFSET, ProcessHandle.current().pid());
            buffer.putLong(NAMESPACE_OFFSET, processNamespace());
            buffer.putLongRelease(HEARTBEAT_OFFSET, nowMs);
            return new MarkFile(mapped, buffer, epoch, goneHolder);
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
     * The process that held the claim before and died without giving it up.
     *
     * @return its id, -1 when there was none or it cannot be told.
     */
    public long goneHolder() {
        return goneHolder;
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

    private static long goneHolder(final UnsafeBuffer buffer) {
        final long processId = buffer.getLong(PROCESS_ID_OFFSET);
        final boolean comparable = processId > 0 && buffer.getLongVolatile(HEARTBEAT_OFFSET) != 0
            && processNamespace() != 0 && buffer.getLong(NAMESPACE_OFFSET) == processNamespace();
        return comparable && ProcessHandle.of(processId).isEmpty() ? processId : NO_PROCESS;
    }

    /** The number of this process's own pid namespace, 0 where the system tells none. */
    private static long processNamespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString().hashCode() | 1L << 32;
        } catch (final IOException | UnsupportedOperationException unknown) {
            return 0;
        }
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
