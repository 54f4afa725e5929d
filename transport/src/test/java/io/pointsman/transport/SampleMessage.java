/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.pointsman.codecs.ControlKind;
import io.pointsman.codecs.Cost;
import io.pointsman.codecs.HashScheme;
import io.pointsman.codecs.HashesWanted;
import io.pointsman.codecs.RankState;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteReason;
import io.pointsman.codecs.Signal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A message as a proxy encodes it, and what a listener then reads.
 *
 * @param stream   whose message it is.
 * @param bytes    of it, exactly.
 * @param expected the listener's line.
 */
record SampleMessage(Stream stream, byte[] bytes, String expected) {
    static final long EPOCH = 1_700_000_000_123L;
    static final long FRONTEND_ID = -77L;

    /** The three streams and their adapters. */
    enum Stream {
        INGRESS, ADMIN, REPLY;

        MessageAdapter adapter(final RecordedMessages listener) {
            switch (this) {
                case INGRESS:
                    return new IngressAdapter(listener, 2);
                case ADMIN:
                    return new AdminAdapter(listener);
                default:
                    return new ReplyAdapter(listener);
            }
        }
    }

    @Override
    public String toString() {
        return expected.length() > 40 ? expected.substring(0, 40) : expected;
    }

    static List<SampleMessage> all() {
        final List<SampleMessage> samples = new ArrayList<>();
        addIngress(samples);
        addAdmin(samples);
        addReplies(samples);
        return samples;
    }

    static SampleMessage of(final Stream stream, final ToIntFunction<MutableDirectBuffer> encoder, final String line) {
        // Behind rubbish and on top of it, as in a buffer that is used again.
        final byte[] memory = new byte[MessageLimits.MAX_MESSAGE_LENGTH + 8];
        Arrays.fill(memory, (byte) 0xA5);
        final UnsafeBuffer buffer = new UnsafeBuffer(memory, 8, memory.length - 8);
        final int length = encoder.applyAsInt(buffer);
        return new SampleMessage(stream, Arrays.copyOfRange(memory, 8, 8 + length), line);
    }

    static UnsafeBuffer hashes(final int count) {
        final UnsafeBuffer hashes = new UnsafeBuffer(new byte[count * Long.BYTES]);
        for (int i = 0; i < count; i++) {
            hashes.putLong(i * Long.BYTES, 1_000L + i, LITTLE_ENDIAN);
        }
        return hashes;
    }

    static long sum(final int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum = sum * 31 + 1_000L + i;
        }
        return sum;
    }

    static RouteParameters parameters(final int hashCount) {
        return new RouteParameters().hashes(hashes(hashCount), 0, hashCount).modelId(3).policyVersion(9)
            .promptBlocks(hashCount + 1).promptTokens(500).retryOf(41);
    }

    static RankDescription rank() {
        return new RankDescription().instanceId(-5).rankIndex(7).generation(2).dataParallelRank(1).maxRequests(64)
            .modelId(3).blockSize(256).hashScheme(HashScheme.TOKENS).state(RankState.DRAINING)
            .name("http://é:8000").modelName("m");
    }

    private static void addIngress(final List<SampleMessage> samples) {
        final FrontendProxy proxy = new FrontendProxy(FRONTEND_ID).epoch(EPOCH);
        final Stream in = Stream.INGRESS;
        samples.add(of(in, b -> proxy.encodeConnect(b, 0, 5, true, "aeron:ipc", "http://gateway"),
            "Connect -77 5 TRUE aeron:ipc http://gateway"));
        samples.add(of(in, b -> proxy.encodeConnect(b, 0, 5, false, "aeron:ipc", ""),
            "Connect -77 5 FALSE aeron:ipc "));
        samples.add(of(in, b -> proxy.encodeRouteRequest(b, 0, 42, parameters(3).exclude(1, 2).exclude(3, -1)),
            "RouteRequest 1700000000123 -77 42 41 9 3 4 500 0 0 3 " + sum(3) + " 1/2;3/-1;"));
        samples.add(of(in, b -> proxy.encodeRouteRequest(b, 0, 42, new RouteParameters().policyVersion(0)),
            "RouteRequest 1700000000123 -77 42 0 0 0 0 0 0 0 0 0 "));
        samples.add(of(in, b -> proxy.encodeReassigned(b, 0, 42, 7, 2), "Reassigned 1700000000123 -77 42 7 2"));
        samples.add(of(in, b -> proxy.encodeFirstToken(b, 0, 42), "FirstToken 1700000000123 -77 42"));
        samples.add(of(in, b -> proxy.encodeFinished(b, 0, 42, 1_000), "Finished 1700000000123 -77 42 1000"));
        samples.add(of(in, b -> proxy.encodeAborted(b, 0, 42), "Aborted 1700000000123 -77 42"));
        final UnsafeBuffer entries = new UnsafeBuffer(new byte[32]);
        entries.putLong(0, 42, LITTLE_ENDIAN);
        entries.putInt(8, 7, LITTLE_ENDIAN);
        entries.putInt(12, 2, LITTLE_ENDIAN);
        entries.putLong(16, 43, LITTLE_ENDIAN);
        entries.putInt(24, MessageLimits.NO_RANK_INDEX, LITTLE_ENDIAN);
        samples.add(of(in, b -> proxy.encodeInFlightReport(b, 0, 6, true, entries, 0, 2),
            "InFlightReport 1700000000123 -77 6 TRUE 42@7/2;43@-2/0;"));
        samples.add(of(in, b -> proxy.encodeInFlightReport(b, 0, 6, false, entries, 0, 0),
            "InFlightReport 1700000000123 -77 6 FALSE "));
        samples.add(of(in, b -> proxy.encodeRegisterRank(b, 0, 42, rank()),
            "RegisterRank 1700000000123 -77 42 -5 1 64 256 TOKENS http://é:8000 m"));
        samples.add(of(in, b -> proxy.encodeRankHealth(b, 0, 7, 2, false), "RankHealth 1700000000123 -77 7 2 FALSE"));
        samples.add(of(in, b -> proxy.encodeControlAcknowledgement(b, 0, 8),
            "ControlAcknowledgement 1700000000123 -77 8"));
        samples.add(of(in, b -> proxy.encodeClose(b, 0), "Close 1700000000123 -77"));
    }

    private static void addAdmin(final List<SampleMessage> samples) {
        final AdminProxy proxy = new AdminProxy(FRONTEND_ID).epoch(EPOCH);
        final Stream admin = Stream.ADMIN;
        samples.add(of(admin, b -> proxy.encodeRemoveRank(b, 0, 42, 7, 2), "RemoveRank 1700000000123 -77 42 7 2"));
        samples.add(of(admin, b -> proxy.encodeInvalidate(b, 0, 42, MessageLimits.NO_RANK_INDEX, 0),
            "Invalidate 1700000000123 -77 42 4294967294 0"));
        samples.add(of(admin, b -> proxy.encodeControlSignal(b, 0, 42, ControlKind.STOP_CUDA_PROFILER, -1),
            "ControlSignal 1700000000123 -77 42 STOP_CUDA_PROFILER -1"));
        samples.add(of(admin,
            b -> proxy.encodeChangePolicy(
                b, 0, 42, Signal.LOAD_BALANCED, Cost.REMAINING_PREFILL_WEIGHTED, 1.5, 0.25),
            "ChangePolicy 1700000000123 -77 42 LOAD_BALANCED REMAINING_PREFILL_WEIGHTED 1.5 0.25"));
    }

    private static void addReplies(final List<SampleMessage> samples) {
        final ReplyProxy proxy = new ReplyProxy(EPOCH);
        final Stream reply = Stream.REPLY;
        final PolicyDescription policy = new PolicyDescription().policyVersion(9).maxBlocks(100)
            .signal(Signal.FIRST_PREFIX_BLOCK).cost(Cost.FREE_CAPACITY_WEIGHTED).hashesWanted(HashesWanted.FIRST);
        final List<ModelDescription> models = List.of(
            new ModelDescription(3, "m", HashScheme.TOKENS, 64), new ModelDescription(4, "", HashScheme.BYTES, 256));
        samples.add(of(reply, b -> proxy.encodeConnectAck(b, 0, FRONTEND_ID, 1, policy, models),
            "ConnectAck 1700000000123 -77 1 9 100 FIRST_PREFIX_BLOCK FREE_CAPACITY_WEIGHTED FIRST "
                + "3/64/TOKENS/m;4/256/BYTES/;"));
        samples.add(of(reply, b -> proxy.encodeConnectAck(b, 0, FRONTEND_ID, 1, policy, List.of()),
            "ConnectAck 1700000000123 -77 1 9 100 FIRST_PREFIX_BLOCK FREE_CAPACITY_WEIGHTED FIRST "));
        samples.add(of(reply, b -> proxy.encodeRouteDecision(b, 0, 42, 99, 7, 2, 5, RouteReason.ONLY_CANDIDATE),
            "RouteDecision 1700000000123 42 99 7 2 5 ONLY_CANDIDATE"));
        samples.add(of(reply, b -> proxy.encodeRouteReject(b, 0, 42, RejectCode.UNSUPPORTED, -1, 8),
            "RouteReject 1700000000123 42 UNSUPPORTED -1 8"));
        samples.add(of(reply, b -> proxy.encodeCapacityNotice(b, 0, 3), "CapacityNotice 1700000000123 3"));
        samples.add(of(reply, b -> proxy.encodeRankUpdate(b, 0, 42, rank()),
            "RankUpdate 1700000000123 42 -5 7 2 1 64 3 256 TOKENS DRAINING http://é:8000 m"));
        samples.add(of(reply, b -> proxy.encodePolicyUpdate(b, 0, policy),
            "PolicyUpdate 1700000000123 9 FIRST_PREFIX_BLOCK FREE_CAPACITY_WEIGHTED FIRST"));
        samples.add(of(reply, b -> proxy.encodeControlBroadcast(b, 0, 8, ControlKind.PAUSE, 4),
            "ControlBroadcast 1700000000123 8 PAUSE 4"));
        samples.add(of(reply, b -> proxy.encodeConnectRefused(b, 0, FRONTEND_ID, RejectCode.WRONG_EPOCH, 1, 2, "no"),
            "ConnectRefused 1700000000123 -77 WRONG_EPOCH 1 2 no"));
        samples.add(of(reply, b -> proxy.encodeRequestRefused(b, 0, 42, RejectCode.BAD_FIELD, 1, 2, "name"),
            "RequestRefused 1700000000123 42 BAD_FIELD 1 2 name"));
        samples.add(of(reply, b -> proxy.encodeAdminReply(b, 0, 42, RejectCode.NULL_VAL, 0, 0, ""),
            "AdminReply 1700000000123 42 TRUE NULL_VAL 0 0 "));
        samples.add(of(reply, b -> proxy.encodeAdminReply(b, 0, 42, RejectCode.UNKNOWN_RANK, 7, 1, "rank"),
            "AdminReply 1700000000123 42 FALSE UNKNOWN_RANK 7 1 rank"));
    }
}
