/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport.client;

import static io.pointsman.transport.client.ScriptedCoordinator.rank;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.exceptions.TimeoutException;
import io.pointsman.codecs.ControlKind;
import io.pointsman.codecs.Cost;
import io.pointsman.codecs.HashScheme;
import io.pointsman.codecs.HashesWanted;
import io.pointsman.codecs.RankState;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.RouteReason;
import io.pointsman.codecs.Signal;
import io.pointsman.transport.ModelDescription;
import io.pointsman.transport.ReplyProxy;
import io.pointsman.transport.RouteParameters;
import io.pointsman.transport.TransportContext;
import io.pointsman.transport.TransportDriver;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.CloseHelper;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client against a scripted coordinator, all on one thread, under a clock that the tests step. */
@Timeout(60)
class RouteClientTest {
    private static final long FRONTEND_ID = 77;
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final TransportContext transport =
        new TransportContext().aeronDirectoryName(CommonContext.generateRandomDirName()).frontends(2);
    private final RecordedAnswers answers = new RecordedAnswers();
    private final RouteParameters parameters = new RouteParameters();
    private TransportDriver driver;
    private Aeron aeron;
    private ScriptedCoordinator coordinator;
    private RouteClient client;
    private long nowNs = Long.MAX_VALUE - SECOND_NS;

    @BeforeEach
    void launch() {
        driver = TransportDriver.launch(transport.conclude());
        aeron = Aeron.connect(driver.clientContext());
        coordinator = new ScriptedCoordinator(aeron, transport, 100);
    }

    @AfterEach
    void close() {
        CloseHelper.closeAll(client, coordinator, aeron, driver);
    }

    private RouteClientContext context() {
        return new RouteClientContext().transport(transport).aeron(aeron).listener(answers).maxInFlight(64)
            .maxDeferred(4).url("http://gateway").frontendId(FRONTEND_ID).nanoClock(() -> nowNs);
    }

    private void connect(final RouteClientContext context) {
        client = RouteClient.launch(context);
        until(client::isConnected);
        answers.lines.clear();
    }

    private void connect() {
        connect(context());
    }

    private void step() {
        nowNs += TimeUnit.MILLISECONDS.toNanos(1);
        if (driver.doWork() + coordinator.doWork() + client.poll() == 0) {
            Thread.yield();
        }
    }

    private void until(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            // The time-out interrupts, which a loop must look for.
            assertThat(Thread.currentThread().isInterrupted()).as("timed out").isFalse();
            step();
        }
    }

    private void hear(final String... lines) {
        until(() -> coordinator.heard.size() >= lines.length);
        assertThat(coordinator.heard).containsExactly(lines);
        coordinator.heard.clear();
    }

    private void answered(final String... lines) {
        until(() -> answers.lines.size() >= lines.length);
        assertThat(answers.lines).containsExactly(lines);
        answers.lines.clear();
    }

    /** A request that was decided for. */
    private long routed(final int rankIndex, final int generation) {
        final long correlationId = client.route(parameters);
        until(() -> !coordinator.heard.isEmpty());
        coordinator.heard.clear();
        coordinator.decide(correlationId, rankIndex, generation);
        until(() -> !answers.lines.isEmpty());
        answers.lines.clear();
        return correlationId;
    }

    private void tellRank(final int rankIndex, final int generation, final String name) {
        coordinator.tell(0, rank(rankIndex, generation, name));
        answered("rank 0 " + rankIndex + "/" + generation + " " + name);
    }

    /** The coordinator ends, and another life begins on the same streams. */
    private void restart(final long epoch) {
        coordinator.close();
        coordinator = new ScriptedCoordinator(aeron, transport, epoch);
        until(() -> client.epoch() == epoch && client.isConnected());
        assertThat(answers.lines.subList(0, 2)).containsExactly("disconnected", "connected " + epoch);
        answers.lines.clear();
    }

    @Test
    void shouldConnectAndLearnModelsAndPolicy() {
        coordinator.models.add(new ModelDescription(4, "model", HashScheme.TOKENS, 64));
        coordinator.policy.policyVersion(7).hashesWanted(HashesWanted.FIRST).maxBlocks(50);
        client = RouteClient.launch(context());
        assertThat(client.state()).isEqualTo(ConnectionState.CONNECTING);
        assertThat(client.route(parameters)).isEqualTo(RouteClient.NOT_CONNECTED);
        until(client::isConnected);
        answered("connected 100", "policy 7 LONGEST_PREFIX");
        assertThat(client.epoch()).isEqualTo(100);
        assertThat(client.fleet().model("model")).isEqualTo(coordinator.models.get(0));
        assertThat(client.fleet().model("other")).isNull();
        assertThat(client.fleet().blocksToHash(9)).isEqualTo(1);
        coordinator.policy.hashesWanted(HashesWanted.ALL).policyVersion(8).signal(Signal.LOAD_BALANCED);
        coordinator.proxy.policyUpdate(coordinator.publication, coordinator.policy);
        answered("policy 8 LOAD_BALANCED");
        assertThat(client.fleet().blocksToHash(90)).isEqualTo(50);
    }

    @Test
    void shouldThrowReasonWhenRefusedOrUnanswered() {
        coordinator.refusal = RejectCode.TOO_MANY_FRONTENDS;
        final RouteClientContext refused = context().nanoClock(() -> nowNs++).connectRetryNs(1);
        refused.idleStrategy(new SteppingIdle());
        assertThatThrownBy(() -> RouteClient.connect(refused)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("TOO_MANY_FRONTENDS (value 1, allowed 2): because");
        coordinator.isSilent = true;
        final RouteClientContext silent = context().frontendId(FRONTEND_ID + 1).idleStrategy(new SteppingIdle());
        assertThatThrownBy(() -> RouteClient.connect(silent)).isInstanceOf(TimeoutException.class)
            .hasMessageContaining("no coordinator answered on aeron:ipc within 5000000000 ns");
    }

    /** Lets the rest of the world go on while a client waits. */
    private final class SteppingIdle implements IdleStrategy {
        @Override
        public void idle(final int workCount) {
            idle();
        }

        @Override
        public void idle() {
            nowNs += TimeUnit.MILLISECONDS.toNanos(1);
            driver.doWork();
            coordinator.doWork();
        }

        @Override
        public void reset() {
            // Has no state.
        }
    }

    @Test
    void shouldRouteAndFinishAndKeepItsOwnCounts() {
        connect();
        tellRank(2, 1, "a");
        final UnsafeBuffer hashes = new UnsafeBuffer(new byte[800]);
        final long first = client.route(parameters.hashes(hashes, 0, 100));
        final long second = client.route(parameters.reset());
        assertThat(first).isPositive();
        assertThat(second).isEqualTo(first + 1);
        hear("RouteRequest " + first + " retryOf 0 hashes 100", "RouteRequest " + second + " retryOf 0 hashes 0");
        assertThat(coordinator.lastPolicyVersion).isEqualTo(1);
        assertThat(client.await(second, 0)).isFalse();
        coordinator.decide(first, 2, 1);
        coordinator.proxy.routeReject(coordinator.publication, second, RejectCode.SATURATED, 5, 6);
        coordinator.proxy.capacityNotice(coordinator.publication, 1);
        answered("decision " + first + " " + (1_000 + first) + " 2/1 3 AFFINITY",
            "reject " + second + " SATURATED 5 6", "capacity 1");
        assertThat(client.await(first, 0)).isTrue();
        assertThat(client.await(second, 0)).isTrue();
        assertThat(client.inFlight()).isEqualTo(1);
        assertThat(client.inFlight(2)).isEqualTo(1);
        assertThat(client.firstToken(first)).isEqualTo(1);
        assertThat(client.finish(first, 17)).isEqualTo(1);
        assertThat(client.finish(first, 17)).isEqualTo(RouteClient.UNKNOWN_REQUEST);
        assertThat(client.abort(second)).isEqualTo(RouteClient.UNKNOWN_REQUEST);
        assertThat(client.firstToken(second)).isEqualTo(RouteClient.UNKNOWN_REQUEST);
        hear("FirstToken " + first, "Finished " + first + " 17");
        assertThat(client.inFlight()).isZero();
        assertThat(client.inFlight(2)).isZero();
    }

    @Test
    void shouldAwaitAnswerWithinItsTime() {
        connect(context().nanoClock(() -> {
            // Whenever the client looks at its clock, the world goes on.
            driver.doWork();
            coordinator.doWork();
            return nowNs += 1_000;
        }));
        coordinator.decidesAtOnce = true;
        final long correlationId = client.route(parameters);
        assertThat(client.await(correlationId, SECOND_NS)).isTrue();
        assertThat(answers.lines).hasSize(1);
        coordinator.decidesAtOnce = false;
        final long unanswered = client.route(parameters);
        assertThat(client.await(unanswered, 50_000)).isFalse();
    }

    @Test
    void shouldReleaseEarlierReservationWhenRetried() {
        connect();
        tellRank(0, 1, "a");
        final long first = routed(0, 1);
        final long second = client.route(parameters.retryOf(first).exclude(0, 1));
        hear("RouteRequest " + second + " retryOf " + first + " hashes 0");
        assertThat(client.inFlight(0)).isZero();
        assertThat(client.inFlight()).isEqualTo(1);
        assertThat(client.finish(first, 1)).isEqualTo(RouteClient.UNKNOWN_REQUEST);
    }

    @Test
    void shouldVoidLateDecisionWhenReassigned() {
        connect();
        tellRank(0, 1, "a");
        tellRank(1, 1, "b");
        final long correlationId = client.route(parameters);
        assertThat(client.reassign(correlationId, 1, 1)).isEqualTo(1);
        assertThat(client.inFlight(1)).isEqualTo(1);
        hear("RouteRequest " + correlationId + " retryOf 0 hashes 0", "Reassigned " + correlationId + " 1/1");
        coordinator.decide(correlationId, 0, 1);
        coordinator.proxy.routeReject(coordinator.publication, correlationId, RejectCode.NO_RANK, 0, 0);
        until(() -> client.counters().voidDecisions() == 2);
        assertThat(answers.lines).isEmpty();
        assertThat(client.inFlight(0)).isZero();
        assertThat(client.abort(correlationId)).isEqualTo(1);
        assertThat(client.inFlight(1)).isZero();
        coordinator.decide(correlationId, 0, 1);
        until(() -> client.counters().unknownDecisions() == 1);
        assertThat(client.reassign(correlationId, 1, 1)).isEqualTo(RouteClient.UNKNOWN_REQUEST);
    }

    @Test
    void shouldAssignWithoutAskingAndTellIt() {
        connect();
        tellRank(1, 1, "b");
        final long correlationId = client.assign(1, 1);
        hear("Reassigned " + correlationId + " 1/1");
        assertThat(client.inFlight(1)).isEqualTo(1);
    }

    @Test
    void shouldBoundRequestsInFlightAndBlocks() {
        coordinator.policy.maxBlocks(10);
        connect(context().maxInFlight(2));
        assertThat(client.route(parameters)).isPositive();
        assertThat(client.assign(0, 1)).isPositive();
        assertThat(client.route(parameters)).isEqualTo(RouteClient.TOO_MANY_IN_FLIGHT);
        assertThat(client.assign(0, 1)).isEqualTo(RouteClient.TOO_MANY_IN_FLIGHT);
        client.abort(1);
        assertThat(client.route(parameters.hashes(new UnsafeBuffer(new byte[88]), 0, 11)))
            .isEqualTo(RouteClient.TOO_MANY_BLOCKS);
    }

    @Test
    void shouldCountOnlyCurrentLifeOfRank() {
        connect();
        tellRank(0, 1, "a");
        final long old = routed(0, 1);
        tellRank(0, 2, "a");
        assertThat(client.inFlight(0)).isZero();
        final long fresh = routed(0, 2);
        client.finish(old, 1);
        assertThat(client.inFlight(0)).isEqualTo(1);
        coordinator.tell(0, rank(0, 2, "a").state(RankState.REMOVED));
        until(() -> client.fleet().rank(0).state() == RankState.REMOVED);
        client.finish(fresh, 1);
        assertThat(client.inFlight(0)).isZero();
        assertThat(client.fleet().rankLimit()).isEqualTo(1);
        assertThat(client.fleet().rank(5)).isNull();
        assertThat(client.inFlight(5)).isZero();
    }

    @Test
    void shouldCountDecisionThatComesBeforeItsRank() {
        connect();
        final long correlationId = routed(3, 1);
        assertThat(client.inFlight(3)).isZero();
        tellRank(3, 1, "d");
        assertThat(client.inFlight(3)).isEqualTo(1);
        client.finish(correlationId, 0);
        assertThat(client.inFlight(3)).isZero();
    }

    @Test
    void shouldIgnoreRepliesOfAnotherEpoch() {
        connect();
        final long correlationId = client.route(parameters);
        final ReplyProxy other = new ReplyProxy(99);
        other.routeDecision(coordinator.publication, correlationId, 1, 0, 1, 0, RouteReason.LOAD);
        other.routeReject(coordinator.publication, correlationId, RejectCode.NO_RANK, 0, 0);
        other.rankUpdate(coordinator.publication, 0, rank(0, 1, "a"));
        other.connectAck(coordinator.publication, 5, 0, coordinator.policy, coordinator.models);
        until(() -> client.counters().otherEpochReplies() == 4);
        assertThat(answers.lines).isEmpty();
        assertThat(client.fleet().rankLimit()).isZero();
        assertThat(client.epoch()).isEqualTo(100);
    }

    @Test
    void shouldRegisterRanksAndPassOnTheRest() {
        connect();
        final long registration = client.registerRank(rank(0, 0, "http://a"));
        final long refused = client.registerRank(rank(0, 0, "http://b"));
        client.rankHealth(0, 1, false);
        client.acknowledgeControl(6);
        hear("RegisterRank " + registration + " http://a", "RegisterRank " + refused + " http://b",
            "RankHealth 0/1 FALSE", "ControlAcknowledgement 6");
        coordinator.tell(registration, rank(0, 1, "http://a"));
        coordinator.proxy.requestRefused(
            coordinator.publication, refused, RejectCode.BLOCK_SIZE_MISMATCH, 1, 2, "block size");
        coordinator.proxy.controlBroadcast(coordinator.publication, 6, ControlKind.PAUSE, 3);
        answered("rank " + registration + " 0/1 http://a", "registration " + refused
            + " BLOCK_SIZE_MISMATCH block size", "control 6 PAUSE 3");
        assertThat(client.fleet().model("m").blockSize()).isEqualTo(256);
    }

    @Test
    void shouldAdministerWhenItConnectedAsAdministrator() {
        connect(context().isAdministrator(true));
        until(() -> client.administrator().removeRank(3, 2) > 0);
        client.administrator().invalidate(1, 2);
        client.administrator().invalidateAll();
        client.administrator().changePolicy(Signal.LOAD_BALANCED, Cost.RELATIVE_LOAD_WEIGHTED, 1.0, 0.5);
        client.administrator().controlSignal(ControlKind.RESUME, 0);
        hear("RemoveRank 1 100", "Invalidate 2 1/2", "Invalidate 3 -2/0", "ChangePolicy 4 LOAD_BALANCED",
            "ControlSignal 5 RESUME");
        coordinator.proxy.adminReply(coordinator.publication, 1, RejectCode.NULL_VAL, 0, 0, "");
        coordinator.proxy.adminReply(coordinator.publication, 2, RejectCode.UNKNOWN_RANK, 1, 0, "rank 1");
        answered("admin 1 NULL_VAL ", "admin 2 UNKNOWN_RANK rank 1");
    }

    @Test
    void shouldRefuseToAdministerWhenItIsNoAdministrator() {
        connect();
        assertThatThrownBy(() -> client.administrator()).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("isAdministrator=false");
    }

    @Test
    void shouldReportWhenAsked() {
        connect();
        tellRank(0, 1, "a");
        final long decided = routed(0, 1);
        final long asked = client.route(parameters);
        client.reportInFlight();
        hear("RouteRequest " + asked + " retryOf 0 hashes 0",
            "InFlightReport 100 TRUE [" + decided + "@0/1, " + asked + "@-2/0]");
        assertThat(client.counters().reports()).isEqualTo(1);
    }

    @Test
    void shouldReportRequestsUnderNewNumbersWhenCoordinatorIsBack() {
        connect();
        tellRank(0, 5, "a");
        tellRank(1, 1, "b");
        final long onA = routed(0, 5);
        final long onB = routed(1, 1);
        final long ended = routed(1, 1);
        restart(200);
        assertThat(client.inFlight()).isEqualTo(3);
        assertThat(client.inFlight(0) + client.inFlight(1)).isZero();
        assertThat(client.finish(ended, 3)).isEqualTo(1);
        tellRank(0, 1, "b");
        assertThat(coordinator.heard).isEmpty();
        tellRank(1, 1, "a");
        hear("InFlightReport 200 TRUE [" + onA + "@1/1, " + onB + "@0/1]");
        assertThat(client.inFlight(0)).isEqualTo(1);
        assertThat(client.inFlight(1)).isEqualTo(1);
        client.finish(onA, 9);
        hear("Finished " + onA + " 9");
    }

    @Test
    void shouldReportTwiceWhenRankComesBackLate() {
        connect();
        tellRank(0, 5, "a");
        final long onA = routed(0, 5);
        restart(200);
        hear("InFlightReport 200 TRUE [" + onA + "@-2/0]");
        tellRank(3, 1, "a");
        hear("InFlightReport 200 TRUE [" + onA + "@3/1]");
        restart(300);
        tellRank(2, 1, "a");
        hear("InFlightReport 300 TRUE [" + onA + "@2/1]");
    }

    @Test
    void shouldReportEmptyWhenNothingIsInFlightAfterReconnection() {
        connect();
        restart(200);
        hear("InFlightReport 200 TRUE []");
    }

    @Test
    void shouldSendFromListenerWhenConnected() {
        connect();
        answers.whenConnected = () -> client.registerRank(rank(0, 0, "again"));
        restart(200);
        hear("RegisterRank 1 again", "InFlightReport 200 TRUE []");
    }

    @Test
    void shouldNoticeSuccessorBySilenceWhenStreamStaysConnected() {
        connect();
        final ScriptedCoordinator old = coordinator;
        coordinator = new ScriptedCoordinator(aeron, transport, 101);
        until(() -> client.epoch() == 101);
        assertThat(answers.lines).startsWith("disconnected", "connected 101");
        old.proxy.connectAck(old.publication, FRONTEND_ID, 0, old.policy, old.models);
        until(() -> client.counters().otherEpochReplies() > 0 || client.epoch() != 101);
        assertThat(client.epoch()).isEqualTo(101);
        old.close();
    }

    @Test
    void shouldDisconnectWhenCoordinatorIsSilentTooLong() {
        connect();
        final long beginNs = nowNs;
        coordinator.isSilent = true;
        until(() -> !client.isConnected());
        assertThat(nowNs - beginNs).isBetween(5 * SECOND_NS - SECOND_NS / 10, 5 * SECOND_NS + SECOND_NS / 10);
        assertThat(client.route(parameters)).isEqualTo(RouteClient.NOT_CONNECTED);
        coordinator.isSilent = false;
        until(client::isConnected);
        hear("InFlightReport 100 TRUE []");
    }

    @Test
    void shouldStayConnectedWhenIdleCoordinatorAnswersKeepAlive() {
        connect();
        final long endNs = nowNs + 20 * SECOND_NS;
        until(() -> nowNs - endNs >= 0);
        assertThat(client.isConnected()).isTrue();
        assertThat(answers.lines).isEmpty();
        assertThat(coordinator.connects).isBetween(15, 25);
    }

    @Test
    void shouldTakeOverPolicyFromKeepAliveWhenItMissedTheChange() {
        connect();
        coordinator.policy.policyVersion(2);
        answered("policy 2 LONGEST_PREFIX");
    }

    @Test
    void shouldCloseByTellingCoordinator() {
        connect();
        client.close();
        until(() -> driver.doWork() + coordinator.doWork() >= 0 && !coordinator.heard.isEmpty());
        assertThat(coordinator.heard).containsExactly("Close");
        assertThat(client.state()).isEqualTo(ConnectionState.CLOSED);
        assertThat(client.route(parameters)).isEqualTo(RouteClient.CLOSED);
    }
}
