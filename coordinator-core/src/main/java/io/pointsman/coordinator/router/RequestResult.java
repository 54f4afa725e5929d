/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

/** What became of a message about a request. Everything but {@link #DONE} is ignored and counted. */
public enum RequestResult {
    /** Carried out. */
    DONE,
    /** No such request of this frontend is in flight: never asked, finished already, or released. */
    UNKNOWN_REQUEST,
    /** The request's rank had begun another life or was removed, and its load with it; the request is forgotten. */
    LATE,
    /** Its frontend had placed it by itself meanwhile, so that it stays although its decision was not delivered. */
    KEPT,
    /** Of an earlier epoch, and the request was not adopted from a report of this one. */
    WRONG_EPOCH,
    /** The correlation id is not positive. */
    BAD_CORRELATION_ID,
    /** The rank index names no rank. What the request held elsewhere is released. */
    UNKNOWN_RANK,
    /** The rank is in another generation, or removed. What the request held elsewhere is released. */
    STALE_GENERATION,
    /** There is no entry left for a request that was not known before. */
    TOO_MANY_IN_FLIGHT,
    /** The report is older than one already begun, or complete. */
    STALE_REPORT
}
