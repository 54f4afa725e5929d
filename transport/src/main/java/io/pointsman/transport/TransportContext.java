/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import io.aeron.CommonContext;
import io.aeron.logbuffer.FrameDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.agrona.BitUtil;
import org.agrona.SystemUtil;

/**
 * How this process reaches the wire: directory, driver, channels and their lengths. A system property sets each
 * default, a setter overrides it, {@link #conclude()} proves that the whole works. Lengths take k, m and g; times ns,
 * us, ms, s. Mutable until concluded; owned by one thread.
 */
public final class TransportContext {
    /** Property: see {@link #aeronDirectoryName()}. */
    public static final String AERON_DIR_PROPERTY = "pointsman.aeron.dir";

    /** Property: see {@link #driverMode()}. */
    public static final String DRIVER_MODE_PROPERTY = "pointsman.driver.mode";

    /** Property: see {@link #driverIdle()}. */
    public static final String DRIVER_IDLE_PROPERTY = "pointsman.driver.idle";

    /** Property: see {@link #channel()}. */
    public static final String CHANNEL_PROPERTY = "pointsman.channel";

    /** Property: see {@link #termLength()}. */
    public static final String TERM_LENGTH_PROPERTY = "pointsman.term.length";

    /** Property: see {@link #ipcMtu()}. */
    public static final String IPC_MTU_PROPERTY = "pointsman.ipc.mtu";

    /** Property: see {@link #udpMtu()}. */
    public static final String UDP_MTU_PROPERTY = "pointsman.udp.mtu";

    /** Property: see {@link #receiverWindowLength()}. */
    public static final String RECEIVER_WINDOW_PROPERTY = "pointsman.receiver.window";

    /** Property: see {@link #socketBufferLength()}. */
    public static final String SOCKET_BUFFER_PROPERTY = "pointsman.socket.buffer";

    /** Property: see {@link #frontends()}. */
    public static final String FRONTENDS_PROPERTY = "pointsman.frontends";

    /** Property: see {@link #clientLivenessTimeoutNs()}. */
    public static final String CLIENT_LIVENESS_TIMEOUT_PROPERTY = "pointsman.client.liveness.timeout";

    /** Property: see {@link #imageLivenessTimeoutNs()}. */
    public static final String IMAGE_LIVENESS_TIMEOUT_PROPERTY = "pointsman.image.liveness.timeout";

    /** Property: see {@link #publicationUnblockTimeoutNs()}. */
    public static final String PUBLICATION_UNBLOCK_TIMEOUT_PROPERTY = "pointsman.publication.unblock.timeout";

    /** Property: see {@link #driverTimeoutMs()}. */
    public static final String DRIVER_TIMEOUT_PROPERTY = "pointsman.driver.timeout.ms";

    private static final int FRAME_HEADER_LENGTH = 32;
    private static final String DRIVER_IDLE_DEFAULT = "sleeping(1000000)";
    private static final String CHANNEL_DEFAULT = "aeron:ipc";
    private static final int TERM_LENGTH_DEFAULT = 2 * 1024 * 1024;
    private static final int IPC_MTU_DEFAULT = 65_504;
    private static final int UDP_MTU_DEFAULT = 1_408;
    private static final int RECEIVER_WINDOW_DEFAULT = 192 * 1024;
    private static final int SOCKET_BUFFER_DEFAULT = 208 * 1024;
    private static final int FRONTENDS_DEFAULT = 8;
    private static final long CLIENT_LIVENESS_TIMEOUT_DEFAULT = TimeUnit.SECONDS.toNanos(10);
    private static final long IMAGE_LIVENESS_TIMEOUT_DEFAULT = TimeUnit.SECONDS.toNanos(10);
    private static final long PUBLICATION_UNBLOCK_TIMEOUT_DEFAULT = TimeUnit.SECONDS.toNanos(15);
    private static final long DRIVER_TIMEOUT_DEFAULT = 10_000;

    private String aeronDirectoryName = System.getProperty(AERON_DIR_PROPERTY, CommonContext.getAeronDirectoryName());
    private DriverMode driverMode = driverMode(System.getProperty(DRIVER_MODE_PROPERTY));
    private String driverIdle = System.getProperty(DRIVER_IDLE_PROPERTY, DRIVER_IDLE_DEFAULT);
    private String channel = System.getProperty(CHANNEL_PROPERTY, CHANNEL_DEFAULT);
    private int termLength = SystemUtil.getSizeAsInt(TERM_LENGTH_PROPERTY, TERM_LENGTH_DEFAULT);
    private int ipcMtu = SystemUtil.getSizeAsInt(IPC_MTU_PROPERTY, IPC_MTU_DEFAULT);
    private int udpMtu = SystemUtil.getSizeAsInt(UDP_MTU_PROPERTY, UDP_MTU_DEFAULT);
    private int receiverWindowLength = SystemUtil.getSizeAsInt(RECEIVER_WINDOW_PROPERTY, RECEIVER_WINDOW_DEFAULT);
    private int socketBufferLength = SystemUtil.getSizeAsInt(SOCKET_BUFFER_PROPERTY, SOCKET_BUFFER_DEFAULT);
    private int frontends = Integer.getInteger(FRONTENDS_PROPERTY, FRONTENDS_DEFAULT);
    private long clientLivenessTimeoutNs =
        SystemUtil.getDurationInNanos(CLIENT_LIVENESS_TIMEOUT_PROPERTY, CLIENT_LIVENESS_TIMEOUT_DEFAULT);
    private long imageLivenessTimeoutNs =
        SystemUtil.getDurationInNanos(IMAGE_LIVENESS_TIMEOUT_PROPERTY, IMAGE_LIVENESS_TIMEOUT_DEFAULT);
    private long publicationUnblockTimeoutNs =
        SystemUtil.getDurationInNanos(PUBLICATION_UNBLOCK_TIMEOUT_PROPERTY, PUBLICATION_UNBLOCK_TIMEOUT_DEFAULT);
    private long driverTimeoutMs = Long.getLong(DRIVER_TIMEOUT_PROPERTY, DRIVER_TIMEOUT_DEFAULT);

    /** The defaults, with what system properties say. */
    public TransportContext() {
        // The fields' initial values are the defaults.
    }

    /**
     * Proves that the parts fit each other and that there is memory for the streams.
     *
     * @return this.
     * @throws IllegalArgumentException naming the property, the value and what is allowed.
     */
    public TransportContext conclude() {
        IdleStrategies.byName(driverIdle);
        final boolean termFits = BitUtil.isPowerOfTwo(termLength)
            && FrameDescriptor.computeMaxMessageLength(termLength) >= MessageLimits.MAX_MESSAGE_LENGTH;
        check(termFits && termLength <= 1024 * 1024 * 1024, TERM_LENGTH_PROPERTY, termLength,
            "a power of two from 2 MiB to 1 GiB, so that an eighth holds a message of "
                + MessageLimits.MAX_MESSAGE_LENGTH + " bytes");
        checkMtu(IPC_MTU_PROPERTY, ipcMtu);
        checkMtu(UDP_MTU_PROPERTY, udpMtu);
        check(frontends >= 1 && frontends <= 256, FRONTENDS_PROPERTY, frontends, "1 to 256");
        concludeTimeouts();
        if (channels().isIpc()) {
            concludeMemory();
        } else {
            concludeUdp();
        }
        return this;
    }

    private void concludeTimeouts() {
        final long leastNs = TimeUnit.MILLISECONDS.toNanos(10);
        check(clientLivenessTimeoutNs >= leastNs, CLIENT_LIVENESS_TIMEOUT_PROPERTY, clientLivenessTimeoutNs,
            "10 ms and more, in ns");
        check(imageLivenessTimeoutNs >= leastNs, IMAGE_LIVENESS_TIMEOUT_PROPERTY, imageLivenessTimeoutNs,
            "10 ms and more, in ns");
        check(publicationUnblockTimeoutNs > clientLivenessTimeoutNs, PUBLICATION_UNBLOCK_TIMEOUT_PROPERTY,
            publicationUnblockTimeoutNs,
            "more than " + CLIENT_LIVENESS_TIMEOUT_PROPERTY + " (" + clientLivenessTimeoutNs + " ns)");
        check(driverTimeoutMs >= 10, DRIVER_TIMEOUT_PROPERTY, driverTimeoutMs, "10 and more");
    }

    private void concludeUdp() {
        final int payloadLength = udpMtu - FRAME_HEADER_LENGTH;
        final int fragments = (MessageLimits.MAX_MESSAGE_LENGTH + payloadLength - 1) / payloadLength;
        final long longest = (long) fragments * udpMtu;
        check(receiverWindowLength >= longest && receiverWindowLength <= termLength / 2, RECEIVER_WINDOW_PROPERTY,
            receiverWindowLength, longest + " (the longest message in fragments) to " + termLength / 2
                + " (half a term)");
        check(socketBufferLength >= receiverWindowLength, SOCKET_BUFFER_PROPERTY, socketBufferLength,
            "at least " + RECEIVER_WINDOW_PROPERTY + " (" + receiverWindowLength + ")");
        concludeMemory();
    }

    private void concludeMemory() {
        final long needed = streamsLength();
        final long usable = usableLength(aeronDirectoryName);
        check(usable >= needed, FRONTENDS_PROPERTY, frontends, "what fits " + aeronDirectoryName + ": "
            + frontends + " frontends take " + needed + " bytes (two streams of three terms of " + termLength
            + " each), and " + usable + " are free");
    }

    /**
     * The memory that all streams take.
     *
     * @return bytes: frontends, times two streams, times three terms.
     */
    public long streamsLength() {
        return 2L * 3L * frontends * termLength;
    }

    /**
     * The channels with this context's lengths.
     *
     * @return reading this context whenever asked.
     */
    public Channels channels() {
        return new Channels(this);
    }

    private static DriverMode driverMode(final String name) {
        if (name == null) {
            return DriverMode.EMBEDDED_INVOKED;
        }
        for (final DriverMode mode : DriverMode.values()) {
            if (mode.name().equals(name)) {
                return mode;
            }
        }
        throw new IllegalArgumentException(
            DRIVER_MODE_PROPERTY + "=" + name + ": allowed is one of " + Arrays.toString(DriverMode.values()));
    }

    private static long usableLength(final String directory) {
        Path path = Path.of(directory).toAbsolutePath();
        while (!Files.exists(path)) {
            path = path.getParent();
        }
        try {
            return Files.getFileStore(path).getUsableSpace();
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static void checkMtu(final String property, final int mtu) {
        check(mtu > FRAME_HEADER_LENGTH && mtu <= IPC_MTU_DEFAULT && mtu % FrameDescriptor.FRAME_ALIGNMENT == 0,
            property, mtu, "a multiple of 32 from 64 to 65,504");
    }

    private static void check(final boolean holds, final String property, final long value, final String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(property + "=" + value + ": allowed is " + allowed);
        }
    }

    /**
     * Aeron's directory, shared with whoever is to be reached over IPC.
     *
     * @return the value of {@link #AERON_DIR_PROPERTY}.
     */
    public String aeronDirectoryName() {
        return aeronDirectoryName;
    }

    /**
     * Sets aeronDirectoryName.
     *
     * @param value a path in memory (/dev/shm).
     * @return this.
     */
    public TransportContext aeronDirectoryName(final String value) {
        aeronDirectoryName = value;
        return this;
    }

    /**
     * Where the media driver runs.
     *
     * @return the value of {@link #DRIVER_MODE_PROPERTY}.
     */
    public DriverMode driverMode() {
        return driverMode;
    }

    /**
     * Sets driverMode.
     *
     * @param value any mode.
     * @return this.
     */
    public TransportContext driverMode(final DriverMode value) {
        driverMode = value;
        return this;
    }

    /**
     * The idle strategy of an embedded driver's own thread, which spins no core: the driver only looks after streams
     * that the clients write and read by themselves.
     *
     * @return the value of {@link #DRIVER_IDLE_PROPERTY}.
     */
    public String driverIdle() {
        return driverIdle;
    }

    /**
     * Sets driverIdle.
     *
     * @param value a name of {@link IdleStrategies}.
     * @return this.
     */
    public TransportContext driverIdle(final String value) {
        driverIdle = value;
        return this;
    }

    /**
     * The channel of ingress and admin: aeron:ipc, or aeron:udp with an endpoint.
     *
     * @return the value of {@link #CHANNEL_PROPERTY}.
     */
    public String channel() {
        return channel;
    }

    /**
     * Sets channel.
     *
     * @param value an Aeron URI.
     * @return this.
     */
    public TransportContext channel(final String value) {
        channel = value;
        return this;
    }

    /**
     * Length in bytes of a term, of which a stream has three. Aeron takes messages up to an eighth of a term; 2 MiB is
     * the least power of two of which an eighth holds {@link MessageLimits#MAX_MESSAGE_LENGTH}. With a driver that
     * sleeps, 4 MiB and more keep publishers from waiting for it.
     *
     * @return the value of {@link #TERM_LENGTH_PROPERTY}.
     */
    public int termLength() {
        return termLength;
    }

    /**
     * Sets termLength.
     *
     * @param value a power of two from 2 MiB to 1 GiB.
     * @return this.
     */
    public TransportContext termLength(final int value) {
        termLength = value;
        return this;
    }

    /**
     * Longest fragment in bytes over IPC, with Aeron's header; the default is Aeron's greatest, so that all but the
     * longest requests are read in place.
     *
     * @return the value of {@link #IPC_MTU_PROPERTY}.
     */
    public int ipcMtu() {
        return ipcMtu;
    }

    /**
     * Sets ipcMtu.
     *
     * @param value a multiple of 32 up to 65,504.
     * @return this.
     */
    public TransportContext ipcMtu(final int value) {
        ipcMtu = value;
        return this;
    }

    /**
     * Longest fragment in bytes over UDP, with Aeron's header; the default passes every Ethernet.
     *
     * @return the value of {@link #UDP_MTU_PROPERTY}.
     */
    public int udpMtu() {
        return udpMtu;
    }

    /**
     * Sets udpMtu.
     *
     * @param value a multiple of 32 up to 65,504.
     * @return this.
     */
    public TransportContext udpMtu(final int value) {
        udpMtu = value;
        return this;
    }

    /**
     * Bytes that a UDP receiver lets a sender be ahead. Above the longest message, so that one is sent without a pause
     * for the receiver.
     *
     * @return the value of {@link #RECEIVER_WINDOW_PROPERTY}.
     */
    public int receiverWindowLength() {
        return receiverWindowLength;
    }

    /**
     * Sets receiverWindowLength.
     *
     * @param value above the longest message in fragments, up to half a term.
     * @return this.
     */
    public TransportContext receiverWindowLength(final int value) {
        receiverWindowLength = value;
        return this;
    }

    /**
     * Bytes of a UDP socket's send and receive buffers. Not below the window, or the system drops what the window let
     * come. The default is what Linux grants unless told otherwise.
     *
     * @return the value of {@link #SOCKET_BUFFER_PROPERTY}.
     */
    public int socketBufferLength() {
        return socketBufferLength;
    }

    /**
     * Sets socketBufferLength.
     *
     * @param value from the receiver's window on.
     * @return this.
     */
    public TransportContext socketBufferLength(final int value) {
        socketBufferLength = value;
        return this;
    }

    /**
     * Frontends that there is to be memory for: each has two streams of three terms.
     *
     * @return the value of {@link #FRONTENDS_PROPERTY}.
     */
    public int frontends() {
        return frontends;
    }

    /**
     * Sets frontends.
     *
     * @param value 1 to 256.
     * @return this.
     */
    public TransportContext frontends(final int value) {
        frontends = value;
        return this;
    }

    /**
     * Nanoseconds after which an embedded driver declares a silent client dead; bounds the time until a killed
     * frontend's requests are released.
     *
     * @return the value of {@link #CLIENT_LIVENESS_TIMEOUT_PROPERTY}.
     */
    public long clientLivenessTimeoutNs() {
        return clientLivenessTimeoutNs;
    }

    /**
     * Sets clientLivenessTimeoutNs.
     *
     * @param value from 10 ms on.
     * @return this.
     */
    public TransportContext clientLivenessTimeoutNs(final long value) {
        clientLivenessTimeoutNs = value;
        return this;
    }

    /**
     * Nanoseconds after which an embedded driver declares a silent UDP sender gone.
     *
     * @return the value of {@link #IMAGE_LIVENESS_TIMEOUT_PROPERTY}.
     */
    public long imageLivenessTimeoutNs() {
        return imageLivenessTimeoutNs;
    }

    /**
     * Sets imageLivenessTimeoutNs.
     *
     * @param value from 10 ms on.
     * @return this.
     */
    public TransportContext imageLivenessTimeoutNs(final long value) {
        imageLivenessTimeoutNs = value;
        return this;
    }

    /**
     * Nanoseconds after which an embedded driver pads over what a killed writer left unfinished.
     *
     * @return the value of {@link #PUBLICATION_UNBLOCK_TIMEOUT_PROPERTY}.
     */
    public long publicationUnblockTimeoutNs() {
        return publicationUnblockTimeoutNs;
    }

    /**
     * Sets publicationUnblockTimeoutNs.
     *
     * @param value longer than the client's liveness.
     * @return this.
     */
    public TransportContext publicationUnblockTimeoutNs(final long value) {
        publicationUnblockTimeoutNs = value;
        return this;
    }

    /**
     * Milliseconds without a sign of life after which a media driver counts as dead.
     *
     * @return the value of {@link #DRIVER_TIMEOUT_PROPERTY}.
     */
    public long driverTimeoutMs() {
        return driverTimeoutMs;
    }

    /**
     * Sets driverTimeoutMs.
     *
     * @param value from 10 on.
     * @return this.
     */
    public TransportContext driverTimeoutMs(final long value) {
        driverTimeoutMs = value;
        return this;
    }
}
