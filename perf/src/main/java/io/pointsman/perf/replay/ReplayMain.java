/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.replay;

import io.pointsman.perf.replay.ReplayRun.SurveyedSource;
import io.pointsman.perf.trace.TraceException;
import io.pointsman.perf.trace.TraceSurvey;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/**
 * {@code scripts/replay}: plays a trace or the generated workload through a coordinator process and shows the result.
 * <p>
 * Exit status: 0 when every request was answered and every count returned to zero; 1 otherwise, with the reason; 2 for
 * bad arguments or a trace that cannot be read.
 */
@Command(name = "replay", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Plays a trace, or the generated rollout workload, through a separate coordinator process, from "
        + "frontend processes, against virtual ranks that have block caches of their own.")
public final class ReplayMain implements Callable<Integer> {
    private static final int BAD_ARGUMENTS = 2;

    @Mixin
    private final ReplayOptions options = new ReplayOptions();

    @Spec
    private CommandSpec spec;

    private String commandLine = "";

    /** Creates the command. */
    public ReplayMain() {
        // Its options are filled by the parser.
    }

    /**
     * Runs a replay.
     *
     * @param args flags; {@code --help} lists them.
     */
    public static void main(final String[] args) {
        System.exit(execute(args));
    }

    /**
     * Runs a replay in this process, apart from the coordinator and the frontends.
     *
     * @param args flags; {@code --help} lists them.
     * @return the exit status.
     */
    public static int execute(final String... args) {
        final ReplayMain main = new ReplayMain();
        main.commandLine = String.join(" ", args);
        final CommandLine command = new CommandLine(main);
        command.getCommandSpec().usageMessage().width(110);
        ReplayOptions.addCoordinatorOptions(command.getCommandSpec());
        command.setParameterExceptionHandler((exception, given) -> {
            System.err.println("replay: " + exception.getMessage() + "; --help lists the options");
            return BAD_ARGUMENTS;
        });
        return command.execute(args);
    }

    @Override
    public Integer call() throws IOException {
        try {
            final ReplayPlan plan = options.plan(spec.commandLine().getParseResult());
            final SurveyedSource source = survey(plan);
            return options.isMatrix() ? matrix(plan, source) : single(plan, source);
        } catch (final IllegalArgumentException | TraceException ex) {
            System.err.println("replay: " + ex.getMessage());
            return BAD_ARGUMENTS;
        } catch (final IllegalStateException ex) {
            System.err.println("replay: failed: " + ex.getMessage());
            return 1;
        }
    }

    private static SurveyedSource survey(final ReplayPlan plan) {
        final SurveyedSource source = SurveyedSource.of(plan.source(), plan.limit(), plan.ranks(), plan.seed());
        System.err.println(source.description() + ": " + described(source.survey()));
        return source;
    }

    private static String described(final TraceSurvey survey) {
        return String.format(Locale.ROOT,
            "%,d requests%s, %,d blocks, at most %,d a prompt; prompts of %,.0f mean, %,.0f p50, %,.0f p99 tokens, " +
                "answers of %,.0f mean; blocks seen before, one endless cache: %.4f",
            survey.requests(), survey.sessions() == survey.requests() ? "" : String.format(Locale.ROOT,
                " in %,d conversations (%,d sessions)", survey.conversations(), survey.sessions()), survey.blocks(),
            survey.longestBlocks(), survey.inputTokensMean(), survey.inputTokensAt(0.5), survey.inputTokensAt(0.99),
            survey.outputTokensMean(), survey.oneCacheHit());
    }

    private int single(final ReplayPlan plan, final SurveyedSource source) throws IOException {
        final ReplayResult result = run(plan, source);
        return outcome(result.faults());
    }

    private int matrix(final ReplayPlan plan, final SurveyedSource source) throws IOException {
        final ReplayMatrix matrix = new ReplayMatrix();
        final List<String> heading = new ArrayList<>();
        for (final String[] policy : ReplayMatrix.policies()) {
            final ReplayResult result = run(plan.withPolicy(policy[0], policy[1]), source);
            matrix.add(policy, result);
            if (heading.isEmpty()) {
                final ReplayReport report = new ReplayReport(result);
                heading.addAll(List.of("# " + source.description(), "", "Made by `scripts/replay " + command() + "`.",
                    "", "Requests: " + described(source.survey()) + ".", "",
                    "Hit of simple policies with endless caches: " + report.baselines() + ".", "",
                    "Played: " + report.conditions() + " (the first row's policy); on " + ReplayReport.machine() +
                        "."));
            }
        }
        final List<String> lines = matrix.markdown(heading);
        Files.write(plan.outDirectory().resolve("matrix.md"), lines);
        lines.forEach(System.out::println);
        return outcome(matrix.faults());
    }

    /** The arguments, with the traces' folder as the environment names it. */
    private String command() {
        final String folder = System.getenv("POINTSMAN_TRACES");
        return folder == null || folder.isEmpty() ? commandLine : commandLine.replace(folder, "$POINTSMAN_TRACES");
    }

    private static ReplayResult run(final ReplayPlan plan, final SurveyedSource source) throws IOException {
        final ProgressLine progress = new ProgressLine(System.err, ProgressLine.isTerminal(), System.nanoTime());
        final ReplayResult result = ReplayRun.run(plan, source, progress);
        final ReplayReport report = new ReplayReport(result);
        report.write();
        report.table().forEach(System.out::println);
        System.out.println();
        return result;
    }

    private int outcome(final List<String> faults) {
        System.out.println("files: " + options.out());
        if (faults.isEmpty()) {
            System.out.println("every request was answered and every count returned to zero");
            return 0;
        }
        faults.forEach(fault -> System.out.println("FAILED: " + fault));
        return 1;
    }
}
