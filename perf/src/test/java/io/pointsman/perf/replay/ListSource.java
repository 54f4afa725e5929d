/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.perf.trace.BlockRuns;
import io.pointsman.perf.trace.RequestSource;
import io.pointsman.perf.trace.RolloutParameters;
import io.pointsman.perf.trace.TraceRequest;

import java.util.ArrayDeque;

/** Requests made by a test. */
final class ListSource implements RequestSource {
    private final ArrayDeque<TraceRequest> requests = new ArrayDeque<>();
    private boolean isClosed;

    ListSource arriving(final double timestampMs) {
        final String name = Integer.toString(requests.size());
        return add(name, name, 0, -1, timestampMs, 0);
    }

    ListSource turn(final String root, final String session, final int turn, final int parentTurn,
        final double thinkMs) {
        return add(root, session, turn, parentTurn, 0, thinkMs);
    }

    private ListSource add(final String root, final String session, final int turn, final int parentTurn,
        final double timestampMs, final double thinkMs) {
        requests.add(new TraceRequest(requests.size() + 1, root, session, turn, parentTurn, timestampMs, thinkMs, 10, 1,
            new BlockRuns.Builder().add(1, 0, 2).build()));
        return this;
    }

    static FrontendPlan plan(final int index, final int frontends, final int concurrency, final double speedup,
        final long limit, final double thinkCapMs) {
        return new FrontendPlan(new SourceSettings(SourceSettings.SYNTHETIC, 0, RolloutParameters.standard(1)), limit,
            index, frontends, false, speedup, thinkCapMs, concurrency, "", "aeron:ipc", 1 << 21, 1, 4, 8, 16, 1, "", "",
            1_000, 0);
    }

    @Override
    public TraceRequest next() {
        return requests.poll();
    }

    @Override
    public int blockTokens() {
        return 16;
    }

    @Override
    public boolean hasTimestamps() {
        return true;
    }

    @Override
    public boolean hasConversations() {
        return true;
    }

    @Override
    public boolean conversationsShareBlocks() {
        return true;
    }

    @Override
    public String description() {
        return "made by a test";
    }

    @Override
    public void close() {
        isClosed = true;
    }

    boolean isClosed() {
        return isClosed;
    }
}
