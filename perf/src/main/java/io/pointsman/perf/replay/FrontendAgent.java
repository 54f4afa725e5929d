/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteReason;
import io.pointsman.perf.trace.TraceRequest;
import io.pointsman.transport.RouteParameters;
import io.pointsman.transport.client.RouteClient;
import io.pointsman.transport.client.RouteListener;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.NanoClock;

import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One frontend of a replay: sends the requests of its share when they are due, hands each to the virtual rank that was
 * chosen, and tells the coordinator what became of it. One thread.
 */
final class FrontendAgent implements Agent, RouteListener {
    private static final int MOST_SENT_A_CYCLE = 64;
    private static final int MOST_EVENTS_A_CYCLE = 256;

    private final Long2ObjectHashMap<Pending> pending = new Long2ObjectHashMap<>();
    private final ArrayDeque<Pending> pool = new ArrayDeque<>();
    private final ArrayDeque<Pending> toRanks = new ArrayDeque<>();
    private final ArrayDeque<Pending> toReport = new ArrayDeque<>();
    private final Map<String, Long> rejects = new TreeMap<>();
    private final Map<String, Long> reasons = new TreeMap<>();
    private final ExpandableArrayBuffer hashes = new ExpandableArrayBuffer(1 << 17);
    private final RouteParameters parameters = new RouteParameters();
    private final MessageHandler onEvent = this::onEvent;
    private final FrontendPlan plan;
    private final Schedule schedule;
    private final FrontendLink link;
    private final LatencyLog latencies;
    private final NanoClock clock;
    private final RankMap ranks;
    private RouteClient client;
    private TraceRequest stalled;
    private long stalledDueNs;
    private boolean isStopped;
    private boolean isStarted;
    private String fault;
    private String refusal;
    private long submitted;
    private long decided;
    private long finished;
    private long unanswered;
    private long unknown;
    private long blocks;
    private long matchedBlocks;
    private long backPressured;
    private long firstSubmitNs;
    private long lastDecideNs;
    private long lastAnswerNs;

    FrontendAgent(final FrontendPlan plan, final Schedule schedule, final FrontendLink link,
        final LatencyLog latencies, final RankMap ranks, final NanoClock clock) {
        this.plan = plan;
        this.schedule = schedule;
        this.link = link;
        this.latencies = latencies;
        this.ranks = ranks;
        this.clock = clock;
    }

    void client(final RouteClient value) {
        client = value;
    }

    @Override
    public int doWork() {
        int work = client.poll();
        work += link.pollEvents(onEvent, MOST_EVENTS_A_CYCLE);
        work += handToRanks();
        work += reportFinished();
        final long nowNs = clock.nanoTime();
        work += send(nowNs);
        giveUpUnanswered(nowNs);
        latencies.onTime(nowNs);
        return work;
    }

    @Override
    public String roleName() {
        return "frontend " + plan.index();
    }

    private void onEvent(final int type, final DirectBuffer buffer, final int offset, final int length) {
        switch (type) {
            case FrontendLink.START -> {
                isStarted = true;
                lastAnswerNs = clock.nanoTime();
                schedule.start(lastAnswerNs);
            }
            case FrontendLink.STOP -> isStopped = true;
            case FrontendLink.FIRST_TOKEN -> client.firstToken(FrontendLink.correlationId(buffer, offset));
            case FrontendLink.FINISHED -> {
                final Pending entry = pending.remove(FrontendLink.correlationId(buffer, offset));
                if (entry == null) {
                    unknown++;
                } else {
                    toReport.add(entry);
                }
            }
            default -> throw new IllegalStateException("message type " + type);
        }
    }

    private int handToRanks() {
        int work = 0;
        Pending entry = toRanks.peek();
        while (entry != null &&
            link.offerRequest(entry.correlationId, entry.rank, entry.matchedBlocks, entry.request)) {
            toRanks.poll();
            entry = toRanks.peek();
            work++;
        }
        return work;
    }

    private int reportFinished() {
        int work = 0;
        Pending entry = toReport.peek();
        while (entry != null) {
            final long result = client.finish(entry.correlationId, entry.request.outputTokens());
            if (result == RouteClient.BACK_PRESSURED) {
                backPressured++;
                break;
            }
            unknown += result == RouteClient.UNKNOWN_REQUEST ? 1 : 0;
            toReport.poll();
            finished++;
            over(entry);
            entry = toReport.peek();
            work++;
        }
        return work;
    }

    private int send(final long nowNs) {
        long last = 0;
        int work = 0;
        while (isStarted && fault == null && work < MOST_SENT_A_CYCLE && isDue(nowNs)) {
            final long correlationId = route(stalled);
            if (correlationId <= 0) {
                return work;
            }
            last = correlationId;
            stalled = null;
            work++;
        }
        if (last > 0 && stalled == null && plan.spinNs() > 0) {
            // Nothing else is due: the thread waits for the answer, as a gateway's would.
            client.await(last, plan.spinNs());
            handToRanks();
        }
        return work;
    }

    private boolean isDue(final long nowNs) {
        if (stalled == null) {
            stalled = schedule.poll(nowNs);
            stalledDueNs = schedule.dueNs();
        }
        return stalled != null;
    }

    private long route(final TraceRequest request) {
        final int count = request.blocks().count();
        final int wanted = client.fleet().blocksToHash(count);
        request.blocks().hashes(hashes, 0, wanted);
        parameters.reset().modelId(ranks.modelId()).hashes(hashes, 0, wanted).promptBlocks(count)
            .promptTokens(request.inputTokens());
        final Pending entry = pool.isEmpty() ? new Pending() : pool.pop();
        entry.submitNs = clock.nanoTime();
        final long correlationId = client.route(parameters);
        if (correlationId <= 0) {
            pool.push(entry);
            onNotSent(correlationId, request);
            return correlationId;
        }
        if (submitted++ == 0) {
            firstSubmitNs = entry.submitNs;
        }
        if (submitted == decided + rejected() + unanswered + 1) {
            // The time without an answer counts from when there is something to be answered.
            lastAnswerNs = entry.submitNs;
        }
        entry.request = request;
        entry.dueNs = stalledDueNs;
        entry.isDecided = false;
        entry.correlationId = correlationId;
        pending.put(correlationId, entry);
        return correlationId;
    }

    private void onNotSent(final long code, final TraceRequest request) {
        if (code == RouteClient.BACK_PRESSURED || code == RouteClient.TOO_MANY_IN_FLIGHT) {
            backPressured++;
        } else if (code == RouteClient.TOO_MANY_BLOCKS) {
            fault = "line " + request.line() + ": the coordinator takes no prompt of " + request.blocks().count() +
                " blocks";
        } else {
            fault = "the connection to the coordinator is lost";
        }
    }

    @Override
    public void onDecision(final long correlationId, final long requestId, final int rankIndex, final int generation,
        final int matched, final RouteReason reason) {
        final long nowNs = clock.nanoTime();
        final Pending entry = pending.get(correlationId);
        final int rank = ranks.virtualRank(rankIndex, generation);
        if (entry == null || entry.isDecided || rank < 0) {
            unknown++;
            return;
        }
        latencies.record(nowNs - entry.submitNs, nowNs - entry.dueNs);
        lastDecideNs = nowNs;
        lastAnswerNs = nowNs;
        decided++;
        blocks += entry.request.blocks().count();
        matchedBlocks += matched;
        count(reasons, reason);
        entry.isDecided = true;
        entry.rank = rank;
        entry.matchedBlocks = matched;
        toRanks.add(entry);
    }

    @Override
    public void onReject(final long correlationId, final RejectCode code, final long value, final long allowed) {
        lastAnswerNs = clock.nanoTime();
        final Pending entry = pending.remove(correlationId);
        if (entry == null) {
            unknown++;
            return;
        }
        count(rejects, code);
        over(entry);
    }

    @Override
    public void onDisconnected() {
        fault = "the connection to the coordinator is lost";
    }

    @Override
    public void onRegistrationRefused(final long correlationId, final RejectCode code, final long value,
        final long allowed, final String text) {
        refusal = code + ", value " + value + ", allowed " + allowed + ' ' + text;
    }

    private void giveUpUnanswered(final long nowNs) {
        final boolean late = nowNs - lastAnswerNs > TimeUnit.MILLISECONDS.toNanos(plan.answerTimeoutMs());
        if (isStarted && (late || fault != null) && submitted > decided + rejected() + unanswered) {
            final Pending[] entries = pending.values().toArray(new Pending[0]);
            for (final Pending entry : entries) {
                if (!entry.isDecided) {
                    unanswered++;
                    client.abort(entry.correlationId);
                    pending.remove(entry.correlationId);
                    over(entry);
                }
            }
        }
    }

    private void over(final Pending entry) {
        schedule.onOver(entry.request, clock.nanoTime());
        entry.request = null;
        pool.push(entry);
    }

    private static void count(final Map<String, Long> counts, final Enum<?> kind) {
        counts.merge(kind.name().toLowerCase(Locale.ROOT), 1L, Long::sum);
    }

    private long rejected() {
        return rejects.isEmpty() ? 0 : rejects.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Why a rank was not registered; null if none was refused. */
    String refusal() {
        return refusal;
    }

    boolean isDone() {
        return isStarted && pending.isEmpty() && toReport.isEmpty() &&
            (fault != null || stalled == null && schedule.isExhausted());
    }

    boolean isStopped() {
        return isStopped;
    }

    FrontendResult result() {
        return new FrontendResult(submitted, decided, finished, unanswered, client.inFlight(), unknown, blocks,
            matchedBlocks, firstSubmitNs, lastDecideNs, backPressured, rejects, reasons, fault);
    }

    private static final class Pending {
        private TraceRequest request;
        private long correlationId;
        private long submitNs;
        private long dueNs;
        private int rank;
        private int matchedBlocks;
        private boolean isDecided;
    }
}
