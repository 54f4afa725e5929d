/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import io.aeron.ChannelUri;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;

/**
 * Aeron channels with the lengths of a {@link TransportContext}: IPC, or UDP unicast. Only the endpoint of a given
 * channel is taken over, so that nothing a frontend writes into its Connect sizes memory here. Stateless.
 */
public final class Channels {
    private final TransportContext context;

    Channels(final TransportContext context) {
        this.context = context;
    }

    /**
     * The channel to add publications of ingress and admin with.
     *
     * @return the configured one with term length, MTU and socket buffers.
     * @throws IllegalArgumentException naming the channel and what is allowed.
     */
    public String publication() {
        return publication(context.channel());
    }

    /**
     * The channel to subscribe to ingress and admin with.
     *
     * @return the configured one with the receiver's window and socket buffers.
     * @throws IllegalArgumentException naming the channel and what is allowed.
     */
    public String subscription() {
        return subscription(context.channel());
    }

    /**
     * A channel to publish on, such as the one a frontend wants its answers on.
     *
     * @param uri aeron:ipc, or aeron:udp with an endpoint.
     * @return the channel with term length, MTU and socket buffers.
     * @throws IllegalArgumentException naming the channel and what is allowed.
     */
    public String publication(final String uri) {
        final ChannelUri parsed = parse(uri);
        final ChannelUriStringBuilder builder = bare(parsed).termLength(context.termLength());
        if (parsed.isIpc()) {
            return builder.mtu(context.ipcMtu()).build();
        }
        return builder.mtu(context.udpMtu())
            .socketSndbufLength(context.socketBufferLength())
            .socketRcvbufLength(context.socketBufferLength())
            .build();
    }

    /**
     * A channel to subscribe to.
     *
     * @param uri aeron:ipc, or aeron:udp with an endpoint.
     * @return the channel with the receiver's window and socket buffers.
     * @throws IllegalArgumentException naming the channel and what is allowed.
     */
    public String subscription(final String uri) {
        final ChannelUri parsed = parse(uri);
        if (parsed.isIpc()) {
            return bare(parsed).build();
        }
        return bare(parsed)
            .receiverWindowLength(context.receiverWindowLength())
            .socketSndbufLength(context.socketBufferLength())
            .socketRcvbufLength(context.socketBufferLength())
            .build();
    }

    /**
     * Whether the configured channel is IPC.
     *
     * @return false for UDP.
     * @throws IllegalArgumentException naming the channel and what is allowed.
     */
    public boolean isIpc() {
        return parse(context.channel()).isIpc();
    }

    private static ChannelUriStringBuilder bare(final ChannelUri uri) {
        final ChannelUriStringBuilder builder = new ChannelUriStringBuilder().media(uri.media());
        return uri.isIpc() ? builder : builder.endpoint(uri.get(CommonContext.ENDPOINT_PARAM_NAME));
    }

    private static ChannelUri parse(final String uri) {
        final ChannelUri parsed;
        try {
            parsed = ChannelUri.parse(uri);
        } catch (final RuntimeException ex) {
            throw new IllegalArgumentException(message(uri), ex);
        }
        final String endpoint = parsed.get(CommonContext.ENDPOINT_PARAM_NAME);
        final boolean hasEndpoint = endpoint != null && endpoint.indexOf(':') > 0 && hasPort(endpoint);
        final boolean isPlain = parsed.prefix().isEmpty();
        if (isPlain && (parsed.isIpc() || (parsed.isUdp() && hasEndpoint))) {
            return parsed;
        }
        throw new IllegalArgumentException(message(uri));
    }

    private static boolean hasPort(final String endpoint) {
        final String port = endpoint.substring(endpoint.lastIndexOf(':') + 1);
        return port.matches("\\d{1,5}") && Integer.parseInt(port) <= 65_535;
    }

    private static String message(final String uri) {
        return TransportContext.CHANNEL_PROPERTY + "=" + uri
            + ": allowed is aeron:ipc or aeron:udp?endpoint=HOST:PORT, PORT 0 to 65535";
    }
}
