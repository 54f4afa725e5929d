/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.ExclusivePublication;
import io.pointsman.codecs.RejectCode;
import io.pointsman.coordinator.host.HostCounter;
import io.pointsman.coordinator.router.RouterCounter;
import io.pointsman.transport.AdminProxy;
import io.pointsman.transport.Streams;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Well-formed messages that make no sense: each rejected or ignored as documented, counted, nothing left in flight. */
class OddMessageTest {
    private TestCoordinator coordinator;
    private RawFrontend frontend;

    @BeforeEach
    void launch() {
        coordinator = TestCoordinator.launch("max-in-flight", "4", "max-ranks", "2", "max-models", "2",
            "max-frontends", "2", "max-excluded", "2");
        frontend = RawFrontend.connect(coordinator, 1_234);
        frontend.register(TestFrontend.rank("http://a", 1));
    }

    @AfterEach
    void close() {
        frontend.close();
        coordinator.awaitCounter(RouterCounter.FRONTENDS, 0);
        coordinator.assertSettled();
        coordinator.close();
    }

    private RejectCode rejected(final long correlationId) {
        final int before = frontend.heard.rejects.size();
        frontend.route(correlationId);
        return frontend.nextReject(before).code();
    }

    @Test
    void shouldCountOneFinishOnlyAndOnlyFromTheFrontendThatAsked() {
        final RawFrontend other = RawFrontend.connect(coordinator, 5_678);
        frontend.decide(1);
        other.finish(1);
        coordinator.awaitCounter(RouterCounter.UNKNOWN_REQUESTS, 1);
        coordinator.awaitCounter(RouterCounter.IN_FLIGHT, 1);
        frontend.finish(1);
        frontend.finish(1);
        frontend.finish(77);
        coordinator.awaitCounter(RouterCounter.UNKNOWN_REQUESTS, 3);
        coordinator.awaitCounter(RouterCounter.FINISHED, 1);
        coordinator.awaitCounter(RouterCounter.IN_FLIGHT, 0);
        other.close();
    }

    @Test
    void shouldIgnoreAForeignEpochUnlessTheRequestWasAdopted() {
        final long epoch = frontend.heard.epoch;
        frontend.decide(1);
        frontend.report(1, 0, 1, 2, 0, 1);
        coordinator.awaitCounter(RouterCounter.ADOPTED, 1);
        frontend.proxy.epoch(epoch - 1);
        frontend.finish(1);
        frontend.route(3);
        frontend.finish(2);
        coordinator.awaitCounter(RouterCounter.FINISHED, 1);
        coordinator.awaitCounter(RouterCounter.WRONG_EPOCH, 1);
        coordinator.awaitCounter(HostCounter.OTHER_EPOCH, 1);
        coordinator.awaitCounter(RouterCounter.IN_FLIGHT, 1);
        frontend.finish(2);
        coordinator.awaitCounter(RouterCounter.UNKNOWN_REQUESTS, 1);
        frontend.proxy.epoch(epoch);
        frontend.finish(1);
        coordinator.awaitCounter(RouterCounter.IN_FLIGHT, 0);
    }

    @Test
    void shouldAcknowledgeASecondConnectAndKeepEverything() {
        frontend.decide(1);
        frontend.connect();
        coordinator.awaitCounter(HostCounter.REPEATED_CONNECTS, 1);
        coordinator.awaitCounter(RouterCounter.FRONTENDS, 1);
        frontend.finish(1);
        coordinator.awaitCounter(RouterCounter.FINISHED, 1);
    }

    @Test
    void shouldAnswerARepeatedRequestWithTheSameDecision() {
        final RawReplies.Answer first = frontend.decide(1);
        assertThat(frontend.decide(1)).isEqualTo(first);
        coordinator.awaitCounter(RouterCounter.DUPLICATES, 1);
        frontend.finish(1);
        coordinator.awaitCounter(RouterCounter.IN_FLIGHT, 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRefuseAHashThatIsNotPositive(final long hash) {
        final UnsafeBuffer hashes = Prompts.hashes(1, 5);
        hashes.putLong(3 * Long.BYTES, hash, LITTLE_ENDIAN);
        frontend.parameters.hashes(hashes, 0, 5);
        final int before = frontend.heard.rejects.size();
        frontend.route(1);
        assertThat(frontend.nextReject(before)).isEqualTo(
            new RawReplies.Answer(1, RejectCode.BAD_HASH, 3, hash, 0, 0));
        assertThat(rejected(-5)).isEqualTo(RejectCode.BAD_CORRELATION_ID);
    }

    @Test
    void shouldEndLearningAtARepeatedHashAndCountIt() {
        final UnsafeBuffer hashes = Prompts.hashes(1, 40);
        hashes.putLong(30 * Long.BYTES, Prompts.hash(1, 20), LITTLE_ENDIAN);
        frontend.parameters.hashes(hashes, 0, 40);
        frontend.decide(1);
        frontend.finish(1);
        coordinator.awaitCounter(RouterCounter.REPEATED_HASHES, 1);
        assertThat(frontend.decide(2).matchedBlocks()).isEqualTo(30);
        frontend.finish(2);
    }

    @Test
    void shouldRejectWhatIsOverTheBoundAndTakeWhatIsAtIt() {
        for (int i = 1; i <= 4; i++) {
            frontend.decide(i);
        }
        assertThat(rejected(5)).isEqualTo(RejectCode.TOO_MANY_IN_FLIGHT);
        frontend.finish(1);
        frontend.decide(6);
        for (final long id : new long[]{2, 3, 4, 6}) {
            frontend.finish(id);
        }
        frontend.parameters.exclude(1, 1).exclude(1, 2);
        frontend.decide(7);
        frontend.finish(7);
        frontend.parameters.exclude(1, 3);
        assertThat(rejected(8)).isEqualTo(RejectCode.TOO_MANY_EXCLUDED);
        frontend.parameters.clearExcluded().modelId(1);
        assertThat(rejected(9)).isEqualTo(RejectCode.UNKNOWN_MODEL);
    }

    @Test
    void shouldRefuseOneRankModelOrFrontendTooManyByName() {
        frontend.register(TestFrontend.rank("http://b", 1).modelName("other"));
        frontend.register(TestFrontend.rank("http://c", 1));
        assertThat(frontend.heard.registrations.get(frontend.heard.registrations.size() - 1).code())
            .isEqualTo(RejectCode.TOO_MANY_RANKS);
        final RawFrontend second = RawFrontend.connect(coordinator, 2);
        final RawFrontend third = new RawFrontend(coordinator, 3);
        third.send(() -> third.proxy.connect(third.ingress, Streams.reply(3), false,
            TestCoordinator.IPC, ""));
        Await.until("a refusal", () -> third.poll() && !third.heard.connectsRefused.isEmpty());
        assertThat(third.heard.connectsRefused.get(0).code()).isEqualTo(RejectCode.TOO_MANY_FRONTENDS);
        second.close();
        coordinator.awaitCounter(RouterCounter.FRONTENDS, 1);
        third.connect();
        third.close();
    }

    @ParameterizedTest
    @CsvSource({"aeron:tcp?endpoint=localhost:1", "nonsense", "''"})
    void shouldCountAConnectWhoseReplyChannelCannotBe(final String channel) {
        final RawFrontend other = new RawFrontend(coordinator, 9);
        other.send(() -> other.proxy.connect(other.ingress, 99, false, channel, ""));
        coordinator.awaitCounter("rejects, bad reply channel", 1);
        coordinator.awaitCounter(RouterCounter.FRONTENDS, 1);
        other.close();
    }

    @Test
    void shouldRefuseAReplyStreamThatAnotherFrontendHas() {
        final RawFrontend other = new RawFrontend(coordinator, 9);
        other.send(() -> other.proxy.connect(other.ingress, Streams.reply(1_234), false,
            TestCoordinator.IPC, ""));
        coordinator.awaitCounter("rejects, reply stream in use", 1);
        coordinator.awaitCounter(RouterCounter.FRONTENDS, 1);
        frontend.decide(1);
        frontend.finish(1);
        other.close();
    }

    @Test
    void shouldCountWhatNamesAnUnknownRank() {
        frontend.send(() -> frontend.proxy.rankHealth(frontend.ingress, 7, 1, false));
        coordinator.awaitCounter("rejects, unknown rank", 1);
        frontend.send(() -> frontend.proxy.rankHealth(frontend.ingress, 0, 9, false));
        coordinator.awaitCounter("rejects, stale generation", 1);
        frontend.send(() -> frontend.proxy.reassigned(frontend.ingress, 5, 7, 1));
        coordinator.awaitCounter(RouterCounter.STALE_RANKS, 1);
        frontend.decide(6);
        frontend.finish(6);
    }

    @Test
    void shouldRefuseAnAdministratorsMessageFromOneWhoDidNotAskForTheRole() {
        final AdminProxy proxy = new AdminProxy(1_234).epoch(frontend.heard.epoch);
        try (ExclusivePublication admin = coordinator.aeron().addExclusivePublication(
            coordinator.transport().channels().publication(), Streams.ADMIN)) {
            frontend.send(() -> proxy.removeRank(admin, 1, 0, 1));
            Await.until("an answer", () -> frontend.poll() && !frontend.heard.adminReplies.isEmpty());
        }
        assertThat(frontend.heard.adminReplies.get(0).code()).isEqualTo(RejectCode.NOT_ADMINISTRATOR);
        frontend.decide(1);
        frontend.finish(1);
    }
}
