/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

/** What the router counts; the label is for the operator. */
public enum RouterCounter {
    /** Requests given a rank, repetitions not included. */
    DECISIONS("decisions"),
    /** Requests refused; by code in {@link RouterCounters#rejects}. */
    REJECTS("rejects"),
    /** Decisions for a rank that held at least the first block. */
    AFFINITY_HITS("affinity hits"),
    /** Leading blocks expected in the chosen ranks' caches. */
    MATCHED_BLOCKS("matched blocks"),
    /** Complete blocks of the prompts decided for, hashed or not. */
    REQUESTED_BLOCKS("requested blocks"),
    /** Requests in flight already, answered with the same decision again. */
    DUPLICATES("duplicate requests"),
    /** Requests whose hashes were made for another policy and did not count. */
    STALE_POLICY("requests hashed for another policy"),
    /** Requests that released an earlier one. */
    RETRIES("retries"),
    /** First tokens reported. */
    FIRST_TOKENS("first tokens"),
    /** Requests finished. */
    FINISHED("finished"),
    /** Requests given up. */
    ABORTED("aborted"),
    /** Decisions that could not be delivered. */
    UNDELIVERABLE("undeliverable decisions"),
    /** Requests moved or created since their frontend chose by itself. */
    REASSIGNED("reassigned"),
    /** Requests known from a report only. */
    ADOPTED("adopted from reports"),
    /** Requests released since their frontend was lost. */
    RELEASED_WITH_FRONTEND("released with a lost frontend"),
    /** Requests released since their frontend's report did not name them. */
    RELEASED_BY_REPORT("released by a report"),
    /** Messages about a request that is not in flight. */
    UNKNOWN_REQUESTS("messages about unknown requests"),
    /** Ends of requests whose rank had begun another life. */
    LATE_FINISHES("late finishes"),
    /** Messages about requests of an earlier epoch that were not adopted. */
    WRONG_EPOCH("messages of another epoch"),
    /** Messages that named a rank that is not there in that generation. */
    STALE_RANKS("messages naming an unknown or former rank"),
    /** Parts of reports that were older than one already begun. */
    STALE_REPORTS("stale reports"),
    /** Messages refused for a bad id or a full table, route requests not included. */
    REFUSED_MESSAGES("refused messages"),
    /** Saturated frontends told that there is room. */
    CAPACITY_NOTICES("capacity notices"),
    /** Times a load would have gone below zero or a leaf had no owner: faults of ours, always 0. */
    ACCOUNTING_FAULTS("accounting faults"),
    /** Level: requests in flight on live ranks. */
    IN_FLIGHT("in flight"),
    /** Level: requests whose rank is gone and whose end has not been reported. */
    ORPHANS("in flight on former ranks"),
    /** Level: ranks registered. */
    RANKS("ranks"),
    /** Level: frontends connected. */
    FRONTENDS("frontends"),
    /** Level: blocks in the index. */
    RESIDENT_BLOCKS("resident blocks"),
    /** Blocks evicted because memory was short. */
    EVICTED_BLOCKS("evicted blocks"),
    /** Learnings that ended at a repeated hash. */
    REPEATED_HASHES("repeated hashes"),
    /** Learnings that ended at a hash found at another depth. */
    MISPLACED_HASHES("misplaced hashes"),
    /** Learnings cut short for want of memory. */
    INDEX_EXHAUSTED("index exhausted");

    private final String label;

    RouterCounter(final String label) {
        this.label = label;
    }

    /**
     * The counter's name for an operator.
     *
     * @return a few words in lower case.
     */
    public String label() {
        return label;
    }
}
