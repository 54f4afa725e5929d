/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.Random;

class ReplyQueueTest {
    private static final int CAPACITY = 1_024;

    private final ReplyQueue queue = new ReplyQueue(CAPACITY);
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[CAPACITY]);

    @Test
    void shouldAnswerWhatWentInInOrderWhateverTheLengths() {
        final ArrayDeque<long[]> expected = new ArrayDeque<>();
        final Random random = new Random(7);
        int refused = 0;
        for (int i = 1; i <= 200_000; i++) {
            if (random.nextBoolean()) {
                final int length = 8 + random.nextInt(200);
                message.putLong(0, i);
                message.putByte(length - 1, (byte)i);
                if (queue.offer(message, 0, length, i * 3L, i * 7L)) {
                    expected.add(new long[]{i, length, message.getLong(0)});
                } else {
                    refused++;
                }
            } else if (!expected.isEmpty()) {
                final long[] next = expected.remove();
                assertThat(queue.isEmpty()).isFalse();
                assertThat(queue.length()).isEqualTo((int)next[1]);
                assertThat(queue.buffer().getLong(queue.offset())).isEqualTo(next[2]);
                assertThat(queue.deadlineNs()).isEqualTo(next[0] * 3);
                assertThat(queue.requestId()).isEqualTo(next[0] * 7);
                queue.remove();
            }
            assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
        }
        assertThat(refused).isPositive();
    }

    @Test
    void shouldRefuseWhatDoesNotFitAndKeepTheRest() {
        assertThat(queue.offer(message, 0, CAPACITY - 24, 1, 2)).isTrue();
        assertThat(queue.offer(message, 0, 1, 1, 3)).isFalse();
        assertThat(queue.requestId()).isEqualTo(2);
        queue.remove();
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.offer(message, 0, CAPACITY - 23, 1, 4)).isFalse();
        assertThat(queue.offer(message, 0, 1, 1, 5)).isTrue();
        queue.clear();
        assertThat(queue.isEmpty()).isTrue();
    }
}
