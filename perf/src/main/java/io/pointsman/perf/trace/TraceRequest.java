/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

/**
 * One request of a trace or workload.
 *
 * @param line         where it stands, from 1; of a workload: its number.
 * @param root         the conversation it belongs to, sub-agents included; a request without one is its own.
 * @param session      the session within the conversation; one request of a session is in flight at a time.
 * @param turn         of the session, from 0.
 * @param parentTurn   the turn of the conversation's first session whose end starts this session; -1: none.
 * @param timestampMs  when it arrived since the start of the trace, in milliseconds; 0 where there is no common clock.
 * @param thinkMs      time between the reply to the session's request before it and this one, in milliseconds.
 * @param inputTokens  length of the prompt.
 * @param outputTokens length of the answer.
 * @param blocks       of the prompt.
 */
public record TraceRequest(
    long line, String root, String session, int turn, int parentTurn, double timestampMs, double thinkMs,
    int inputTokens, int outputTokens, BlockRuns blocks) {
}
