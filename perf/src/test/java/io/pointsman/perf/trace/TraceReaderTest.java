/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.trace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TraceReaderTest {
    private static final String TIMESTAMPS = """
        {"timestamp": 0, "input_length": 1025, "output_length": 500, "hash_ids": [0, 1, 2]}
        {"timestamp": 27.5, "session":"s","turn":1,"input_length": 512, "output_length": 0, "hash_ids": [3]}

        """;
    private static final String CONVERSATIONS = """
        {"root":"a","session":"a","turn":0,"parent_turn":null,"think_ms":0,"input_length":200,"output_length":1,\
        "stop":{"x":[1]},"hash_runs":[[1,3]]}
        {"hash_runs":[[1,2],[5,5]],"root":"a","session":"a/1","turn":0,"parent_turn":0,"think_ms":12,\
        "input_length":199,"output_length":2}
        """;

    @TempDir
    Path folder;

    @Test
    void shouldReadRequestsWithTimestamps() throws IOException {
        try (TraceReader reader = new TraceReader(file(TIMESTAMPS), 0)) {
            assertThat(reader.hasTimestamps()).isTrue();
            assertThat(reader.hasConversations()).isFalse();
            assertThat(reader.blockTokens()).isEqualTo(512);
            assertThat(reader.description()).isEqualTo("trace.jsonl, 512 tokens a block (derived)");

            final TraceRequest first = reader.next();
            assertThat(first.line()).isEqualTo(1);
            assertThat(first.timestampMs()).isZero();
            assertThat(first.inputTokens()).isEqualTo(1_025);
            assertThat(first.outputTokens()).isEqualTo(500);
            assertThat(first.blocks().count()).isEqualTo(3);
            final TraceRequest second = reader.next();
            assertThat(second.timestampMs()).isEqualTo(27.5);
            assertThat(second.session()).isEqualTo("s");
            assertThat(second.turn()).isEqualTo(1);
            assertThat(reader.next()).isNull();
        }
    }

    @Test
    void shouldReadConversationsWhenFieldsComeInAnyOrder() throws IOException {
        try (TraceReader reader = new TraceReader(file(CONVERSATIONS), 64)) {
            assertThat(reader.hasConversations()).isTrue();
            assertThat(reader.hasTimestamps()).isFalse();
            final TraceRequest first = reader.next();
            final TraceRequest second = reader.next();
            assertThat(reader.next()).isNull();

            assertThat(first.parentTurn()).isEqualTo(-1);
            assertThat(second.parentTurn()).isZero();
            assertThat(second.thinkMs()).isEqualTo(12);
            assertThat(second.root()).isEqualTo("a");
            assertThat(second.session()).isEqualTo("a/1");
            final long scope = BlockRuns.scope("a");
            final long[] hashes = new long[3];
            first.blocks().hashes(hashes);
            assertThat(hashes)
                .containsExactly(BlockRuns.hash(scope, 1), BlockRuns.hash(scope, 2), BlockRuns.hash(scope, 3));
            second.blocks().hashes(hashes);
            assertThat(hashes)
                .containsExactly(BlockRuns.hash(scope, 1), BlockRuns.hash(scope, 2), BlockRuns.hash(scope, 5));
        }
    }

    @Test
    void shouldReadTheSameWhenGzipped() throws IOException {
        final Path gzipped = folder.resolve("trace.jsonl.gz");
        try (OutputStream output = new GZIPOutputStream(Files.newOutputStream(gzipped))) {
            output.write(TIMESTAMPS.getBytes(StandardCharsets.UTF_8));
        }
        try (TraceReader reader = new TraceReader(gzipped, 0)) {
            assertThat(reader.next().inputTokens()).isEqualTo(1_025);
            assertThat(reader.next().inputTokens()).isEqualTo(512);
            assertThat(reader.next()).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"timestamp\":2,\"input_length\":-3,\"output_length\":1,\"hash_ids\":[1]} | input_length | -3",
        "{\"timestamp\":2,\"input_length\":\"x\",\"output_length\":1,\"hash_ids\":[1]} | input_length | x",
        "{\"timestamp\":2,\"input_length\":3,\"output_length\":1.5,\"hash_ids\":[1]} | output_length | 1.5",
        "{\"timestamp\":2,\"input_length\":3,\"output_length\":1,\"hash_ids\":[1,3000000000]} | hash_ids | 3000000000",
        "{\"timestamp\":2,\"input_length\":3,\"output_length\":1,\"hash_ids\":7} | hash_ids | 7",
        "{\"timestamp\":-2,\"input_length\":3,\"output_length\":1,\"hash_ids\":[7]} | timestamp | -2",
        "{\"timestamp\":0.5,\"input_length\":3,\"output_length\":1,\"hash_ids\":[7]} | timestamp | 0.5 is before",
        "{\"input_length\":3,\"output_length\":1,\"hash_ids\":[7]} | timestamp | missing",
        "{\"timestamp\":2,\"output_length\":1,\"hash_ids\":[7]} | input_length | missing",
        "{\"root\":\"a\",\"session\":\"a\",\"input_length\":3,\"output_length\":1,\"hash_runs\":[[1,2]]} " +
            "| hash_runs | other format",
        "{\"root\":\"a\",\"session\":\"a\",\"input_length\":3,\"output_length\":1,\"hash_runs\":[[2,1]]} " +
            "| hash_runs | [2,1]",
        "{\"root\":\"a\",\"session\":\"a\",\"input_length\":3,\"output_length\":1,\"hash_runs\":[[1,2,3]]} " +
            "| hash_runs | 3",
        "{\"root\":7,\"session\":\"a\",\"input_length\":3,\"output_length\":1,\"hash_runs\":[[1,2]]} | root | 7",
        "{\"hello\":1} | hash_ids and hash_runs | hello",
        "[1,2] | JSON object | [1,2]",
        "{\"timestamp\":2 | column | not JSON",
        "{\"hash_ids\":[]} {} | follows | {}",
    })
    void shouldNameFileLineFieldAndValueWhenALineIsBroken(final String line, final String field, final String value)
        throws IOException {
        final Path broken =
            file("{\"timestamp\":1,\"input_length\":3,\"output_length\":1,\"hash_ids\":[1]}\n" + line + "\n");

        assertThatThrownBy(() -> new TraceReader(broken, 0)).isInstanceOf(TraceException.class)
            .hasMessageContaining(broken + ", line 2").hasMessageContaining(field).hasMessageContaining(value);
    }

    @Test
    void shouldSayWhatIsMissingWhenAConversationLacksItsRoot() throws IOException {
        final Path broken = file("{\"session\":\"a\",\"input_length\":3,\"output_length\":1,\"hash_runs\":[[1,2]]}");
        assertThatThrownBy(() -> new TraceReader(broken, 0)).hasMessageContaining("line 1")
            .hasMessageContaining("field root is missing");
    }

    @Test
    void shouldRefuseWhenThereIsNoFileOrNothingInIt() throws IOException {
        assertThatThrownBy(() -> new TraceReader(folder.resolve("none.gz"), 0)).isInstanceOf(TraceException.class)
            .hasMessageContaining("none.gz").hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> new TraceReader(file(""), 0)).isInstanceOf(TraceException.class)
            .hasMessageContaining("holds no request");
    }

    @Test
    void shouldAskForTheBlockSizeWhenNoneFits() throws IOException {
        final Path odd = file("""
            {"timestamp":1,"input_length":1000,"output_length":1,"hash_ids":[1]}
            {"timestamp":1,"input_length":10,"output_length":1,"hash_ids":[1,2,3]}
            """);
        assertThatThrownBy(() -> new TraceReader(odd, 0)).hasMessageContaining("--block-tokens");
        try (TraceReader reader = new TraceReader(odd, 16)) {
            assertThat(reader.blockTokens()).isEqualTo(16);
        }
    }

    private Path file(final String text) throws IOException {
        return Files.writeString(folder.resolve("trace.jsonl"), text);
    }
}
