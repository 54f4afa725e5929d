/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

/**
 * What a frontend process is to do; handed to it as JSON.
 *
 * @param source          of the requests, of which it plays its share.
 * @param limit           most requests of the source played by all frontends together.
 * @param index           of this frontend, in [0, frontends).
 * @param frontends       how many there are.
 * @param openLoop        by timestamp; otherwise closed loop, by conversation.
 * @param speedup         factor by which arrivals and think times are faster.
 * @param thinkCapMs      longest think time, before the speedup; 0: as it comes.
 * @param concurrency     conversations played at a time by all frontends together.
 * @param aeronDirectory  of the media driver.
 * @param channel         that the coordinator takes requests on.
 * @param termLength      of the streams in bytes.
 * @param ingressStreamId that the coordinator takes requests on.
 * @param ranks           virtual ranks to register.
 * @param maxRequests     that a rank takes at a time.
 * @param blockTokens     of a block.
 * @param instanceId      of the virtual ranks.
 * @param linkDirectory   where the ring buffers to and from the virtual ranks are.
 * @param outDirectory    where the result and the latency log go.
 * @param answerTimeoutMs after how long without any decision the undecided requests count as unanswered.
 * @param spinNs          how long to poll for a decision when no other request is due.
 */
public record FrontendPlan(
    SourceSettings source, long limit, int index, int frontends, boolean openLoop, double speedup, double thinkCapMs,
    int concurrency, String aeronDirectory, String channel, int termLength, int ingressStreamId, int ranks,
    int maxRequests, int blockTokens, long instanceId, String linkDirectory, String outDirectory, long answerTimeoutMs,
    long spinNs) {

    int concurrencyShare() {
        return concurrency / frontends + (index < concurrency % frontends ? 1 : 0);
    }

    long scaledNs(final double milliseconds) {
        return (long)(milliseconds * 1e6 / speedup);
    }
}
