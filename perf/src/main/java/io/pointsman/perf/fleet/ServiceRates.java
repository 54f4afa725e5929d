/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.fleet;

/**
 * How fast a virtual rank serves. It prefills one prompt at a time in order of arrival, computing only what is not
 * cached, at {@code prefillTokensPerS}; then the answer's first token is out, and the others follow at
 * {@code decodeTokensPerS}, for all running requests at once. At most {@code maxRunning} run; more wait in order.
 *
 * @param prefillTokensPerS tokens a second of a rank, positive.
 * @param decodeTokensPerS  tokens a second of a request, positive.
 * @param maxRunning        most requests prefilling or decoding on a rank, positive.
 * @param speedup           factor by which everything is faster, positive.
 */
public record ServiceRates(double prefillTokensPerS, double decodeTokensPerS, int maxRunning, double speedup) {
    long prefillNs(final int tokens) {
        return Math.round(tokens * 1e9 / (prefillTokensPerS * speedup));
    }

    long decodeNs(final int outputTokens) {
        return Math.round(Math.max(0, outputTokens - 1) * 1e9 / (decodeTokensPerS * speedup));
    }
}
