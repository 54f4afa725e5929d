/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import io.aeron.Aeron;
import io.pointsman.codecs.HashScheme;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteReason;
import io.pointsman.transport.PolicyDescription;
import io.pointsman.transport.RankDescription;
import io.pointsman.transport.RouteParameters;
import io.pointsman.transport.TransportContext;
import io.pointsman.transport.client.RouteClient;
import io.pointsman.transport.client.RouteClientContext;
import io.pointsman.transport.client.RouteListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A well-behaved frontend: a route client that remembers what it is told. */
final class TestFrontend implements RouteListener, AutoCloseable {
    static final String MODEL = "model";

    final Map<Long, Decision> decisions = new HashMap<>();
    final Map<Long, Refusal> refusals = new HashMap<>();
    final Map<Long, RankDescription> registered = new HashMap<>();
    final Map<Long, Refusal> adminReplies = new HashMap<>();
    final List<Integer> roomyModels = new ArrayList<>();
    final List<Integer> policyVersions = new ArrayList<>();
    final RouteParameters parameters = new RouteParameters();
    private final RouteClient client;

    TestFrontend(final RouteClientContext context) {
        client = RouteClient.connect(context.listener(this).maxInFlight(65_536)
            .connectTimeoutNs(TimeUnit.SECONDS.toNanos(30)));
    }

    static TestFrontend connect(final TestCoordinator coordinator) {
        return new TestFrontend(context(coordinator));
    }

    static RouteClientContext context(final TestCoordinator coordinator) {
        return context(coordinator.transport(), coordinator.aeron());
    }

    /** Of a client that takes no pause of a busy machine for the coordinator's end. */
    static RouteClientContext context(final TransportContext transport, final Aeron aeron) {
        return new RouteClientContext().transport(transport).aeron(aeron)
            .replyChannel(TestCoordinator.replyChannel(transport.channel()))
            .coordinatorTimeoutNs(TimeUnit.SECONDS.toNanos(60));
    }

    static RankDescription rank(final String name, final long instanceId) {
        return new RankDescription().name(name).instanceId(instanceId).modelName(MODEL)
            .hashScheme(HashScheme.TOKENS).blockSize(64);
    }

    RouteClient client() {
        return client;
    }

    /** Polls, and answers true, so that it fits into a condition. */
    boolean poll() {
        client.poll();
        return true;
    }

    /** Registers a rank of the model and waits for the answer. */
    RankDescription register(final RankDescription rank) {
        final long id = send(() -> client.registerRank(rank));
        Await.until("registration of " + rank.name(), () -> poll() && registered.containsKey(id));
        return registered.get(id);
    }

    void registerRanks(final int count) {
        for (int i = 0; i < count; i++) {
            register(rank("http://rank-" + i, 1));
        }
        useModel(MODEL);
    }

    /** Routes for this model from now on. */
    void useModel(final String model) {
        Await.until("model " + model, () -> poll() && client.fleet().model(model) != null);
        parameters.modelId(client.fleet().model(model).modelId());
    }

    /** Routes and waits for the decision. */
    Decision decide(final RouteParameters request) {
        final long id = send(() -> client.route(request));
        awaitAnswer(id);
        if (refusals.containsKey(id)) {
            throw new AssertionError("rejected: " + refusals.get(id));
        }
        return decisions.get(id);
    }

    Decision decide() {
        return decide(parameters);
    }

    /** Routes and waits for the reject. */
    Refusal rejected(final RouteParameters request) {
        final long id = send(() -> client.route(request));
        awaitAnswer(id);
        if (decisions.containsKey(id)) {
            throw new AssertionError("decided: " + decisions.get(id));
        }
        return refusals.get(id);
    }

    /** Registers a rank and waits for the refusal. */
    Refusal registrationRefused(final RankDescription rank) {
        final long id = send(() -> client.registerRank(rank));
        Await.until("a refusal of " + rank.name(), () -> poll() && refusals.containsKey(id));
        return refusals.get(id);
    }

    /** Asks as an administrator and waits for the answer. */
    Refusal administer(final Sending sending) {
        final long id = send(sending);
        Await.until("an answer to the administrator", () -> poll() && adminReplies.containsKey(id));
        return adminReplies.get(id);
    }

    private void awaitAnswer(final long id) {
        Await.until("an answer to request " + id,
            () -> poll() && (decisions.containsKey(id) || refusals.containsKey(id)));
    }

    /** Sends, again and again while it is not possible. */
    long send(final Sending sending) {
        final long[] result = new long[1];
        Await.until("room to send", () -> {
            result[0] = sending.send();
            return result[0] > 0 || !poll();
        });
        return result[0];
    }

    void finishAll() {
        for (final Long id : List.copyOf(decisions.keySet())) {
            client.finish(id, 1);
        }
        Await.until("all finishes sent", () -> client.poll() == 0);
    }

    @Override
    public void onDecision(final long correlationId, final long requestId, final int rankIndex, final int generation,
        final int matchedBlocks, final RouteReason reason) {
        decisions.put(correlationId,
            new Decision(correlationId, requestId, rankIndex, generation, matchedBlocks, reason));
    }

    @Override
    public void onReject(final long correlationId, final RejectCode code, final long value, final long allowed) {
        refusals.put(correlationId, new Refusal(code, value, allowed, ""));
    }

    @Override
    public void onRank(final long correlationId, final RankDescription rank) {
        registered.put(correlationId, new RankDescription().name(rank.name()).rankIndex(rank.rankIndex())
            .generation(rank.generation()).instanceId(rank.instanceId()).state(rank.state()));
    }

    @Override
    public void onRegistrationRefused(final long correlationId, final RejectCode code, final long value,
        final long allowed, final String text) {
        refusals.put(correlationId, new Refusal(code, value, allowed, text));
    }

    @Override
    public void onAdminReply(final long correlationId, final RejectCode code, final long value, final long allowed,
        final String text) {
        adminReplies.put(correlationId, new Refusal(code, value, allowed, text));
    }

    @Override
    public void onCapacity(final int modelId) {
        roomyModels.add(modelId);
    }

    @Override
    public void onPolicy(final PolicyDescription policy) {
        policyVersions.add(policy.policyVersion());
    }

    @Override
    public void close() {
        client.close();
    }

    /** Something a client sends; not positive: not now. */
    @FunctionalInterface
    interface Sending {
        long send();
    }

    /** What was decided. */
    record Decision(long correlationId, long requestId, int rankIndex, int generation, int matchedBlocks,
        RouteReason reason) {
    }

    /** What was refused; code NULL_VAL: it was accepted. */
    record Refusal(RejectCode code, long value, long allowed, String text) {
    }
}
