/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static io.pointsman.transport.TermOfFragments.BEGIN;
import static io.pointsman.transport.TermOfFragments.END;
import static io.pointsman.transport.TermOfFragments.MIDDLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteRequestDecoder;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

class FragmentedMessageTest {
    private static final FrontendProxy FRONTEND = new FrontendProxy(1);

    private final RecordedMessages recorded = new RecordedMessages();
    private final IngressAdapter adapter = new IngressAdapter(recorded, 2);
    private final TermOfFragments term = new TermOfFragments();

    private static byte[] request(final int hashCount) {
        return SampleMessage.of(SampleMessage.Stream.INGRESS,
            b -> FRONTEND.encodeRouteRequest(b, 0, 42, SampleMessage.parameters(hashCount)), "").bytes();
    }

    private static String line(final int hashCount) {
        return "RouteRequest 0 1 42 41 9 3 " + (hashCount + 1) + " 500 0 0 " + hashCount + " "
            + SampleMessage.sum(hashCount) + " ";
    }

    @Test
    void shouldReadWhenMessageComesInOneOrManyFragments() {
        final byte[] message = request(500);
        for (final int fragmentLength : new int[] {message.length, message.length - 1, 1_000, 100, 7}) {
            term.showAll(adapter, 1, message, fragmentLength);
        }
        assertThat(recorded.lines).hasSize(5).containsOnly(line(500));
        assertThat(adapter.assembling()).isZero();
    }

    @Test
    void shouldReadLongestMessageInFragments() {
        term.showAll(adapter, 1, request(MessageLimits.MAX_BLOCKS), 1_376);
        assertThat(recorded.lines).containsExactly(line(MessageLimits.MAX_BLOCKS));
    }

    @Test
    void shouldKeepSessionsApartWhenTheirFragmentsMix() {
        // Each session has a log of its own.
        final TermOfFragments other = new TermOfFragments();
        final byte[] one = request(10);
        final byte[] two = request(11);
        term.show(adapter, 1, BEGIN, one, 0, 50);
        other.show(adapter, 2, BEGIN, two, 0, 90);
        assertThat(adapter.assembling()).isEqualTo(2);
        term.show(adapter, 1, END, one, 50, one.length - 50);
        other.show(adapter, 2, MIDDLE, two, 90, 1);
        other.show(adapter, 2, END, two, 91, two.length - 91);
        assertThat(recorded.lines).containsExactly(line(10), line(11));
    }

    @Test
    void shouldRefuseWhenMoreSessionsSendFragmentsThanThereAreBuffers() {
        final byte[] message = request(10);
        for (int session = 1; session <= 3; session++) {
            new TermOfFragments().show(adapter, session, BEGIN, message, 0, 50);
        }
        assertThat(recorded.lines).containsExactly("Refused TOO_MANY_FRONTENDS 3 2");
        adapter.onImageClosed(1);
        adapter.onImageClosed(7);
        term.showAll(adapter, 3, message, 50);
        assertThat(recorded.lines).element(1).isEqualTo(line(10));
        assertThat(adapter.assembling()).isEqualTo(1);
    }

    @Test
    void shouldIgnoreRestWhenBeginningWasNotSeen() {
        final byte[] message = request(10);
        term.show(adapter, 1, MIDDLE, message, 50, 50);
        term.show(adapter, 1, END, message, 100, 50);
        assertThat(recorded.lines).isEmpty();
    }

    @Test
    void shouldRefuseWhenFragmentIsMissing() {
        final byte[] message = request(10);
        term.show(adapter, 1, BEGIN, message, 0, 50);
        term.skip();
        term.show(adapter, 1, END, message, 50, message.length - 50);
        assertThat(recorded.lines).containsExactly("Refused MALFORMED 50 0");
        assertThat(adapter.assembling()).isZero();
    }

    @Test
    void shouldBeginAnewWhenMessageWasNotEnded() {
        final byte[] message = request(10);
        term.show(adapter, 1, BEGIN, message, 0, 50);
        term.showAll(adapter, 1, message, 60);
        assertThat(recorded.lines).containsExactly(line(10));
    }

    @Test
    void shouldRefuseOversizedMessageAndNameItsRequest() {
        final byte[] tooLong = new byte[200_000];
        System.arraycopy(request(20), 0, tooLong, 0, 72);
        tooLong[70] = (byte) 0xFF;
        tooLong[71] = (byte) 0xFF;
        term.showAll(adapter, 1, tooLong, 60_000);
        assertThat(recorded.lines).containsExactly("Refused TOO_MANY_BLOCKS 65535 16384");
        assertThat(recorded.refusedCorrelationId).isEqualTo(42);

        final byte[] rubbish = new byte[200_000];
        term.showAll(adapter, 1, rubbish, 60_000);
        assertThat(recorded.lines).element(1).isEqualTo("Refused WRONG_SCHEMA 0 7701");
        term.showAll(adapter, 1, request(3), 50);
        assertThat(recorded.lines).element(2).isEqualTo(line(3));
    }

    @Test
    void shouldKeepItsBuffersWhenListenerThrows() {
        final IngressListener thrower = (IngressListener) Proxy.newProxyInstance(
            IngressListener.class.getClassLoader(), new Class<?>[] {IngressListener.class},
            (proxy, method, arguments) -> {
                throw new IllegalStateException("from the listener");
            });
        final IngressAdapter throwing = new IngressAdapter(thrower, 1);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> term.showAll(throwing, 1, request(10), 50))
                .hasMessage("from the listener");
            assertThat(throwing.assembling()).isZero();
        }
    }

    @Test
    void shouldAllocateNothingWhenWarm() {
        final IngressListener silent = new SilentIngress();
        final IngressAdapter quiet = new IngressAdapter(silent, 2);
        final byte[] message = request(200);
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = Long.MAX_VALUE;
        for (int round = 0; round < 10 && allocated > 0; round++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 2_000; i++) {
                term.showAll(quiet, i & 1, message, 700);
                term.showAll(quiet, i & 1, message, message.length);
                term.show(quiet, 1, (byte) (BEGIN | END), message, 0, 70);
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(allocated).isZero();
    }

    /** Counts, so that nothing is optimised away. */
    private static final class SilentIngress extends IgnoringIngress {
        private long count;

        @Override
        public void onRouteRequest(final int sessionId, final RouteRequestDecoder request, final DirectBuffer buffer,
            final int hashesOffset, final int hashCount, final int excludedOffset, final int excludedCount) {
            count += request.correlationId() + hashCount;
        }

        @Override
        public void onRefused(final int sessionId, final RejectCode code, final long correlationId, final long value,
            final long allowed) {
            count += value;
        }
    }
}
