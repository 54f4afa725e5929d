/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.host;

import io.aeron.CncFileDescriptor;
import io.aeron.CommonContext;
import org.agrona.IoUtil;
import org.agrona.concurrent.status.CountersReader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.File;
import java.nio.MappedByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** {@code scripts/counters}: reads a running coordinator's counters from another process, once or again and again. */
@Command(name = "counters", mixinStandardHelpOptions = true,
    description = "Reads a running coordinator's counters from Aeron's counters file.")
public final class CountersMain implements Callable<Integer> {
    private static final long DRIVER_TIMEOUT_MS = 2_000;

    @Option(names = "--aeron-dir", paramLabel = "DIR", description = "the media driver's directory, as the " +
        "coordinator's aeron-dir (default: as the coordinator's, from file and environment)")
    private String aeronDirectory;

    @Option(names = "--interval-ms", paramLabel = "MS", description = "print again and again at this interval; " +
        "0: once (default: ${DEFAULT-VALUE})")
    private long intervalMs;

    @Option(names = "--all", description = "also the media driver's and other clients' counters")
    private boolean all;

    /**
     * Prints the counters.
     *
     * @param args flags; {@code --help} lists them.
     */
    public static void main(final String[] args) {
        System.exit(new CommandLine(new CountersMain()).execute(args));
    }

    /**
     * The coordinator's counters by label, without {@link CoordinatorCounters#LABEL_PREFIX}.
     *
     * @param aeronDirectory of the media driver.
     * @return values by label.
     * @throws IllegalStateException when no media driver has run there.
     */
    public static Map<String, Long> read(final String aeronDirectory) {
        return read(aeronDirectory, false);
    }

    private static Map<String, Long> read(final String aeronDirectory, final boolean all) {
        final File file = new File(aeronDirectory, CncFileDescriptor.CNC_FILE);
        if (file.length() < CncFileDescriptor.META_DATA_LENGTH) {
            throw new IllegalStateException("no media driver at " + aeronDirectory + ": " + file + " does not exist, " +
                "or is just being made");
        }
        final MappedByteBuffer mapped = IoUtil.mapExistingFile(file, CncFileDescriptor.CNC_FILE);
        try {
            final var metaData = CncFileDescriptor.createMetaDataBuffer(mapped);
            if (metaData.getIntVolatile(CncFileDescriptor.cncVersionOffset(0)) == 0) {
                throw new IllegalStateException("the media driver at " + aeronDirectory + " is just starting");
            }
            final CountersReader reader = new CountersReader(
                CncFileDescriptor.createCountersMetaDataBuffer(mapped, metaData),
                CncFileDescriptor.createCountersValuesBuffer(mapped, metaData));
            final Map<String, Long> values = new TreeMap<>();
            reader.forEach((value, id, label) -> {
                if (reader.getCounterTypeId(id) == CoordinatorCounters.TYPE_ID) {
                    values.put(label.substring(CoordinatorCounters.LABEL_PREFIX.length()), value);
                } else if (all) {
                    values.put(label, value);
                }
            });
            return values;
        } finally {
            IoUtil.unmap(mapped);
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        if (aeronDirectory == null) {
            aeronDirectory = Coordinator.aeronDirectory(SettingsReader.read(new CommandLine(
                SettingsReader.commandSpec("counters", "")).parseArgs(), System.getenv()));
        }
        do {
            final Map<String, Long> values;
            try {
                values = read(aeronDirectory, all);
            } catch (final IllegalStateException exception) {
                System.err.println("pointsman: " + exception.getMessage());
                return 1;
            }
            if (!CommonContext.isDriverActive(new File(aeronDirectory), DRIVER_TIMEOUT_MS, (line) -> { })) {
                System.err.println("pointsman: the media driver at " + aeronDirectory + " is gone; its coordinator's " +
                    "last values were:");
                values.forEach(CountersMain::print);
                return 1;
            }
            values.forEach(CountersMain::print);
            if (values.isEmpty()) {
                System.err.println("pointsman: no coordinator runs at " + aeronDirectory);
                return 1;
            }
            if (intervalMs > 0) {
                System.out.println();
                Thread.sleep(intervalMs);
            }
        } while (intervalMs > 0);
        return 0;
    }

    private static void print(final String label, final long value) {
        System.out.printf("%,20d  %s%n", value, label);
    }
}
