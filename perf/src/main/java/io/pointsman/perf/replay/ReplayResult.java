/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.coordinator.host.HostCounter;
import io.pointsman.coordinator.router.RouterCounter;
import io.pointsman.perf.fleet.VirtualFleet;
import io.pointsman.perf.trace.TraceSurvey;
import org.HdrHistogram.Histogram;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What came of a replay.
 *
 * @param plan      that was carried out.
 * @param survey    of the same requests.
 * @param source    described in a line.
 * @param fleet     of virtual ranks, as it was at the end.
 * @param frontends one by one.
 * @param counters  of the coordinator, as differences from before; in flight: as they were at the end.
 * @param route     latencies from sending to decision, in nanoseconds.
 * @param warmRoute the same without each frontend's first second, in which its JVM compiles.
 * @param intended  latencies from when a request was due to decision, in nanoseconds.
 * @param hiccups   how late the platform woke a sleeping thread meanwhile, in nanoseconds.
 * @param wallNs    from the start to the last frontend's end.
 * @param troubles  what went wrong with the processes.
 */
record ReplayResult(
    ReplayPlan plan, TraceSurvey survey, String source, VirtualFleet fleet, List<FrontendResult> frontends,
    Map<String, Long> counters, Histogram route, Histogram warmRoute, Histogram intended, Histogram hiccups,
    long wallNs, List<String> troubles) {

    long sum(final ToLongFunction<FrontendResult> figure) {
        return frontends.stream().mapToLong(figure).sum();
    }

    long counter(final RouterCounter counter) {
        return counters.getOrDefault(counter.label(), 0L);
    }

    /** Time from the first request sent to the last decision received, in seconds. */
    double decidingS() {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (final FrontendResult frontend : frontends) {
            if (frontend.decided() > 0) {
                first = Math.min(first, frontend.firstSubmitNs());
                last = Math.max(last, frontend.lastDecideNs());
            }
        }
        return last > first ? (last - first) / 1e9 : 0;
    }

    /** Why the replay is not a success; empty: it is. */
    List<String> faults() {
        final List<String> faults = new ArrayList<>(troubles);
        if (frontends.size() < plan.frontends()) {
            // Without a frontend's figures every difference below would be nonsense.
            return faults;
        }
        frontends.stream().map(FrontendResult::fault).filter(fault -> fault != null).forEach(faults::add);
        fault(faults, survey.requests() - sum(FrontendResult::submitted), "requests were not sent");
        fault(faults, sum(FrontendResult::unanswered), "requests were not answered");
        fault(faults, sum(FrontendResult::rejected), "requests were rejected");
        fault(faults, sum(FrontendResult::decided) - fleet.arrivals(), "decided requests did not reach a rank");
        fault(faults, fleet.inFlight(), "requests are left in flight at the virtual ranks");
        fault(faults, sum(FrontendResult::inFlight), "requests are left in flight in the frontends");
        fault(faults, counter(RouterCounter.IN_FLIGHT), "requests are left in flight at the coordinator");
        fault(faults, counter(RouterCounter.ORPHANS), "requests are left in flight on former ranks");
        fault(faults, counter(RouterCounter.ACCOUNTING_FAULTS), "accounting faults at the coordinator");
        fault(faults, counters.getOrDefault(HostCounter.ERRORS.label(), 0L), "errors at the coordinator");
        fault(faults, sum(FrontendResult::unknown), "answers about unknown requests");
        if (exactnessDue() && fleet.predictedBlocks() != fleet.cachedBlocks()) {
            faults.add("the router predicted " + fleet.predictedBlocks() + " cached blocks, but the virtual ranks " +
                "had " + fleet.cachedBlocks());
        }
        return faults;
    }

    /** Whether prediction and caches have to agree: asked for, or nothing could forget and the index had room. */
    boolean exactnessDue() {
        return plan.verifyExact() || plan.isEndless() && counter(RouterCounter.EVICTED_BLOCKS) == 0 &&
            counter(RouterCounter.INDEX_EXHAUSTED) == 0;
    }

    private static void fault(final List<String> faults, final long count, final String what) {
        if (count != 0) {
            faults.add(count + " " + what);
        }
    }
}
