/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.fleet;

import java.util.function.ToDoubleFunction;

/**
 * How evenly something is spread over the ranks.
 *
 * @param mean      of the ranks' values.
 * @param maxToMean the greatest value divided by the mean; 1 is even.
 * @param cv        coefficient of variation: the standard deviation divided by the mean; 0 is even.
 */
public record LoadSpread(double mean, double maxToMean, double cv) {
    /**
     * The spread of a figure.
     *
     * @param fleet  of ranks.
     * @param figure of each rank.
     * @return the spread; even if all values are 0.
     */
    public static LoadSpread of(final VirtualFleet fleet, final ToDoubleFunction<VirtualRank> figure) {
        double sum = 0;
        double max = 0;
        for (int i = 0; i < fleet.size(); i++) {
            final double value = figure.applyAsDouble(fleet.rank(i));
            sum += value;
            max = Math.max(max, value);
        }
        final double mean = sum / fleet.size();
        if (mean == 0) {
            return new LoadSpread(0, 1, 0);
        }
        double squares = 0;
        for (int i = 0; i < fleet.size(); i++) {
            final double difference = figure.applyAsDouble(fleet.rank(i)) - mean;
            squares += difference * difference;
        }
        return new LoadSpread(mean, max / mean, Math.sqrt(squares / fleet.size()) / mean);
    }
}
