/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.bench;

import io.pointsman.codecs.HashScheme;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteReason;
import io.pointsman.transport.RankDescription;
import io.pointsman.transport.RouteParameters;
import io.pointsman.transport.TransportContext;
import io.pointsman.transport.client.RouteClient;
import io.pointsman.transport.client.RouteClientContext;
import io.pointsman.transport.client.RouteListener;
import org.HdrHistogram.Histogram;

/**
 * Load on a coordinator from one route client: one request at a time, or as many as the window allows, each finished as
 * soon as it is decided. One thread.
 */
final class RouteLoad implements BenchLoad, RouteListener {
    private static final String MODEL = "bench";
    private static final long SPIN_NS = 1_000_000;

    private final RouteClient client;
    private final RouteParameters parameters = new RouteParameters();
    private final PromptPool pool;
    private int outstanding;
    private long decisions;
    private long matchedBlocks;
    private long rejects;

    RouteLoad(final String aeronDirectory, final PromptPool pool, final int ranks) {
        this.pool = pool;
        client = RouteClient.connect(new RouteClientContext().listener(this)
            .transport(new TransportContext().aeronDirectoryName(aeronDirectory)));
        for (int i = 0; i < ranks; i++) {
            client.registerRank(new RankDescription().name("rank-" + i).instanceId(1).modelName(MODEL)
                .hashScheme(HashScheme.TOKENS).blockSize(64));
        }
        while (client.fleet().rankLimit() < ranks) {
            client.poll();
        }
        parameters.modelId(client.fleet().model(MODEL).modelId());
    }

    @Override
    public void teach() {
        for (int i = 0; i < pool.conversationCount(); i++) {
            pool.fill(i);
            send(pool.knownBlocks());
            drain();
        }
    }

    private void send(final int blocks) {
        parameters.hashes(pool.hashes(), 0, blocks).promptBlocks(blocks);
        while (client.route(parameters) <= 0) {
            client.poll();
        }
        outstanding++;
    }

    private void drain() {
        while (outstanding > 0) {
            client.poll();
        }
    }

    @Override
    public void closedLoop(final long durationNs, final Histogram histogram) {
        final long endNs = System.nanoTime() + durationNs;
        long startNs = System.nanoTime();
        while (startNs - endNs < 0) {
            pool.next();
            parameters.hashes(pool.hashes(), 0, pool.blocks()).promptBlocks(pool.blocks());
            startNs = System.nanoTime();
            final long correlationId = client.route(parameters);
            if (correlationId > 0) {
                outstanding++;
                while (!client.await(correlationId, SPIN_NS)) {
                    Thread.onSpinWait();
                }
                histogram.recordValue(System.nanoTime() - startNs);
            } else {
                client.poll();
            }
        }
    }

    @Override
    public double pipelined(final long durationNs, final int window) {
        final long startNs = System.nanoTime();
        final long before = decisions;
        while (System.nanoTime() - startNs < durationNs) {
            while (outstanding < window) {
                pool.next();
                parameters.hashes(pool.hashes(), 0, pool.blocks()).promptBlocks(pool.blocks());
                if (client.route(parameters) <= 0) {
                    break;
                }
                outstanding++;
            }
            client.poll();
        }
        final double perSecond = (decisions - before) * 1e9 / (System.nanoTime() - startNs);
        drain();
        return perSecond;
    }

    @Override
    public void onDecision(final long correlationId, final long requestId, final int rankIndex, final int generation,
        final int matched, final RouteReason reason) {
        outstanding--;
        decisions++;
        matchedBlocks += matched;
        client.finish(correlationId, 0);
    }

    @Override
    public void onReject(final long correlationId, final RejectCode code, final long value, final long allowed) {
        outstanding--;
        rejects++;
    }

    @Override
    public String check() {
        final double matchedShare = (double)matchedBlocks / decisions / pool.blocks();
        return rejects > 0 ? rejects + " rejects" : matchedShare < 0.3 ? "only " + matchedShare + " matched" : null;
    }

    @Override
    public void close() {
        client.close();
    }
}
