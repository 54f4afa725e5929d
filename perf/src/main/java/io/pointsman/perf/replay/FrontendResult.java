/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import java.util.Map;

/**
 * What a frontend process has counted; handed back as JSON.
 *
 * @param submitted     requests sent to the coordinator.
 * @param decided       requests it decided.
 * @param finished      requests answered completely.
 * @param unanswered    requests without decision or reject in time.
 * @param inFlight      requests still in flight in the client at the end.
 * @param unknown       decisions or events about unknown requests.
 * @param blocks        blocks of the decided requests.
 * @param matchedBlocks leading blocks that the decisions said would be cached.
 * @param firstSubmitNs when the first request was sent, on the machine's monotonic clock.
 * @param lastDecideNs  when the last decision was received, on the same.
 * @param backPressured times that something could not be sent at once.
 * @param rejects       requests rejected, by code.
 * @param reasons       decisions, by reason.
 * @param fault         why the frontend gave up; null if it did not.
 */
public record FrontendResult(
    long submitted, long decided, long finished, long unanswered, long inFlight, long unknown, long blocks,
    long matchedBlocks, long firstSubmitNs, long lastDecideNs, long backPressured,
    Map<String, Long> rejects, Map<String, Long> reasons, String fault) {

    long rejected() {
        return rejects.values().stream().mapToLong(Long::longValue).sum();
    }
}
