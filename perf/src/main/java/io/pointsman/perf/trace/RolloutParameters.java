/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

/**
 * The generated workload's parameters: reinforcement-learning rollouts of coding agents, measured on public traces and
 * recipes. Not parameters but fixed, see {@link RolloutSource}: the distributions of turns, growth, output and tool
 * time.
 *
 * @param seed          of everything.
 * @param prompts       tasks.
 * @param samples       trajectories of each task.
 * @param systemTokens  of the system prompt that all share.
 * @param resetFraction of turns before which the context is reset, in [0,1].
 * @param contextTokens most tokens of prompt and answer together, over 1,024.
 * @param blockTokens   of a block.
 */
public record RolloutParameters(
    long seed, int prompts, int samples, int systemTokens, double resetFraction, int contextTokens, int blockTokens) {

    /**
     * The workload of the reference figures: 64 prompts of 8 samples.
     *
     * @param seed of everything.
     * @return the parameters.
     */
    public static RolloutParameters standard(final long seed) {
        return new RolloutParameters(seed, 64, 8, 1_248, 0.011, 32_768, 64);
    }

    /**
     * All trajectories.
     *
     * @return prompts times samples.
     */
    public int trajectories() {
        return prompts * samples;
    }
}
