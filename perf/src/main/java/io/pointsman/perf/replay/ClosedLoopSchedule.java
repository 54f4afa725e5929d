/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.perf.trace.RequestSource;
import io.pointsman.perf.trace.TraceRequest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * A number of conversations at a time; in each session a request is due a think time after the reply to the one before.
 * A sub-agent's session starts when the turn of the first session that it names is over, or that session is. Frontends
 * take conversations in turn; a new one is read when one is over, so that only those being played are in memory.
 */
final class ClosedLoopSchedule implements Schedule {
    private final FrontendPlan plan;
    private final RequestSource source;
    private final Map<String, Conversation> conversations = new HashMap<>();
    private final PriorityQueue<Session> waiting = new PriorityQueue<>();
    private TraceRequest readAhead;
    private long requestsRead;
    private long conversationsRead;
    private long waits;
    private long dueNs;

    ClosedLoopSchedule(final FrontendPlan plan, final RequestSource source) {
        this.plan = plan;
        this.source = source;
    }

    @Override
    public void start(final long nowNs) {
        readAhead = read();
        fill(nowNs);
    }

    @Override
    public TraceRequest poll(final long nowNs) {
        final Session session = waiting.peek();
        if (session == null || session.dueNs - nowNs > 0) {
            return null;
        }
        waiting.poll();
        dueNs = session.dueNs;
        return session.requests.poll();
    }

    @Override
    public long dueNs() {
        return dueNs;
    }

    @Override
    public void onOver(final TraceRequest request, final long nowNs) {
        final Conversation conversation = conversations.get(request.root());
        final Session session = conversation.sessions.get(request.session());
        final boolean ended = session.requests.isEmpty();
        if (session == conversation.first) {
            startSubAgents(conversation, ended ? Integer.MAX_VALUE : request.turn(), nowNs);
        }
        if (!ended) {
            wait(session, nowNs);
        } else if (++conversation.sessionsOver == conversation.sessions.size()) {
            conversations.remove(request.root());
            fill(nowNs);
        }
    }

    @Override
    public boolean isExhausted() {
        return conversations.isEmpty() && readAhead == null;
    }

    @Override
    public void close() {
        source.close();
    }

    private void startSubAgents(final Conversation conversation, final int turn, final long nowNs) {
        for (int i = conversation.subAgents.size() - 1; i >= 0; i--) {
            if (conversation.subAgents.get(i).requests.peek().parentTurn() <= turn) {
                wait(conversation.subAgents.remove(i), nowNs);
            }
        }
    }

    private void wait(final Session session, final long nowNs) {
        final double thinkMs = session.requests.peek().thinkMs();
        session.dueNs = nowNs + plan.scaledNs(plan.thinkCapMs() > 0 ? Math.min(plan.thinkCapMs(), thinkMs) : thinkMs);
        session.order = ++waits;
        waiting.add(session);
    }

    private void fill(final long nowNs) {
        while (conversations.size() < plan.concurrencyShare() && readAhead != null) {
            final boolean mine = conversationsRead++ % plan.frontends() == plan.index();
            final Conversation conversation = new Conversation();
            final String root = readAhead.root();
            while (readAhead != null && readAhead.root().equals(root)) {
                if (mine) {
                    add(conversation, readAhead);
                }
                readAhead = read();
            }
            if (mine) {
                conversations.put(root, conversation);
                wait(conversation.first, nowNs);
                startSubAgents(conversation, -1, nowNs);
            }
        }
    }

    private static void add(final Conversation conversation, final TraceRequest request) {
        Session session = conversation.sessions.get(request.session());
        if (session == null) {
            session = new Session();
            conversation.sessions.put(request.session(), session);
            if (conversation.first == null) {
                conversation.first = session;
            } else {
                conversation.subAgents.add(session);
            }
        }
        session.requests.add(request);
    }

    private TraceRequest read() {
        return requestsRead++ < plan.limit() ? source.next() : null;
    }

    private static final class Conversation {
        private final Map<String, Session> sessions = new HashMap<>();
        private final List<Session> subAgents = new ArrayList<>();
        private Session first;
        private int sessionsOver;
    }

    private static final class Session implements Comparable<Session> {
        private final ArrayDeque<TraceRequest> requests = new ArrayDeque<>();
        private long dueNs;
        private long order;

        @Override
        public int compareTo(final Session other) {
            final int byTime = Long.compare(dueNs - other.dueNs, 0);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }
}
