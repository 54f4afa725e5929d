/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

import io.pointsman.codecs.RouteReason;
import io.pointsman.coordinator.index.PrefixIndex;
import io.pointsman.coordinator.rank.Rank;
import io.pointsman.coordinator.rank.RankRegistry;

import static io.pointsman.coordinator.router.InFlightDescriptor.ADOPTED;
import static io.pointsman.coordinator.router.InFlightDescriptor.FIRST_TOKEN;
import static io.pointsman.coordinator.router.InFlightDescriptor.GENERATION_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.LEAF_CACHE_VERSION_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.LEAF_GENERATION_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.LEAF_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.LEAF_RANK_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.LEAF_VOID;
import static io.pointsman.coordinator.router.InFlightDescriptor.LEARN_PENDING;
import static io.pointsman.coordinator.router.InFlightDescriptor.MATCHED_BLOCKS_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.OVER;
import static io.pointsman.coordinator.router.InFlightDescriptor.PLACED;
import static io.pointsman.coordinator.router.InFlightDescriptor.RANK_INDEX_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.REASON_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.REPORT_MARK_OFFSET;
import static io.pointsman.coordinator.router.InFlightDescriptor.REQUEST_ID_OFFSET;
import static io.pointsman.coordinator.router.InFlightTable.NONE;

/**
 * Who has reserved what: each request in flight counts one on its rank, from its decision on until exactly one release.
 * <p>
 * A request whose rank has begun another life is an orphan: its load went with the life, and its entry stays until its
 * frontend tells its end or is lost, so that this end is known as late. Under ref-zero a request also has a leaf in the
 * index; one that ends, or leaves its rank, before the index has told the leaf keeps its entry until then.
 */
final class Reservations implements PrefixIndex.LeafListener, AutoCloseable {
    private final InFlightTable table;
    private final RankRegistry ranks;
    private final RouterCounters counters;
    private final long[] reportIds;
    private final int[] reportMarks;
    private final boolean[] reportComplete;
    private final boolean[] reconciling;
    private int reconcilingCount;
    private PrefixIndex index;
    private long sequence;
    private long orphans;

    Reservations(
            final int maxInFlight, final int maxFrontends, final RankRegistry ranks, final RouterCounters counters) {
        this.ranks = ranks;
        this.counters = counters;
        table = new InFlightTable(maxInFlight, maxFrontends);
        reportIds = new long[maxFrontends];
        reportMarks = new int[maxFrontends];
        reportComplete = new boolean[maxFrontends];
        reconciling = new boolean[maxFrontends];
    }

    void index(final PrefixIndex toRelease) {
        index = toRelease;
    }

    InFlightTable table() {
        return table;
    }

    long inFlight() {
        return table.size() - orphans;
    }

    long orphans() {
        return orphans;
    }

    /** The number of the newest request; assignments and choices carry it too. */
    long sequence() {
        return sequence;
    }

    void loadForgotten(final int load) {
        orphans += load;
    }

    int find(final int frontendIndex, final long correlationId) {
        return table.find(frontendIndex, correlationId);
    }

    boolean isOrphan(final int slot) {
        return !ranks.isCurrent(rankIndex(slot), generation(slot));
    }

    int rankIndex(final int slot) {
        return table.getInt(slot, RANK_INDEX_OFFSET);
    }

    int generation(final int slot) {
        return table.getInt(slot, GENERATION_OFFSET);
    }

    int matchedBlocks(final int slot) {
        return table.getInt(slot, MATCHED_BLOCKS_OFFSET);
    }

    RouteReason reason(final int slot) {
        return RouteReason.get(table.getByte(slot, REASON_OFFSET));
    }

    long requestId(final int slot) {
        return table.getLong(slot, REQUEST_ID_OFFSET);
    }

    /** Reserves on a registered rank for a request that is not in flight; the table must not be full. */
    int reserve(final int frontendIndex, final long correlationId, final int rankIndex) {
        final int slot = table.insert(frontendIndex, correlationId, ++sequence);
        table.putInt(slot, REPORT_MARK_OFFSET, reportMarks[frontendIndex]);
        assign(slot, rankIndex);
        return slot;
    }

    void decided(final int slot, final int matchedBlocks, final RouteReason reason) {
        table.putInt(slot, MATCHED_BLOCKS_OFFSET, matchedBlocks);
        table.putByte(slot, REASON_OFFSET, (byte)reason.value());
    }

    private void assign(final int slot, final int rankIndex) {
        table.putInt(slot, RANK_INDEX_OFFSET, rankIndex);
        table.putInt(slot, GENERATION_OFFSET, ranks.rank(rankIndex).generation());
        ranks.reserve(rankIndex);
    }

    /** Notes the life that the index is about to learn the request in. */
    void learning(final int slot) {
        final Rank rank = ranks.rank(rankIndex(slot));
        table.putInt(slot, LEAF_RANK_OFFSET, rank.index());
        table.putInt(slot, LEAF_GENERATION_OFFSET, rank.generation());
        table.putInt(slot, LEAF_CACHE_VERSION_OFFSET, rank.cacheVersion());
        table.set(slot, LEARN_PENDING);
    }

    @Override
    public void onLearned(final long ownerId, final long leaf) {
        final int slot = table.slotOf(ownerId);
        if (slot == NONE || !table.has(slot, LEARN_PENDING)) {
            // Without a leaf nothing has to be released, and under lru nobody waits for one.
            counters.add(RouterCounter.ACCOUNTING_FAULTS, leaf == PrefixIndex.NO_LEAF ? 0 : 1);
            return;
        }
        table.unset(slot, LEARN_PENDING);
        table.putLong(slot, LEAF_OFFSET, leaf);
        if (table.has(slot, LEAF_VOID)) {
            releaseLeaf(slot);
            table.unset(slot, LEAF_VOID);
        }
        if (table.has(slot, OVER)) {
            table.free(slot);
        }
    }

    private void releaseLeaf(final int slot) {
        if (table.has(slot, LEARN_PENDING)) {
            table.set(slot, LEAF_VOID);
            return;
        }
        final long leaf = table.getLong(slot, LEAF_OFFSET);
        if (leaf != PrefixIndex.NO_LEAF) {
            index.release(
                leaf,
                table.getInt(slot, LEAF_RANK_OFFSET),
                table.getInt(slot, LEAF_GENERATION_OFFSET),
                table.getInt(slot, LEAF_CACHE_VERSION_OFFSET));
            table.putLong(slot, LEAF_OFFSET, PrefixIndex.NO_LEAF);
        }
    }

    /** Takes the request's count off its rank, unless the rank's life has ended and took it along. */
    private boolean leaveRank(final int slot) {
        final boolean orphan = isOrphan(slot);
        if (orphan) {
            orphans--;
        } else if (!ranks.release(rankIndex(slot))) {
            counters.increment(RouterCounter.ACCOUNTING_FAULTS);
        }
        releaseLeaf(slot);
        return orphan;
    }

    /** The one release. Answers whether the request was an orphan. */
    boolean release(final int slot) {
        final boolean orphan = leaveRank(slot);
        table.remove(slot);
        if (table.has(slot, LEARN_PENDING)) {
            table.set(slot, OVER);
        } else {
            table.free(slot);
        }
        return orphan;
    }

    RequestResult firstToken(final int frontendIndex, final long correlationId, final boolean sameEpoch) {
        final int slot = table.find(frontendIndex, correlationId);
        final RequestResult result = check(slot, sameEpoch);
        if (result == RequestResult.DONE && !table.has(slot, FIRST_TOKEN)) {
            table.set(slot, FIRST_TOKEN);
            counters.increment(RouterCounter.FIRST_TOKENS);
        }
        return result;
    }

    RequestResult end(
            final int frontendIndex, final long correlationId, final boolean sameEpoch, final RouterCounter kind) {
        final int slot = table.find(frontendIndex, correlationId);
        final RequestResult result = check(slot, sameEpoch);
        if (result != RequestResult.DONE) {
            return result;
        }
        if (release(slot)) {
            counters.increment(RouterCounter.LATE_FINISHES);
            return RequestResult.LATE;
        }
        counters.increment(kind);
        return RequestResult.DONE;
    }

    private RequestResult check(final int slot, final boolean sameEpoch) {
        if (slot == NONE) {
            counters.increment(RouterCounter.UNKNOWN_REQUESTS);
            return RequestResult.UNKNOWN_REQUEST;
        }
        if (!sameEpoch && !table.has(slot, ADOPTED)) {
            counters.increment(RouterCounter.WRONG_EPOCH);
            return RequestResult.WRONG_EPOCH;
        }
        return RequestResult.DONE;
    }

    boolean isReserved(final long requestId) {
        final int slot = table.slotOf(requestId);
        return slot != NONE && !table.has(slot, OVER);
    }

    RequestResult undeliverable(final long requestId) {
        final int slot = table.slotOf(requestId);
        if (slot == NONE || table.has(slot, OVER)) {
            counters.increment(RouterCounter.UNKNOWN_REQUESTS);
            return RequestResult.UNKNOWN_REQUEST;
        }
        if (table.has(slot, PLACED)) {
            return RequestResult.KEPT;
        }
        release(slot);
        counters.increment(RouterCounter.UNDELIVERABLE);
        return RequestResult.DONE;
    }

    RequestResult reassign(
            final int frontendIndex, final long correlationId, final long rankIndex, final int generation) {
        final RequestResult result = place(frontendIndex, correlationId, rankIndex, generation, 0);
        if (result == RequestResult.DONE) {
            counters.increment(RouterCounter.REASSIGNED);
        }
        return result;
    }

    /** Moves a request's reservation to a rank, or creates it; where the rank is not there, the old one is released. */
    private RequestResult place(
            final int frontendIndex,
            final long correlationId,
            final long rankIndex,
            final int generation,
            final int flags) {
        if (correlationId <= 0) {
            counters.increment(RouterCounter.REFUSED_MESSAGES);
            return RequestResult.BAD_CORRELATION_ID;
        }
        final int slot = table.find(frontendIndex, correlationId);
        if (!ranks.isCurrent(rankIndex, generation)) {
            if (slot != NONE) {
                release(slot);
            }
            counters.increment(RouterCounter.STALE_RANKS);
            return rankIndex < 0 || rankIndex >= ranks.rankCount()
                ? RequestResult.UNKNOWN_RANK : RequestResult.STALE_GENERATION;
        }
        if (slot != NONE) {
            move(slot, (int)rankIndex, generation);
            table.set(slot, PLACED);
            return RequestResult.DONE;
        }
        if (table.isFull()) {
            counters.increment(RouterCounter.REFUSED_MESSAGES);
            return RequestResult.TOO_MANY_IN_FLIGHT;
        }
        final int created = reserve(frontendIndex, correlationId, (int)rankIndex);
        decided(created, 0, RouteReason.NO_HASHES);
        table.set(created, flags | PLACED);
        counters.add(RouterCounter.ADOPTED, flags == 0 ? 0 : 1);
        return RequestResult.DONE;
    }

    private void move(final int slot, final int rankIndex, final int generation) {
        if (rankIndex(slot) != rankIndex || generation(slot) != generation) {
            leaveRank(slot);
            assign(slot, rankIndex);
            decided(slot, 0, RouteReason.NO_HASHES);
        }
    }

    RequestResult report(
            final int frontendIndex,
            final long reportId,
            final long correlationId,
            final long rankIndex,
            final int generation) {
        if (!continueReport(frontendIndex, reportId)) {
            return RequestResult.STALE_REPORT;
        }
        RequestResult result = RequestResult.DONE;
        if (rankIndex != Router.NOT_ANSWERED_RANK) {
            result = place(frontendIndex, correlationId, rankIndex, generation, ADOPTED);
        }
        final int slot = table.find(frontendIndex, correlationId);
        if (slot != NONE) {
            table.putInt(slot, REPORT_MARK_OFFSET, reportMarks[frontendIndex]);
        }
        return result;
    }

    /** The last part of a report has been met: what it did not name is released by {@link #releaseUnreported}. */
    RequestResult reportComplete(final int frontendIndex, final long reportId) {
        if (!continueReport(frontendIndex, reportId)) {
            return RequestResult.STALE_REPORT;
        }
        reportComplete[frontendIndex] = true;
        reconciling[frontendIndex] = true;
        reconcilingCount++;
        table.startCursor(frontendIndex);
        return RequestResult.DONE;
    }

    private boolean continueReport(final int frontendIndex, final long reportId) {
        if (reportId < reportIds[frontendIndex] || reportId <= 0
            || reportId == reportIds[frontendIndex] && reportComplete[frontendIndex]) {
            counters.increment(RouterCounter.STALE_REPORTS);
            return false;
        }
        if (reportId > reportIds[frontendIndex]) {
            reportIds[frontendIndex] = reportId;
            reportMarks[frontendIndex]++;
            reportComplete[frontendIndex] = false;
            stopReconciling(frontendIndex);
        }
        return true;
    }

    private void stopReconciling(final int frontendIndex) {
        if (reconciling[frontendIndex]) {
            reconciling[frontendIndex] = false;
            reconcilingCount--;
            table.stopCursor(frontendIndex);
        }
    }

    /** Frontends whose complete reports are still being compared with what they have in flight. */
    int reconcilingCount() {
        return reconcilingCount;
    }

    boolean isReconciling(final int frontendIndex) {
        return reconciling[frontendIndex];
    }

    /** Visits requests of a frontend whose report is complete; answers how many it visited. */
    int releaseUnreported(final int frontendIndex, final int limit) {
        int visited = 0;
        while (visited < limit) {
            final int slot = table.nextAtCursor(frontendIndex);
            if (slot == NONE) {
                stopReconciling(frontendIndex);
                return visited;
            }
            visited++;
            if (table.getInt(slot, REPORT_MARK_OFFSET) != reportMarks[frontendIndex]) {
                release(slot);
                counters.increment(RouterCounter.RELEASED_BY_REPORT);
            }
        }
        return visited;
    }

    /** Releases requests of a lost frontend, newest first; answers how many. */
    int releaseNewest(final int frontendIndex, final int limit) {
        int released = 0;
        while (released < limit && table.newest(frontendIndex) != NONE) {
            release(table.newest(frontendIndex));
            released++;
        }
        counters.add(RouterCounter.RELEASED_WITH_FRONTEND, released);
        return released;
    }

    boolean hasNone(final int frontendIndex) {
        return table.newest(frontendIndex) == NONE;
    }

    /** A session begins or ends: its reports are numbered anew. */
    void sessionChanged(final int frontendIndex) {
        reportIds[frontendIndex] = 0;
        reportComplete[frontendIndex] = false;
        stopReconciling(frontendIndex);
    }

    @Override
    public void close() {
        table.close();
    }
}
