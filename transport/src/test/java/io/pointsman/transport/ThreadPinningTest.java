/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import net.openhft.affinity.Affinity;
import org.junit.jupiter.api.Test;

class ThreadPinningTest {
    /** On a thread of its own, since a pinned thread stays pinned. */
    private static BitSet affinityAfterPinning(final int cpu) throws InterruptedException {
        final AtomicReference<BitSet> affinity = new AtomicReference<>();
        final Thread thread = new Thread(() -> {
            ThreadPinning.pin(cpu);
            affinity.set(Affinity.getAffinity());
        });
        thread.start();
        thread.join();
        return affinity.get();
    }

    @Test
    void shouldPinThreadToProcessor() throws InterruptedException {
        final BitSet allowed = Affinity.getAffinity();
        final int cpu = allowed.length() - 1;
        final BitSet pinned = affinityAfterPinning(cpu);
        assertThat(pinned.stream()).containsExactly(cpu);
        assertThat(Affinity.getAffinity()).isEqualTo(allowed);
    }

    @Test
    void shouldLeaveThreadAloneWhenNotAsked() throws InterruptedException {
        assertThat(affinityAfterPinning(ThreadPinning.NOT_PINNED)).isEqualTo(Affinity.getAffinity());
    }

    @Test
    void shouldNameProcessorAndWhatIsAllowedWhenThereIsNone() {
        assertThatThrownBy(() -> ThreadPinning.pin(4_000)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("cpu 4000").hasMessageContaining(Affinity.getAffinity().toString());
        assertThatThrownBy(() -> ThreadPinning.pin(-2)).hasMessageContaining("cpu -2");
    }

    @Test
    void shouldPrintNothingWhenPinning() throws IOException, InterruptedException {
        // In a fresh process, since the library speaks only when it is loaded.
        final int cpu = Affinity.getAffinity().length() - 1;
        final List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Pinner.class.getName(),
            Integer.toString(cpu)));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        final String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(printed).isEmpty();
        assertThat(process.waitFor()).isZero();
    }

    /** Pins its only thread and ends. */
    static final class Pinner {
        private Pinner() {
        }

        public static void main(final String[] arguments) {
            ThreadPinning.pin(Integer.parseInt(arguments[0]));
        }
    }
}
