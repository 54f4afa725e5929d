/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import static io.pointsman.transport.MessageLimits.MAX_REPORT_ENTRIES;
import static io.pointsman.transport.MessageLimits.REPORT_ENTRY_LENGTH;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.aeron.ExclusivePublication;
import io.pointsman.transport.FrontendProxy;
import org.agrona.ExpandableArrayBuffer;

/**
 * Keeps the coordinator's counts of this frontend true: sends what changes them, keeps what cannot be sent, and sends
 * in-flight reports.
 * <p>
 * A report is a snapshot; while some of its parts are still to be sent, nothing that would contradict it may be, or the
 * coordinator would take up a request that has ended or drop one that has begun. Reports are rare and may allocate;
 * nothing else here does. Single-threaded.
 */
final class InFlightReporter {
    private final FrontendProxy proxy;
    private final InFlightTable inFlight;
    private final RouteClientCounters counters;
    private final DeferredMessages deferred;
    private final ExpandableArrayBuffer entries = new ExpandableArrayBuffer();
    private long reportId;
    private int entryCount;
    private int sentCount;
    private boolean isUnderWay;
    private boolean isDue;
    private long deadlineNs;

    InFlightReporter(final FrontendProxy proxy, final ReplyPoller replies, final int maxDeferred) {
        this.proxy = proxy;
        inFlight = replies.inFlight();
        counters = replies.counters();
        deferred = new DeferredMessages(maxDeferred);
    }

    /** Whether some parts of a report are still to be sent. */
    boolean isUnderWay() {
        return isUnderWay;
    }

    /** Has a report sent, at the latest then; sooner if all requests' ranks are known. */
    void reportBy(final long timeNs) {
        isDue = true;
        deadlineNs = timeNs;
    }

    /** A connection begins: the report that follows says all that was kept, and says it of this life. */
    void reset() {
        deferred.clear();
        isUnderWay = false;
    }

    /** Sends a message or keeps it; BACK_PRESSURED when no more can be kept. */
    long send(final ExclusivePublication publication, final byte kind, final long correlationId, final long value) {
        if (deferred.isEmpty() && !isUnderWay) {
            if (DeferredMessages.send(proxy, publication, kind, correlationId, value) > 0) {
                return 1;
            }
            counters.backPressured++;
        }
        if (deferred.isFull()) {
            return RouteClient.BACK_PRESSURED;
        }
        deferred.add(kind, correlationId, value);
        counters.deferred++;
        return RouteClient.DEFERRED;
    }

    /** Sends what was kept, as far as the stream takes it; answers whether nothing is left. */
    boolean flush(final ExclusivePublication publication) {
        if (!deferred.isEmpty()) {
            deferred.flush(proxy, publication);
        }
        return deferred.isEmpty();
    }

    /** Sends what was kept, then the report that is due. */
    int doWork(final ExclusivePublication publication, final long nowNs) {
        int work = 0;
        if (!isUnderWay) {
            work += deferred.flush(proxy, publication);
            final boolean isRipe = inFlight.unmappedCount() == 0 || nowNs - deadlineNs >= 0;
            if (isDue && isRipe && deferred.isEmpty()) {
                isDue = false;
                begin();
            }
        }
        return isUnderWay ? work + proceed(publication) : work;
    }

    private void begin() {
        reportId++;
        entryCount = 0;
        sentCount = 0;
        isUnderWay = true;
        inFlight.forEach(this::addEntry);
    }

    private void addEntry(final long correlationId, final long place) {
        final int offset = entryCount * REPORT_ENTRY_LENGTH;
        entries.putLong(offset, correlationId, LITTLE_ENDIAN);
        entries.putInt(offset + Long.BYTES, InFlightTable.rankIndex(place), LITTLE_ENDIAN);
        entries.putInt(offset + Long.BYTES + Integer.BYTES, InFlightTable.generation(place), LITTLE_ENDIAN);
        entryCount++;
    }

    private int proceed(final ExclusivePublication publication) {
        int work = 0;
        long position = 1;
        while (isUnderWay && position > 0) {
            final int count = Math.min(MAX_REPORT_ENTRIES, entryCount - sentCount);
            final boolean isLast = sentCount + count == entryCount;
            position = proxy.inFlightReport(
                publication, reportId, isLast, entries, sentCount * REPORT_ENTRY_LENGTH, count);
            if (position > 0) {
                sentCount += count;
                isUnderWay = !isLast;
                work++;
            }
        }
        if (isUnderWay) {
            counters.backPressured++;
        } else {
            counters.reports++;
        }
        return work;
    }
}
