/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Checks every structural invariant of a {@link RunPrefixIndex}. */
final class IndexValidator {
    private final Runs runs;
    private final Cells cells;
    private final SampleTable table;
    private final Holders holders;
    private final RankLives lives;
    private final RunTree tree;
    private final boolean isRefZero;
    private final Map<Integer, Integer> children = new HashMap<>();
    private final Set<Integer> cellsSeen = new HashSet<>();
    private long blocks;
    private int usedRuns;
    private int hashCells;

    IndexValidator(final RunPrefixIndex index, final Retention retention) {
        runs = index.memory().runs();
        cells = index.memory().cells();
        table = index.memory().table();
        holders = index.holders();
        lives = index.lives();
        tree = index.tree();
        isRefZero = retention == Retention.REF_ZERO;
    }

    /** Fails where anything is not as it must be. */
    static void validate(final RunPrefixIndex index, final Retention retention) {
        final IndexValidator validator = new IndexValidator(index, retention);
        validator.validateRuns();
        check(index.stats().residentBlocks() == validator.blocks, "resident blocks");
        if (!validator.isRefZero) {
            validator.validateRecency();
        }
    }

    /** Fails where a block's live holders, with their stamps and references, are not those of the oracle. */
    static void compare(final RunPrefixIndex index, final NaivePrefixIndex naive, final long nowNs) {
        final IndexValidator validator = new IndexValidator(index, Retention.LRU);
        for (int run = 1; run <= validator.runs.highest(); run++) {
            if (validator.runs.isUsed(run)) {
                validator.compareRun(run, naive, nowNs);
            }
        }
    }

    private void compareRun(final int run, final NaivePrefixIndex naive, final long nowNs) {
        final Map<Integer, String> live = new TreeMap<>();
        if (runs.holders(run) > 0) {
            collect(Runs.firstHolder(run), nowNs, live);
        }
        for (int cell = runs.holderCell(run); cell != 0; cell = cells.next(cell)) {
            for (int i = 0; i < cells.owner(cell); i++) {
                collect(cells.offset(cell) + i * HolderDescriptor.LENGTH, nowNs, live);
            }
        }
        int depth = runs.start(run);
        for (int cell = runs.firstCell(run); cell != 0; cell = cells.next(cell)) {
            final int end = Math.min((depth | CellDescriptor.HASHES_MASK) + 1, runs.end(run));
            for (; depth < end; depth++) {
                assertThat(live).as("block at %d of run %d", depth, run)
                    .isEqualTo(naive.holders(cells.hash(cell, depth), nowNs));
            }
        }
    }

    private void collect(final int holder, final long nowNs, final Map<Integer, String> live) {
        if (holders.isLive(holder, nowNs)) {
            live.put(holders.rank(holder),
                NaivePrefixIndex.describe(holders.stamp(holder), holders.assignment(holder)));
        }
    }

    private static void check(final boolean isTrue, final String what) {
        if (!isTrue) {
            assertThat(isTrue).as(what).isTrue();
        }
    }

    private void validateRuns() {
        for (int run = 1; run <= runs.highest(); run++) {
            if (runs.isUsed(run)) {
                usedRuns++;
                validateRun(run);
                validateHolders(run);
            }
        }
        for (int run = 1; run <= runs.highest(); run++) {
            if (runs.isUsed(run)) {
                check(runs.children(run) == children.getOrDefault(run, 0), "children of " + run);
            }
        }
        check(usedRuns == runs.used(), "free records");
        check(cellsSeen.size() == cells.used(), "free cells");
        check(hashCells == table.size(), "table size");
    }

    private void validateRun(final int run) {
        final int start = runs.start(run);
        final int parent = runs.parent(run);
        check(runs.end(run) > start, "length of " + run);
        if (parent == 0) {
            check(start == 0, "start of root " + run);
        } else {
            check(runs.isUsed(parent) && runs.end(parent) == start, "parent of " + run);
            children.merge(parent, 1, Integer::sum);
        }
        blocks += runs.end(run) - start;
        int depth = start;
        int last = 0;
        for (int cell = runs.firstCell(run); cell != 0; cell = cells.next(cell)) {
            check(cellsSeen.add(cell), "cell used once " + cell);
            check(cells.owner(cell) == run, "owner of cell " + cell);
            check(table.find(cells.hash(cell, depth), depth) == cell, "table entry of " + cell);
            hashCells++;
            last = cell;
            depth = Math.min((depth | CellDescriptor.HASHES_MASK) + 1, runs.end(run));
        }
        check(depth == runs.end(run) && last == runs.lastCell(run), "cells of " + run);
    }

    private void validateHolders(final int run) {
        final Set<Integer> ranks = new HashSet<>();
        int count = runs.holders(run) > 0 ? 1 : 0;
        if (count > 0) {
            validateHolder(run, Runs.firstHolder(run), ranks);
        }
        for (int cell = runs.holderCell(run); cell != 0; cell = cells.next(cell)) {
            check(cellsSeen.add(cell), "holder cell used once " + cell);
            check(cells.owner(cell) == CellDescriptor.HOLDERS
                || cell == runs.holderCell(run) && cells.owner(cell) > 0, "holder cell's use " + cell);
            for (int i = 0; i < cells.owner(cell); i++) {
                validateHolder(run, cells.offset(cell) + i * HolderDescriptor.LENGTH, ranks);
                count++;
            }
        }
        check(count == runs.holders(run), "holders of " + run);
    }

    private void validateHolder(final int run, final int holder, final Set<Integer> ranks) {
        final int rank = holders.rank(holder);
        check(ranks.add(rank), "one holder a rank in " + run);
        check(!isRefZero || holders.stamp(holder) > 0, "references in " + run);
        final int parent = runs.parent(run);
        if (parent == 0 || holders.life(holder) != lives.life(rank)) {
            return;
        }
        final int above = holders.find(parent, rank);
        if (above == Holders.NONE) {
            check(!isRefZero, "rank that holds " + run + " holds its parent");
        } else {
            check(holders.stamp(above) >= holders.stamp(holder), "stamps rise to the root from " + run);
            check(holders.assignment(above) >= holders.assignment(holder), "assignments rise to the root from " + run);
        }
    }

    private void validateRecency() {
        final RecencyList recency = tree.recency();
        final Set<Integer> seen = new HashSet<>();
        int newer = 0;
        for (int run = recency.newest(); run != 0; run = runs.older(run)) {
            check(runs.newer(run) == newer, "neighbours of " + run);
            check(seen.add(run), "listed once " + run);
            check(runs.parent(run) == 0 || seen.contains(runs.parent(run)), "behind its parent " + run);
            newer = run;
        }
        check(recency.oldest() == newer, "oldest");
        check(seen.size() == usedRuns, "all runs listed");
    }
}
