/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

import java.util.ArrayDeque;
import java.util.Random;

/**
 * Generates rollouts of coding agents, one trajectory after the other, the samples of a task following each other:
 * <ul>
 * <li>turns: lognormal(3.37, 0.99) clipped to 3..50;</li>
 * <li>first prompt: the system prompt, shared by all, then the task, shared by its samples, p10 / p50 / p90 of 1,240 /
 * 1,432 / 2,416 tokens (a lognormal with another spread on each side of the median);</li>
 * <li>each turn: an answer of lognormal(5.53, 0.88) tokens, then an observation that makes the whole growth
 * lognormal(6.59, 1.155) tokens, but has at most 3,500 tokens and at least 1; where the context is full growth is cut:
 * the prompt stays as it is, leaving 1,024 tokens for an answer, which is cut to what is left. (Ending such a
 * trajectory instead would make it shorter than the turns above say, and its hit 0.92.)</li>
 * <li>tool time before the next turn: lognormal(1.65, 0.95) seconds clipped at 180;</li>
 * <li>a reset, before a fraction of the turns: 87 % of the context are dropped; what is left begins with system prompt
 * and task, and what follows them is a new text.</li>
 * </ul>
 * Every trajectory has a random sequence of its own, so it does not depend on who generates it. Blocks are complete
 * blocks only. Used by one thread.
 */
public final class RolloutSource implements RequestSource {
    private static final double NORMAL_P90 = 1.2815515655446004;
    private static final double TASK_MEDIAN = 1_432;
    private static final double TASK_SPREAD_BELOW = StrictMath.log(TASK_MEDIAN / 1_240) / NORMAL_P90;
    private static final double TASK_SPREAD_ABOVE = StrictMath.log(2_416 / TASK_MEDIAN) / NORMAL_P90;
    private static final int LONGEST_OBSERVATION_TOKENS = 3_500;
    private static final int ANSWER_ROOM_TOKENS = 1_024;
    private static final double RESET_KEPT = 0.13;

    private final RolloutParameters parameters;
    private final ArrayDeque<TraceRequest> ahead = new ArrayDeque<>();
    private final BlockRuns.Builder runs = new BlockRuns.Builder();
    private int trajectory;
    private long line;

    /**
     * Creates the workload.
     *
     * @param parameters of it.
     */
    public RolloutSource(final RolloutParameters parameters) {
        this.parameters = parameters;
    }

    @Override
    public TraceRequest next() {
        while (ahead.isEmpty() && trajectory < parameters.trajectories()) {
            generate(trajectory++);
        }
        return ahead.poll();
    }

    @Override
    public int blockTokens() {
        return parameters.blockTokens();
    }

    @Override
    public boolean hasTimestamps() {
        return false;
    }

    @Override
    public boolean hasConversations() {
        return true;
    }

    @Override
    public boolean conversationsShareBlocks() {
        return true;
    }

    @Override
    public String description() {
        return "synthetic rollouts, seed " + parameters.seed() + ", " + parameters.prompts() + " prompts x " +
            parameters.samples() + " samples, system prompt of " + parameters.systemTokens() + " tokens, " +
            parameters.blockTokens() + " tokens a block";
    }

    @Override
    public void close() {
        ahead.clear();
    }

    private void generate(final int ordinal) {
        final int task = ordinal / parameters.samples();
        final Random random = new Random(BlockRuns.scope("trajectory " + parameters.seed() + ' ' + ordinal));
        final String name = "rollout_" + ordinal;
        final int longestPromptTokens = parameters.contextTokens() - ANSWER_ROOM_TOKENS;
        final int headTokens = Math.min(parameters.systemTokens() + taskTokens(task), longestPromptTokens);
        final int turns = clipped(lognormal(random, 3.37, 0.99), 3, 50);
        int promptTokens = headTokens;
        int life = 0;
        double thinkMs = 0;
        for (int turn = 0; turn < turns; turn++) {
            // Every value is drawn on every turn, so that one option does not change the others' sequences.
            final boolean reset = random.nextDouble() < parameters.resetFraction();
            final int outputTokens = clipped(lognormal(random, 5.53, 0.88), 1, parameters.contextTokens());
            final int growthTokens = clipped(lognormal(random, 6.59, 1.155), 1, parameters.contextTokens());
            final double toolMs = Math.min(180, lognormal(random, 1.65, 0.95)) * 1_000;
            if (reset && turn > 0) {
                promptTokens = Math.max(headTokens, (int)(promptTokens * RESET_KEPT));
                life++;
            }
            final int answerTokens = Math.min(outputTokens, parameters.contextTokens() - promptTokens);
            ahead.add(new TraceRequest(++line, name, name, turn, -1, 0, thinkMs, promptTokens, answerTokens,
                blocks(task, headTokens, name + ' ' + life, promptTokens)));
            final int observationTokens = clipped(growthTokens - outputTokens, 1, LONGEST_OBSERVATION_TOKENS);
            promptTokens = Math.min(promptTokens + outputTokens + observationTokens, longestPromptTokens);
            thinkMs = toolMs;
        }
    }

    private int taskTokens(final int task) {
        final double normal =
            new Random(BlockRuns.scope("task " + parameters.seed() + ' ' + task)).nextGaussian();
        final double spread = normal < 0 ? TASK_SPREAD_BELOW : TASK_SPREAD_ABOVE;
        return (int)Math.round(TASK_MEDIAN * StrictMath.exp(spread * normal));
    }

    private BlockRuns blocks(final int task, final int headTokens, final String text, final int promptTokens) {
        // A block belongs to the text that ends in it: with what is before, it is shared by who shares that text.
        final int systemBlocks = Math.min(parameters.systemTokens(), headTokens) / parameters.blockTokens();
        final int headBlocks = headTokens / parameters.blockTokens();
        final int blocks = promptTokens / parameters.blockTokens();
        add("system", 0, systemBlocks);
        add("task " + task, systemBlocks, headBlocks);
        add(text, headBlocks, blocks);
        return runs.build();
    }

    private void add(final String text, final int first, final int end) {
        if (first < end) {
            runs.add(BlockRuns.scope(parameters.seed() + " " + text), first, end - 1);
        }
    }

    private static double lognormal(final Random random, final double mu, final double sigma) {
        return StrictMath.exp(mu + sigma * random.nextGaussian());
    }

    private static int clipped(final double value, final int least, final int most) {
        return (int)Math.max(least, Math.min(most, Math.round(value)));
    }
}
