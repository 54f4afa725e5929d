/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

/**
 * All runs by last use, newest first, linked through their records. A path is refreshed from its leaf to its root, and
 * a new run is put behind its parent; so every run stands behind its parent, and the oldest one is always a leaf.
 */
final class RecencyList {
    private final Runs runs;
    private int newest;
    private int oldest;

    RecencyList(final Runs runs) {
        this.runs = runs;
    }

    int newest() {
        return newest;
    }

    int oldest() {
        return oldest;
    }

    void addNewest(final int run) {
        runs.newer(run, 0);
        runs.older(run, newest);
        if (newest != 0) {
            runs.newer(newest, run);
        } else {
            oldest = run;
        }
        newest = run;
    }

    void addBehind(final int run, final int place) {
        final int older = runs.older(place);
        runs.newer(run, place);
        runs.older(run, older);
        runs.older(place, run);
        if (older != 0) {
            runs.newer(older, run);
        } else {
            oldest = run;
        }
    }

    void addBefore(final int run, final int place) {
        final int newer = runs.newer(place);
        if (newer == 0) {
            addNewest(run);
        } else {
            addBehind(run, newer);
        }
    }

    void remove(final int run) {
        final int newer = runs.newer(run);
        final int older = runs.older(run);
        if (newer != 0) {
            runs.older(newer, older);
        } else {
            newest = older;
        }
        if (older != 0) {
            runs.newer(older, newer);
        } else {
            oldest = newer;
        }
    }

    void refresh(final int run) {
        if (run != newest) {
            remove(run);
            addNewest(run);
        }
    }
}
