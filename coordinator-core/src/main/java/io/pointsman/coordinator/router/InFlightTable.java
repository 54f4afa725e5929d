/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.collections.Hashing;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;

import static io.pointsman.coordinator.router.InFlightDescriptor.CORRELATION_ID_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.ENTRY_LENGTH;
import static io.pointsman.coordinator.router.InFlightDescriptor.ENTRY_LENGTH_SHIFT;
import static io.pointsman.coordinator.router.InFlightDescriptor.FLAGS_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.FRONTEND_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.LEAF_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.NEXT_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.PREVIOUS_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.REQUEST_ID_OFFSET;
import static org.agrona.BitUtil.CACHE_LINE_LENGTH;

/**
 * Every request in flight, by (frontend index, correlation id).
 * <pre>
 *   entries:  max-in-flight entries of 64 bytes, see {@link InFlightDescriptor}; an entry never moves
 *   places:   open addressing, linear probing, at most half full; 8 bytes a place
 *             | slot + 1 (high 32 bits; the whole is 0 when empty) | low 32 bits of the key's place number |
 * </pre>
 * The place number of a key is a mixed hash whose lowest three bits are those of the correlation id: eight consecutive
 * requests of a frontend share a cache line of places. Because a place holds its key's place number, removal shifts the
 * places behind it back without looking at entries, and leaves no tombstones.
 * <p>
 * A request id is {@code sequence << 20 | slot}: positive, never given twice, and leads to its entry without a search.
 * Free entries are reused last in, first out, so a lightly used table stays in the cache. Single-threaded, off-heap,
 * memory fixed at construction.
 */
final class InFlightTable implements AutoCloseable {
    static final int NONE = -1;
    static final int SLOT_BITS = 20;
    static final int MAX_ENTRIES = 1 << SLOT_BITS;
    private static final int GROUP_BITS = 3;
    private static final int GROUP_MASK = (1 << GROUP_BITS) - 1;

    private final ByteBuffer entryMemory;
    private final ByteBuffer placeMemory;
    private final UnsafeBuffer entries;
    private final UnsafeBuffer places;
    private final int maxEntries;
    private final int placeMask;
    private final int[] heads;
    private final int[] cursors;
    private int firstFree;
    private int untouched;
    private int size;
    private int occupied;

    InFlightTable(final int maxEntries, final int maxFrontends) {
        this.maxEntries = maxEntries;
        final int placeCount = BitUtil.findNextPositivePowerOfTwo(Math.max(16, 2 * maxEntries));
        placeMask = placeCount - 1;
        entryMemory = ByteBuffer.allocateDirect(maxEntries * ENTRY_LENGTH + CACHE_LINE_LENGTH);
        placeMemory = ByteBuffer.allocateDirect(placeCount * Long.BYTES + CACHE_LINE_LENGTH);
        entries = aligned(entryMemory);
        places = aligned(placeMemory);
        heads = new int[maxFrontends];
        cursors = new int[maxFrontends];
    }

    private static UnsafeBuffer aligned(final ByteBuffer memory) {
        final int excess = (int)(BufferUtil.address(memory) & CACHE_LINE_LENGTH - 1);
        final int offset = CACHE_LINE_LENGTH - excess & CACHE_LINE_LENGTH - 1;
        return new UnsafeBuffer(memory, offset, memory.capacity() - CACHE_LINE_LENGTH);
    }

    /** Requests that are not over. */
    int size() {
        return size;
    }

    /** Whether no entry is free; entries that only wait for their leaf count as well. */
    boolean isFull() {
        return occupied == maxEntries;
    }

    int find(final int frontendIndex, final long correlationId) {
        final int number = placeNumber(frontendIndex, correlationId);
        int place = number & placeMask;
        long content = placeAt(place);
        while (content != 0) {
            if ((int)content == number) {
                final int slot = (int)(content >>> 32) - 1;
                if (getLong(slot, CORRELATION_ID_OFFSET) == correlationId && frontendIndex(slot) == frontendIndex) {
                    return slot;
                }
            }
            place = place + 1 & placeMask;
            content = placeAt(place);
        }
        return NONE;
    }

    /** Finds the entry of a request id, also one that is over and waits for its leaf. */
    int slotOf(final long requestId) {
        final int slot = (int)(requestId & MAX_ENTRIES - 1);
        return requestId > 0 && slot < untouched && getLong(slot, REQUEST_ID_OFFSET) == requestId ? slot : NONE;
    }

    /** Adds an entry, cleared but for its key and request id; the table must not be full nor hold the key. */
    int insert(final int frontendIndex, final long correlationId, final long sequence) {
        final int slot = takeFree();
        for (int offset = LEAF_OFFSET; offset < ENTRY_LENGTH; offset += Long.BYTES) {
            putLong(slot, offset, 0);
        }
        putLong(slot, CORRELATION_ID_OFFSET, correlationId);
        putLong(slot, REQUEST_ID_OFFSET, sequence << SLOT_BITS | slot);
        entries.putShort((slot << ENTRY_LENGTH_SHIFT) + FRONTEND_OFFSET, (short)frontendIndex);
        link(slot, frontendIndex);
        final int number = placeNumber(frontendIndex, correlationId);
        int place = number & placeMask;
        while (placeAt(place) != 0) {
            place = place + 1 & placeMask;
        }
        placeAt(place, slot + 1L << 32 | number & 0xFFFF_FFFFL);
        size++;
        return slot;
    }

    /** Takes a request out, so that it is found no more; its entry stays readable until {@link #free}. */
    void remove(final int slot) {
        final int frontendIndex = frontendIndex(slot);
        int place = placeNumber(frontendIndex, getLong(slot, CORRELATION_ID_OFFSET)) & placeMask;
        while ((int)(placeAt(place) >>> 32) != slot + 1) {
            place = place + 1 & placeMask;
        }
        closeGap(place);
        unlink(slot, frontendIndex);
        size--;
    }

    void free(final int slot) {
        putLong(slot, REQUEST_ID_OFFSET, 0);
        putInt(slot, NEXT_OFFSET, firstFree);
        firstFree = slot + 1;
        occupied--;
    }

    /** The frontend's newest request. */
    int newest(final int frontendIndex) {
        return heads[frontendIndex] - 1;
    }

    /** Sets where {@link #nextAtCursor} goes on: at the frontend's newest request, towards its oldest. */
    void startCursor(final int frontendIndex) {
        cursors[frontendIndex] = heads[frontendIndex];
    }

    void stopCursor(final int frontendIndex) {
        cursors[frontendIndex] = 0;
    }

    /** Answers the request at the cursor and moves on; requests that are removed meanwhile are left out. */
    int nextAtCursor(final int frontendIndex) {
        final int slot = cursors[frontendIndex] - 1;
        if (slot >= 0) {
            cursors[frontendIndex] = getInt(slot, NEXT_OFFSET);
        }
        return slot;
    }

    int frontendIndex(final int slot) {
        return entries.getShort((slot << ENTRY_LENGTH_SHIFT) + FRONTEND_OFFSET);
    }

    long getLong(final int slot, final int offset) {
        return entries.getLong((slot << ENTRY_LENGTH_SHIFT) + offset);
    }

    void putLong(final int slot, final int offset, final long value) {
        entries.putLong((slot << ENTRY_LENGTH_SHIFT) + offset, value);
    }

    int getInt(final int slot, final int offset) {
        return entries.getInt((slot << ENTRY_LENGTH_SHIFT) + offset);
    }

    void putInt(final int slot, final int offset, final int value) {
        entries.putInt((slot << ENTRY_LENGTH_SHIFT) + offset, value);
    }

    byte getByte(final int slot, final int offset) {
        return entries.getByte((slot << ENTRY_LENGTH_SHIFT) + offset);
    }

    void putByte(final int slot, final int offset, final byte value) {
        entries.putByte((slot << ENTRY_LENGTH_SHIFT) + offset, value);
    }

    boolean has(final int slot, final int flag) {
        return (getByte(slot, FLAGS_OFFSET) & flag) != 0;
    }

    void set(final int slot, final int flag) {
        putByte(slot, FLAGS_OFFSET, (byte)(getByte(slot, FLAGS_OFFSET) | flag));
    }

    void unset(final int slot, final int flag) {
        putByte(slot, FLAGS_OFFSET, (byte)(getByte(slot, FLAGS_OFFSET) & ~flag));
    }

    private int takeFree() {
        occupied++;
        if (firstFree == 0) {
            return untouched++;
        }
        final int slot = firstFree - 1;
        firstFree = getInt(slot, NEXT_OFFSET);
        return slot;
    }

    private void link(final int slot, final int frontendIndex) {
        final int head = heads[frontendIndex];
        putInt(slot, NEXT_OFFSET, head);
        if (head != 0) {
            putInt(head - 1, PREVIOUS_OFFSET, slot + 1);
        }
        heads[frontendIndex] = slot + 1;
    }

    private void unlink(final int slot, final int frontendIndex) {
        final int next = getInt(slot, NEXT_OFFSET);
        final int previous = getInt(slot, PREVIOUS_OFFSET);
        if (next != 0) {
            putInt(next - 1, PREVIOUS_OFFSET, previous);
        }
        if (previous != 0) {
            putInt(previous - 1, NEXT_OFFSET, next);
        } else {
            heads[frontendIndex] = next;
        }
        if (cursors[frontendIndex] == slot + 1) {
            cursors[frontendIndex] = next;
        }
    }

    private void closeGap(final int freed) {
        int gap = freed;
        int place = gap + 1 & placeMask;
        long content = placeAt(place);
        while (content != 0) {
            final int home = (int)content & placeMask;
            if ((place - home & placeMask) >= (place - gap & placeMask)) {
                placeAt(gap, content);
                gap = place;
            }
            place = place + 1 & placeMask;
            content = placeAt(place);
        }
        placeAt(gap, 0);
    }

    private long placeAt(final int place) {
        return places.getLong(place << 3);
    }

    private void placeAt(final int place, final long content) {
        places.putLong(place << 3, content);
    }

    private static int placeNumber(final int frontendIndex, final long correlationId) {
        final long group = (correlationId >>> GROUP_BITS) * 0x9E37_79B9_7F4A_7C15L + frontendIndex;
        return Hashing.hash(group) << GROUP_BITS | (int)correlationId & GROUP_MASK;
    }

    /** Frees the memory. */
    @Override
    public void close() {
        BufferUtil.free(entryMemory);
        BufferUtil.free(placeMemory);
    }
}
