/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

/** The stream ids on Pointsman's channels, so that several coordinators differ by channel or directory alone. */
public final class Streams {
    /** What frontends say to the coordinator. */
    public static final int INGRESS = 7701;

    /** What administrators say to the coordinator. */
    public static final int ADMIN = 7702;

    /** Reply streams have this bit, so that none of them is ever one of the others. */
    private static final int REPLY_BIT = 0x4000_0000;

    private Streams() {
    }

    /**
     * A frontend's own reply stream id. On IPC it is what keeps frontends apart, so it is derived from the random
     * frontend id; a collision is refused by the coordinator as REPLY_STREAM_IN_USE.
     *
     * @param frontendId random, not 0.
     * @return a positive stream id that is none of the others.
     */
    public static int reply(final long frontendId) {
        final int mixed = (int) (frontendId ^ (frontendId >>> 32));
        return (mixed & 0x3FFF_FFFF) | REPLY_BIT;
    }
}
