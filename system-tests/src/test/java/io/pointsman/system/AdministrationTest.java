/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.pointsman.codecs.ControlKind;
import io.pointsman.codecs.Cost;
import io.pointsman.codecs.HashesWanted;
import io.pointsman.codecs.RejectCode;
import io.pointsman.codecs.Signal;
import io.pointsman.coordinator.router.RouterCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an administrator may do on the stream of its own, and admission. */
class AdministrationTest {
    private TestCoordinator coordinator;
    private TestFrontend administrator;
    private TestFrontend frontend;

    @BeforeEach
    void start() {
        start("admission", "reject", "max-requests", "2");
    }

    private void start(final String... options) {
        coordinator = TestCoordinator.launch(options);
        administrator = new TestFrontend(TestFrontend.context(coordinator).isAdministrator(true));
        frontend = TestFrontend.connect(coordinator);
        frontend.registerRanks(2);
        Prompts.set(frontend.parameters, 1, 8);
    }

    @AfterEach
    void end() {
        frontend.close();
        administrator.close();
        coordinator.assertSettled();
        coordinator.close();
    }

    @Test
    void shouldForgetARemovedRanksBlocksAndLoad() {
        final TestFrontend.Decision first = frontend.decide();
        Await.until("ranks known", () -> administrator.poll() && administrator.client().fleet().rankLimit() == 2);

        assertThat(administrator.administer(() -> administrator.client().administrator()
            .removeRank(first.rankIndex(), first.generation())).code()).isEqualTo(RejectCode.NULL_VAL);

        coordinator.awaitCounter(RouterCounter.IN_FLIGHT, 0);
        final TestFrontend.Decision second = frontend.decide();
        assertThat(second.rankIndex()).isNotEqualTo(first.rankIndex());
        assertThat(second.matchedBlocks()).isZero();
        assertThat(administrator.administer(() -> administrator.client().administrator()
            .removeRank(first.rankIndex(), first.generation())).code()).isIn(RejectCode.UNKNOWN_RANK,
            RejectCode.STALE_GENERATION);
        frontend.finishAll();
        coordinator.awaitCounter(RouterCounter.LATE_FINISHES, 1);
    }

    @Test
    void shouldForgetBlocksButNotLoadsWhenInvalidated() {
        frontend.decide();
        frontend.finishAll();
        assertThat(frontend.decide().matchedBlocks()).isEqualTo(8);

        assertThat(administrator.administer(() -> administrator.client().administrator().invalidateAll()).code())
            .isEqualTo(RejectCode.NULL_VAL);

        coordinator.awaitCounter(RouterCounter.IN_FLIGHT, 1);
        assertThat(frontend.decide().matchedBlocks()).isZero();
        frontend.finishAll();
    }

    @Test
    void shouldTellEveryFrontendOfANewPolicyAndCountStaleHashesAsNone() {
        final int version = frontend.client().fleet().policy().policyVersion();

        assertThat(administrator.administer(() -> administrator.client().administrator()
            .changePolicy(Signal.LOAD_BALANCED, Cost.RELATIVE_LOAD_WEIGHTED, 1.0, 0.5)).code())
            .isEqualTo(RejectCode.NULL_VAL);

        Await.until("both know", () -> frontend.poll() && administrator.poll() &&
            frontend.client().fleet().policy().policyVersion() > version &&
            administrator.client().fleet().policy().policyVersion() > version);
        assertThat(frontend.client().fleet().policy().hashesWanted()).isEqualTo(HashesWanted.NONE);
        frontend.parameters.policyVersion(version);
        assertThat(frontend.decide().matchedBlocks()).isZero();
        frontend.finishAll();
    }

    @Test
    void shouldRefuseABadPolicyAndControlSignalsByName() {
        assertThat(administrator.administer(() -> administrator.client().administrator()
            .changePolicy(Signal.LONGEST_PREFIX, Cost.FREE_CAPACITY_WEIGHTED, 1.0, 1.5))).satisfies((refusal) -> {
                assertThat(refusal.code()).isEqualTo(RejectCode.BAD_FIELD);
                assertThat(refusal.text()).contains("1.5");
            });
        assertThat(administrator.administer(() -> administrator.client().administrator()
            .controlSignal(ControlKind.PAUSE, 0)).code()).isEqualTo(RejectCode.UNSUPPORTED);
    }

    @Test
    void shouldRejectWhenSaturatedAndGiveNoticeWhenThereIsRoom() {
        for (int i = 0; i < 4; i++) {
            frontend.decide();
        }
        assertThat(frontend.rejected(frontend.parameters).code()).isEqualTo(RejectCode.SATURATED);
        assertThat(frontend.roomyModels).isEmpty();

        frontend.finishAll();

        Await.until("a notice", () -> frontend.poll() && !frontend.roomyModels.isEmpty());
        assertThat(frontend.roomyModels).containsOnly(frontend.parameters.modelId());
        assertThat(administrator.roomyModels).isEmpty();
        frontend.decide();
        frontend.finishAll();
    }
}
