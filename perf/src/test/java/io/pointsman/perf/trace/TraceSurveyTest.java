/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

import org.agrona.collections.LongHashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class TraceSurveyTest {
    @TempDir
    Path folder;

    @Test
    void shouldCountBlocksSeenBeforeUnderEachPolicy() throws IOException {
        final Path file = Files.writeString(folder.resolve("trace.jsonl"), """
            {"timestamp":0,"session":"x","input_length":30,"output_length":4,"hash_ids":[0,1,2]}
            {"timestamp":1,"session":"y","input_length":20,"output_length":8,"hash_ids":[0,1]}
            {"timestamp":2,"session":"x","input_length":40,"output_length":0,"hash_ids":[0,1,2,3]}
            {"timestamp":3,"session":"x","input_length":10,"output_length":0,"hash_ids":[9]}
            """);
        final TraceSurvey survey;
        try (TraceReader reader = new TraceReader(file, 10)) {
            survey = TraceSurvey.of(reader, Long.MAX_VALUE, 2, 1);
        }
        assertThat(survey.requests()).isEqualTo(4);
        assertThat(survey.sessions()).isEqualTo(2);
        assertThat(survey.blocks()).isEqualTo(10);
        assertThat(survey.longestBlocks()).isEqualTo(4);
        assertThat(survey.oneCacheHit()).isEqualTo(0.5);
        assertThat(survey.roundRobinHit()).isEqualTo(0.3);
        assertThat(survey.sessionHit()).isEqualTo(0.3);
        assertThat(survey.randomHit()).isBetween(0.0, 0.5);
        assertThat(survey.inputTokensMean()).isEqualTo(25);
        assertThat(survey.outputTokensMean()).isEqualTo(3);
        assertThat(survey.inputTokensAt(0.5)).isEqualTo(25);
        assertThat(survey.inputTokensAt(1)).isEqualTo(40);
    }

    @Test
    void shouldStopAtTheLimit() {
        try (RolloutSource source = new RolloutSource(RolloutParameters.standard(1))) {
            assertThat(TraceSurvey.of(source, 10, 4, 1).requests()).isEqualTo(10);
        }
    }

    /** The figures of the traces' own README; 0: not told there. */
    @ParameterizedTest
    @CsvSource({
        "mooncake_conversation, 512, 12031,   0,  12035,   6909,  85400, 343, 0.366, 0.095, 0.099, 0",
        "agentic_coding_all,     64, 46218, 692, 118296, 100446, 505791, 440, 0.963, 0.632, 0, 0.9625",
        "agentic_coding_le128k,  64,  8015, 180,      0,      0,      0,   0, 0.962, 0, 0, 0",
        "miniswe_blk16,          16,   402,  20,   7494,   5134,  41115, 109, 0.931, 0, 0, 0",
    })
    void shouldAgreeWithThePublishedFiguresWhenTheRealTracesAreThere(final ArgumentsAccessor published) {
        final TraceSurvey survey;
        try (TraceReader reader = new TraceReader(RealTraces.file(published.getString(0)), 0)) {
            assertThat(reader.blockTokens()).isEqualTo(published.getInteger(1));
            survey = TraceSurvey.of(reader, Long.MAX_VALUE, 16, 1);
        }
        assertThat(survey.requests()).isEqualTo(published.getInteger(2));
        if (survey.conversations() != survey.requests()) {
            assertThat(survey.conversations()).isEqualTo(published.getInteger(3));
        }
        check(published, 4, survey.inputTokensMean(), 0.5);
        check(published, 5, survey.inputTokensAt(0.5), 0.5);
        check(published, 6, survey.inputTokensAt(0.99), 1);
        check(published, 7, survey.outputTokensMean(), 0.5);
        check(published, 8, survey.oneCacheHit(), 0.0005);
        // Six draws by another generator gave 0.091 to 0.096 on the first trace.
        check(published, 9, survey.randomHit(), 0.006);
        check(published, 10, survey.roundRobinHit(), 0.0005);
        check(published, 11, survey.sessionHit(), 0.0001);
    }

    private static void check(final ArgumentsAccessor published, final int column, final double found,
        final double tolerance) {
        final double wanted = published.getDouble(column);
        if (wanted != 0) {
            assertThat(found).as("%s, column %d", published.get(0), column).isCloseTo(wanted, within(tolerance));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "mooncake_conversation", "agentic_coding_le128k", "miniswe_blk16" })
    void shouldFindTheSameBlocksOneByOneAsByBisectionWhenTheRealTracesAreThere(final String name) {
        final LongHashSet seen = new LongHashSet();
        final ChainedBlockSet chained = new ChainedBlockSet();
        final long[] hashes = new long[4_096];
        try (TraceReader reader = new TraceReader(RealTraces.file(name), 0)) {
            for (TraceRequest request = reader.next(); request != null; request = reader.next()) {
                request.blocks().hashes(hashes);
                int fresh = 0;
                for (int i = 0; i < request.blocks().count(); i++) {
                    fresh += seen.add(hashes[i]) ? 1 : 0;
                }
                assertThat(chained.add(hashes, request.blocks().count()))
                    .as("line %d", request.line()).isEqualTo(request.blocks().count() - fresh);
            }
        }
    }
}
