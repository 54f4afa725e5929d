/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import java.nio.ByteBuffer;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Memory outside the heap, zeroed, starting at a cache line. */
final class OffHeap {
    private static final int LINE_LENGTH = 64;

    private final ByteBuffer memory;
    private final UnsafeBuffer buffer;

    OffHeap(final int length) {
        memory = ByteBuffer.allocateDirect(length + LINE_LENGTH);
        final long address = BufferUtil.address(memory);
        buffer = new UnsafeBuffer(memory, (int) (BitUtil.align(address, LINE_LENGTH) - address), length);
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    /** Frees the memory; the buffer refuses every access from now on. */
    void free() {
        buffer.wrap(0, 0);
        BufferUtil.free(memory);
    }
}
