/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import io.pointsman.transport.TransportContext;

/** A frontend process that has requests in flight and does nothing more until it is killed. */
final class HoldingFrontendMain {
    static final String READY = "holding";

    private HoldingFrontendMain() {
    }

    /**
     * Runs until killed.
     *
     * @param args the Aeron directory, and how many requests to hold.
     */
    public static void main(final String[] args) {
        final TestFrontend frontend = new TestFrontend(
            TestFrontend.context(new TransportContext().aeronDirectoryName(args[0]), null));
        frontend.registerRanks(2);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            frontend.decide();
        }
        System.out.println(READY);
        while (true) {
            frontend.poll();
            Thread.onSpinWait();
            Thread.yield();
        }
    }
}
