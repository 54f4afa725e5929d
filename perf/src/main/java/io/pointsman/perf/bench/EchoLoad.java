/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.bench;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.pointsman.transport.TransportContext;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;

/** The same bytes as {@link RouteLoad} sends, to {@link EchoMain}. One thread. */
final class EchoLoad implements BenchLoad {
    /** What surrounds the hashes in a RouteRequest: block with header, two group headers. */
    private static final int REQUEST_OVERHEAD = 64 + 8 + 4;

    private final Aeron aeron;
    private final ExclusivePublication requests;
    private final Subscription answers;
    private final PromptPool pool;
    private final UnsafeBuffer request;
    private long received;
    private final FragmentHandler onAnswer = (buffer, offset, length, header) -> received++;

    EchoLoad(final String aeronDirectory, final PromptPool pool) {
        this.pool = pool;
        final TransportContext context = new TransportContext().aeronDirectoryName(aeronDirectory);
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(aeronDirectory));
        requests = aeron.addExclusivePublication(context.channels().publication(), EchoMain.REQUEST_STREAM);
        answers = aeron.addSubscription(context.channels().subscription(), EchoMain.ANSWER_STREAM);
        request = new UnsafeBuffer(ByteBuffer.allocateDirect(REQUEST_OVERHEAD + pool.blocks() * Long.BYTES));
        while (!requests.isConnected() || !answers.isConnected()) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void teach() {
        pool.next();
    }

    private boolean send() {
        pool.next();
        request.putBytes(REQUEST_OVERHEAD, pool.hashes(), 0, pool.blocks() * Long.BYTES);
        return requests.offer(request) > 0;
    }

    @Override
    public void closedLoop(final long durationNs, final Histogram histogram) {
        final long endNs = System.nanoTime() + durationNs;
        long startNs = System.nanoTime();
        while (startNs - endNs < 0) {
            pool.next();
            final long before = received;
            startNs = System.nanoTime();
            request.putBytes(REQUEST_OVERHEAD, pool.hashes(), 0, pool.blocks() * Long.BYTES);
            if (requests.offer(request) > 0) {
                while (received == before) {
                    answers.poll(onAnswer, 8);
                }
                histogram.recordValue(System.nanoTime() - startNs);
            }
        }
    }

    @Override
    public double pipelined(final long durationNs, final int window) {
        final long startNs = System.nanoTime();
        final long before = received;
        long sent = received;
        while (System.nanoTime() - startNs < durationNs) {
            while (sent - received < window && send()) {
                sent++;
            }
            answers.poll(onAnswer, 64);
        }
        final double perSecond = (received - before) * 1e9 / (System.nanoTime() - startNs);
        while (received < sent) {
            answers.poll(onAnswer, 64);
        }
        return perSecond;
    }

    @Override
    public String check() {
        return null;
    }

    @Override
    public void close() {
        aeron.close();
    }
}
