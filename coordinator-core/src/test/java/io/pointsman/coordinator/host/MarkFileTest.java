/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

class MarkFileTest {
    private static final long NOW_MS = 1_000_000;
    private static final long TIMEOUT_MS = 5_000;

    @TempDir
    private Path directory;

    private MarkFile take(final long nowMs) {
        return MarkFile.take(directory.resolve("state/coordinator.mark"), nowMs, TIMEOUT_MS);
    }

    @Test
    void shouldTakeTheWallClockAsFirstEpoch() {
        try (MarkFile mark = take(NOW_MS)) {
            assertThat(mark.epoch()).isEqualTo(NOW_MS);
        }
    }

    @Test
    void shouldRaiseTheEpochEvenWhenTheClockWentBack() {
        take(NOW_MS).close();
        try (MarkFile mark = take(NOW_MS - 500)) {
            assertThat(mark.epoch()).isEqualTo(NOW_MS + 1);
        }
    }

    @Test
    void shouldRefuseASecondHolderWhileTheHeartbeatIsFresh() {
        try (MarkFile mark = take(NOW_MS)) {
            assertThat(mark.heartbeat(NOW_MS + 100)).isTrue();
            assertThatThrownBy(() -> take(NOW_MS + 100 + TIMEOUT_MS - 1)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("process " + ProcessHandle.current().pid()).hasMessageContaining("4999 ms ago");
        }
    }

    @Test
    void shouldFenceTheFormerHolderWhenAStaleClaimIsTakenOver() {
        final MarkFile former = take(NOW_MS);
        try (MarkFile next = take(NOW_MS + TIMEOUT_MS)) {
            assertThat(next.epoch()).isGreaterThan(former.epoch());
            assertThat(former.heartbeat(NOW_MS + TIMEOUT_MS + 1)).isFalse();
            former.close();
            assertThat(next.heartbeat(NOW_MS + TIMEOUT_MS + 2)).isTrue();
            assertThatThrownBy(() -> take(NOW_MS + TIMEOUT_MS + 3)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldTakeOverAtOnceFromAProcessThatIsGone() throws Exception {
        final Process process = new ProcessBuilder("true").start();
        process.waitFor();
        final Path file = directory.resolve("state/coordinator.mark");
        take(NOW_MS).heartbeat(NOW_MS);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            final ByteBuffer id = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(0, process.pid());
            channel.write(id, 24);
        }
        try (MarkFile mark = take(NOW_MS + 1)) {
            assertThat(mark.epoch()).isEqualTo(NOW_MS + 1);
            assertThat(mark.goneHolder()).isEqualTo(process.pid());
        }
        try (MarkFile mark = take(NOW_MS + 2)) {
            assertThat(mark.goneHolder()).isEqualTo(-1);
        }
    }

    @Test
    void shouldSayWhatToDoWhenTheFileIsNotOurs() throws IOException {
        final Path file = Files.writeString(directory.resolve("other"), "something else".repeat(10));
        assertThatThrownBy(() -> MarkFile.take(file, NOW_MS, TIMEOUT_MS)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("not a mark file").hasMessageContaining(file.toString());
        assertThatThrownBy(() -> MarkFile.take(directory, NOW_MS, TIMEOUT_MS)).isInstanceOf(UncheckedIOException.class)
            .hasMessageContaining(directory.toString());
    }
}
