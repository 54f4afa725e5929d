/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.perf.bench;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.ImageFragmentAssembler;
import io.aeron.Subscription;
import io.pointsman.transport.DriverMode;
import io.pointsman.transport.IdleStrategies;
import io.pointsman.transport.ThreadPinning;
import io.pointsman.transport.TransportContext;
import io.pointsman.transport.TransportDriver;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;

/**
 * The floor to compare with: a process that takes a message and answers bytes of a decision's size, its media driver in
 * the same duty cycle as the coordinator's is.
 */
public final class EchoMain {
    /** Stream that requests come on. */
    static final int REQUEST_STREAM = 7_801;
    /** Stream that answers go on. */
    static final int ANSWER_STREAM = 7_802;
    /** Bytes of an answer: a decision with its header. */
    static final int ANSWER_LENGTH = 45;

    private EchoMain() {
    }

    /**
     * Runs until killed.
     *
     * @param args the Aeron directory, the CPU to pin to (-1: none), and the idle strategy.
     */
    public static void main(final String[] args) {
        final TransportContext context = new TransportContext().aeronDirectoryName(args[0])
            .driverMode(DriverMode.EMBEDDED_INVOKED).conclude();
        final int cpu = Integer.parseInt(args[1]);
        final IdleStrategy idle = IdleStrategies.byName(args[2]);
        if (cpu >= 0) {
            ThreadPinning.pin(cpu);
        }
        try (TransportDriver driver = TransportDriver.launch(context);
            Aeron aeron = Aeron.connect(driver.clientContext())) {
            final Subscription requests = aeron.addSubscription(context.channels().subscription(), REQUEST_STREAM);
            final ExclusivePublication answers =
                aeron.addExclusivePublication(context.channels().publication(), ANSWER_STREAM);
            final UnsafeBuffer answer = new UnsafeBuffer(ByteBuffer.allocateDirect(64));
            final ImageFragmentAssembler handler = new ImageFragmentAssembler((buffer, offset, length, header) -> {
                answer.putLong(0, buffer.getLong(offset));
                while (answers.offer(answer, 0, ANSWER_LENGTH) < 0 && answers.isConnected()) {
                    driver.doWork();
                }
            });
            final AgentInvoker conductor = aeron.conductorAgentInvoker();
            System.out.println("ready");
            while (true) {
                idle.idle(driver.doWork() + conductor.invoke() + requests.poll(handler, 32));
            }
        }
    }
}
