/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.rank;

import io.pointsman.codecs.HashScheme;
import io.pointsman.codecs.RankState;
import io.pointsman.codecs.RejectCode;
import io.pointsman.coordinator.control.ControlOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class RankRegistryTest {
    private static final int MAX_RANKS = 5;

    private final List<String> events = new ArrayList<>();
    private final ControlOutcome outcome = new ControlOutcome();
    private RankRegistry ranks = registry(0, false);

    private RankRegistry registry(final int dataParallelSize, final boolean deterministicMode) {
        return new RankRegistry(
            new RankBounds(MAX_RANKS, 2, 130, 256, 64, dataParallelSize, deterministicMode), new RankListener() {
                @Override
                public void onRankLife(final int rankIndex, final int generation, final int cacheVersion) {
                    events.add("life " + rankIndex + " " + generation + " " + cacheVersion);
                }

                @Override
                public void onLoadForgotten(final int rankIndex, final int load) {
                    events.add("forgotten " + rankIndex + " " + load);
                }

                @Override
                public void onRoom(final int modelId) {
                    events.add("room " + modelId);
                }
            });
    }

    private static RankRegistration registration(final String name, final long instanceId) {
        return new RankRegistration(name, 0, instanceId, "model", HashScheme.BYTES, 256, 0);
    }

    private int register(final String name, final long instanceId) {
        ranks.register(registration(name, instanceId), outcome);
        return outcome.index();
    }

    private void register(final RankRegistration registration) {
        ranks.register(registration, outcome);
    }

    private void assertRefused(final RejectCode code, final long value, final long allowed) {
        assertThat(outcome.accepted()).isFalse();
        assertThat(outcome.code()).isEqualTo(code);
        assertThat(outcome.value()).isEqualTo(value);
        assertThat(outcome.allowed()).isEqualTo(allowed);
        assertThat(outcome.text()).contains(Long.toString(value));
        assertThat(outcome.index()).isEqualTo(-1);
        assertThat(outcome.changed()).isFalse();
    }

    private List<String> eligibleNames() {
        final ModelRanks model = ranks.model(0);
        final List<String> names = new ArrayList<>();
        for (int i = 0; i < model.eligibleCount(); i++) {
            names.add(ranks.rank(model.rankAt(i)).name());
            assertThat(model.position(model.rankAt(i))).isEqualTo(i);
        }
        return names;
    }

    @Test
    void shouldHaveFourRanksWhenThirtyTwoFrontendsRegisterTheSameFour() {
        for (int frontend = 0; frontend < 32; frontend++) {
            for (int i = 0; i < 4; i++) {
                assertThat(register("rank-" + i, 100 + i)).isEqualTo(i);
                assertThat(outcome.generation()).isEqualTo(1);
                assertThat(outcome.changed()).isEqualTo(frontend == 0);
                ranks.reserve(i);
            }
        }
        assertThat(ranks.registeredCount()).isEqualTo(4);
        for (int i = 0; i < 4; i++) {
            assertThat(ranks.load(i)).isEqualTo(32);
        }
        assertThat(ranks.model(0).loadSum()).isEqualTo(128);
    }

    @Test
    void shouldBeginAGenerationWhenANewInstanceRegisters() {
        register("a", 1);
        ranks.reserve(0);
        ranks.chosen(0, 9);
        events.clear();
        assertThat(register("a", 2)).isZero();
        assertThat(outcome.generation()).isEqualTo(2);
        assertThat(outcome.changed()).isTrue();
        assertThat(ranks.load(0)).isZero();
        assertThat(ranks.model(0).loadSum()).isZero();
        assertThat(ranks.model(0).lastChosenAt(0)).isZero();
        assertThat(ranks.registeredCount()).isEqualTo(1);
        assertThat(ranks.isCurrent(0, 1)).isFalse();
        assertThat(ranks.isCurrent(0, 2)).isTrue();
        assertThat(events).contains("forgotten 0 1", "life 0 2 2");
    }

    @Test
    void shouldChangeNothingWhenTheReplacedInstanceIsRegisteredLate() {
        register("a", 1);
        register("a", 2);
        assertThat(register("a", 1)).isZero();
        assertThat(outcome.accepted()).isTrue();
        assertThat(outcome.changed()).isFalse();
        assertThat(outcome.generation()).isEqualTo(2);
        assertThat(ranks.rank(0).instanceId()).isEqualTo(2);
    }

    @Test
    void shouldBeginAGenerationWhenARankReturnsAfterRemoval() {
        register("a", 1);
        register("b", 1);
        ranks.reserve(0);
        ranks.remove(0, 1, outcome);
        assertThat(outcome.accepted()).isTrue();
        assertThat(ranks.registeredCount()).isEqualTo(1);
        assertThat(ranks.rank(0).state()).isEqualTo(RankState.REMOVED);
        assertThat(ranks.isCurrent(0, 1)).isFalse();
        assertThat(eligibleNames()).containsExactly("b");
        assertThat(events).contains("forgotten 0 1", "life 0 0 2");
        assertThat(register("a", 1)).isZero();
        assertThat(outcome.generation()).isEqualTo(2);
        assertThat(ranks.load(0)).isZero();
        assertThat(eligibleNames()).containsExactly("a", "b");
    }

    @Test
    void shouldReuseTheIndexRemovedLongestAgoOnlyWhenFull() {
        for (int i = 0; i < MAX_RANKS; i++) {
            register("rank-" + i, 1);
        }
        register("one-more", 1);
        assertRefused(RejectCode.TOO_MANY_RANKS, MAX_RANKS, MAX_RANKS);
        ranks.remove(3, 1, outcome);
        ranks.remove(1, 1, outcome);
        assertThat(register("one-more", 1)).isEqualTo(3);
        assertThat(outcome.generation()).isEqualTo(2);
        assertThat(register("rank-3", 1)).isEqualTo(1);
        assertThat(outcome.generation()).isEqualTo(2);
        register("rank-1", 1);
        assertRefused(RejectCode.TOO_MANY_RANKS, MAX_RANKS, MAX_RANKS);
    }

    @Test
    void shouldTellRanksApartWhenTheyShareAnUrl() {
        for (int i = 0; i < 3; i++) {
            register(new RankRegistration("url", i, 1, "model", HashScheme.BYTES, 256, 7 + i));
            assertThat(outcome.index()).isEqualTo(i);
            assertThat(ranks.rank(i).dataParallelRank()).isEqualTo(i);
            assertThat(ranks.rank(i).maxRequests()).isEqualTo(7 + i);
        }
    }

    @Test
    void shouldRefuseWhenTheModelsRanksHashDifferently() {
        register("a", 1);
        register(new RankRegistration("b", 0, 1, "model", HashScheme.TOKENS, 256, 0));
        assertThat(outcome.code()).isEqualTo(RejectCode.SCHEME_MISMATCH);
        assertThat(outcome.value()).isEqualTo(HashScheme.TOKENS.value());
        assertThat(outcome.allowed()).isEqualTo(HashScheme.BYTES.value());
        register(new RankRegistration("b", 0, 1, "model", HashScheme.BYTES, 255, 0));
        assertRefused(RejectCode.BLOCK_SIZE_MISMATCH, 255, 256);
        register(new RankRegistration("a", 0, 1, "model", HashScheme.BYTES, 255, 0));
        assertRefused(RejectCode.BLOCK_SIZE_MISMATCH, 255, 256);
        assertThat(ranks.registeredCount()).isEqualTo(1);
        assertThat(ranks.schemeVersion()).isZero();
    }

    @Test
    void shouldTakeAnotherBlockSizeWhenTheOnlyRankRestarts() {
        register("a", 1);
        register(new RankRegistration("a", 0, 2, "model", HashScheme.TOKENS, 64, 0));
        assertThat(outcome.generation()).isEqualTo(2);
        assertThat(ranks.model(0).blockSize()).isEqualTo(64);
        assertThat(ranks.model(0).hashScheme()).isEqualTo(HashScheme.TOKENS);
        assertThat(ranks.schemeVersion()).isEqualTo(1);
    }

    @Test
    void shouldRefuseARestartWithAnotherBlockSizeWhenOthersServeTheModel() {
        register("a", 1);
        register("b", 1);
        register(new RankRegistration("a", 0, 2, "model", HashScheme.BYTES, 64, 0));
        assertRefused(RejectCode.BLOCK_SIZE_MISMATCH, 64, 256);
        assertThat(ranks.isCurrent(0, 1)).isTrue();
    }

    @Test
    void shouldRefuseAModelTooMany() {
        register(new RankRegistration("a", 0, 1, "one", HashScheme.BYTES, 256, 0));
        register(new RankRegistration("b", 0, 1, "two", HashScheme.TOKENS, 0, 0));
        assertThat(outcome.accepted()).isTrue();
        assertThat(ranks.model(1).blockSize()).isEqualTo(64);
        register(new RankRegistration("c", 0, 1, "three", HashScheme.BYTES, 256, 0));
        assertThat(outcome.code()).isEqualTo(RejectCode.TOO_MANY_MODELS);
        assertThat(ranks.modelCount()).isEqualTo(2);
        assertThat(ranks.rankCount()).isEqualTo(2);
    }

    @Test
    void shouldMoveARankWhenItsNewInstanceServesAnotherModel() {
        register("a", 1);
        register(new RankRegistration("a", 0, 2, "other", HashScheme.TOKENS, 16, 0));
        assertThat(outcome.accepted()).isTrue();
        assertThat(ranks.model(0).eligibleCount()).isZero();
        assertThat(ranks.model(0).registeredCount()).isZero();
        assertThat(ranks.model(1).eligibleCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "name length, 1, 1024", "model name length, 1, 256", "dp rank, 0, 65535", "bytes, 1, 65536",
        "tokens, 0, 65536", "max requests, 0, 1048576"
    })
    void shouldTakeFieldsWithinTheirBoundsOnly(final String field, final long least, final long most) {
        for (final long value : new long[]{least, most}) {
            ranks = registry(0, false);
            register(with(field, value));
            assertThat(outcome.accepted()).as("%s %d", field, value).isTrue();
        }
        ranks = registry(0, false);
        for (final long value : new long[]{least - 1, most + 1, Long.MIN_VALUE, 0xFFFF_FFFFL}) {
            if (!field.contains("length") || value >= 0 && value < 0xFFFF) {
                register(with(field, value));
                assertThat(outcome.code()).as("%s %d", field, value).isEqualTo(RejectCode.BAD_FIELD);
                assertThat(outcome.text()).contains(Long.toString(value));
            }
        }
        assertThat(ranks.registeredCount()).isZero();
        assertThat(ranks.modelCount()).isZero();
    }

    private static RankRegistration with(final String field, final long value) {
        return new RankRegistration(
            "name length".equals(field) ? "n".repeat((int)value) : "name",
            "dp rank".equals(field) ? value : 0,
            1,
            "model name length".equals(field) ? "m".repeat((int)value) : "model",
            "tokens".equals(field) ? HashScheme.TOKENS : HashScheme.BYTES,
            "bytes".equals(field) || "tokens".equals(field) ? value : 256,
            "max requests".equals(field) ? value : 0);
    }

    @Test
    void shouldCountTheBytesOfANameWhenItIsNotAscii() {
        register(registration("\u00e9".repeat(512), 1));
        assertThat(outcome.accepted()).isTrue();
        register(registration("\u00e9".repeat(513), 1));
        assertRefused(RejectCode.BAD_FIELD, 1026, 1024);
    }

    @Test
    void shouldRefuseMissingFields() {
        register(new RankRegistration("a", 0, 1, "model", HashScheme.NULL_VAL, 1, 0));
        assertThat(outcome.code()).isEqualTo(RejectCode.BAD_FIELD);
        register(new RankRegistration("a", 0, 1, "model", null, 1, 0));
        assertThat(outcome.code()).isEqualTo(RejectCode.BAD_FIELD);
        register(new RankRegistration(null, 0, 1, "model", HashScheme.BYTES, 1, 0));
        assertRefused(RejectCode.BAD_FIELD, 0, 1);
    }

    @Test
    void shouldBeUnhealthyWhileOneFrontendSaysSo() {
        register("a", 1);
        register("b", 1);
        ranks.health(3, 0, 1, false, outcome);
        assertThat(outcome.changed()).isTrue();
        ranks.health(129, 0, 1, false, outcome);
        assertThat(outcome.changed()).isFalse();
        assertThat(ranks.rank(0).state()).isEqualTo(RankState.UNHEALTHY);
        assertThat(eligibleNames()).containsExactly("b");
        ranks.health(3, 0, 1, true, outcome);
        ranks.health(5, 0, 1, true, outcome);
        assertThat(ranks.rank(0).state()).isEqualTo(RankState.UNHEALTHY);
        ranks.health(129, 0, 1, true, outcome);
        assertThat(outcome.changed()).isTrue();
        assertThat(ranks.rank(0).state()).isEqualTo(RankState.HEALTHY);
        assertThat(eligibleNames()).containsExactly("a", "b");
    }

    @Test
    void shouldBeHealthyAgainWhenItsLastAccuserLeaves() {
        register("a", 1);
        ranks.health(1, 0, 1, false, outcome);
        ranks.health(2, 0, 1, false, outcome);
        ranks.forgetVerdicts(1);
        assertThat(ranks.rank(0).state()).isEqualTo(RankState.UNHEALTHY);
        ranks.forgetVerdicts(2);
        assertThat(ranks.rank(0).state()).isEqualTo(RankState.HEALTHY);
        assertThat(ranks.model(0).eligibleCount()).isEqualTo(1);
    }

    @Test
    void shouldBeHealthyWhenItBeginsAnotherLife() {
        register("a", 1);
        ranks.health(1, 0, 1, false, outcome);
        register("a", 2);
        assertThat(ranks.rank(0).state()).isEqualTo(RankState.HEALTHY);
        ranks.health(1, 0, 1, false, outcome);
        assertRefused(RejectCode.STALE_GENERATION, 1, 2);
        assertThat(ranks.rank(0).state()).isEqualTo(RankState.HEALTHY);
    }

    @Test
    void shouldKeepTheOperatorsOrderUntilTheRankIsRemoved() {
        register("a", 1);
        ranks.service(0, 1, RankService.CORDONED, outcome);
        assertThat(outcome.changed()).isTrue();
        assertThat(ranks.rank(0).state()).isEqualTo(RankState.CORDONED);
        assertThat(ranks.model(0).eligibleCount()).isZero();
        ranks.health(1, 0, 1, false, outcome);
        assertThat(ranks.rank(0).state()).isEqualTo(RankState.CORDONED);
        ranks.service(0, 1, RankService.IN_SERVICE, outcome);
        assertThat(ranks.rank(0).state()).isEqualTo(RankState.UNHEALTHY);
        ranks.service(0, 1, RankService.DRAINING, outcome);
        ranks.service(0, 1, RankService.DRAINING, outcome);
        assertThat(outcome.changed()).isFalse();
        register("a", 2);
        assertThat(ranks.rank(0).state()).isEqualTo(RankState.DRAINING);
        assertThat(ranks.model(0).eligibleCount()).isZero();
        ranks.remove(0, 2, outcome);
        register("a", 2);
        assertThat(ranks.rank(0).state()).isEqualTo(RankState.HEALTHY);
    }

    @Test
    void shouldKeepSumsWhenRanksWithLoadComeAndGo() {
        register(new RankRegistration("a", 0, 1, "model", HashScheme.BYTES, 256, 2));
        register(new RankRegistration("b", 0, 1, "model", HashScheme.BYTES, 256, 3));
        ranks.reserve(0);
        ranks.reserve(0);
        ranks.reserve(1);
        final ModelRanks model = ranks.model(0);
        assertThat(model.withRoomCount()).isEqualTo(1);
        assertThat(model.meanLoad()).isEqualTo(1.5);
        ranks.health(1, 0, 1, false, outcome);
        assertThat(model.loadSum()).isEqualTo(1);
        ranks.release(0);
        ranks.health(1, 0, 1, true, outcome);
        assertThat(model.loadSum()).isEqualTo(2);
        assertThat(model.withRoomCount()).isEqualTo(2);
        assertThat(model.loadAt(0)).isEqualTo(1);
        ranks.reserve(0);
        events.clear();
        assertThat(ranks.release(0)).isTrue();
        assertThat(events).containsExactly("room 0");
        assertThat(ranks.release(0)).isTrue();
        assertThat(ranks.release(0)).isFalse();
        assertThat(ranks.load(0)).isZero();
        assertThat(model.loadSum()).isEqualTo(1);
    }

    @Test
    void shouldOrderByArrivalUnlessDeterministic() {
        for (final String name : new String[]{"c", "a", "\u00e9", "b"}) {
            register(name, 1);
        }
        assertThat(eligibleNames()).containsExactly("c", "a", "\u00e9", "b");
        ranks = registry(0, true);
        for (final String name : new String[]{"c", "a", "\u00e9", "b"}) {
            register(name, 1);
        }
        register(new RankRegistration("b", 1, 1, "model", HashScheme.BYTES, 256, 0));
        assertThat(eligibleNames()).containsExactly("a", "b", "b", "c", "\u00e9");
        assertThat(ranks.rank(ranks.model(0).rankAt(1)).dataParallelRank()).isZero();
        assertThat(ranks.rank(ranks.model(0).rankAt(2)).dataParallelRank()).isEqualTo(1);
    }

    @Test
    void shouldStayReadyOnceEnoughRanksHaveRegistered() {
        ranks = registry(2, false);
        register("a", 1);
        assertThat(ranks.ready()).isFalse();
        register("a", 1);
        register("a", 2);
        assertThat(ranks.ready()).isFalse();
        register("b", 1);
        assertThat(ranks.ready()).isTrue();
        ranks.remove(0, 2, outcome);
        assertThat(ranks.ready()).isTrue();
    }

    @Test
    void shouldRefuseOrdersAboutARankThatIsNotThere() {
        register("a", 1);
        for (final long unknown : new long[]{-1, 1, MAX_RANKS, 4294967294L}) {
            ranks.remove(unknown, 1, outcome);
            assertRefused(RejectCode.UNKNOWN_RANK, unknown, 1);
        }
        ranks.invalidate(0, 2, outcome);
        assertRefused(RejectCode.STALE_GENERATION, 2, 1);
        ranks.invalidate(0, -1, outcome);
        assertRefused(RejectCode.STALE_GENERATION, 0xFFFF_FFFFL, 1);
        ranks.service(0, 0, RankService.CORDONED, outcome);
        assertRefused(RejectCode.STALE_GENERATION, 0, 1);
        ranks.remove(0, 1, outcome);
        ranks.remove(0, 1, outcome);
        assertRefused(RejectCode.STALE_GENERATION, 1, 1);
        assertThat(outcome.text()).contains("removed");
    }

    @Test
    void shouldBumpTheCacheVersionWhenInvalidated() {
        register("a", 1);
        register("b", 1);
        register("c", 1);
        ranks.remove(2, 1, outcome);
        ranks.reserve(1);
        events.clear();
        ranks.invalidate(1, 1, outcome);
        assertThat(outcome.index()).isEqualTo(1);
        ranks.invalidateAll(outcome);
        assertThat(outcome.accepted()).isTrue();
        assertThat(events).containsExactly("life 1 1 2", "life 0 1 2", "life 1 1 3");
        assertThat(ranks.load(1)).isEqualTo(1);
    }

    @Test
    void shouldTellEachChangedRankOnce() {
        register("a", 1);
        register("b", 1);
        register("a", 1);
        assertThat(ranks.pollChanged()).isZero();
        assertThat(ranks.pollChanged()).isEqualTo(1);
        assertThat(ranks.pollChanged()).isEqualTo(-1);
        ranks.health(0, 1, 1, false, outcome);
        ranks.health(1, 1, 1, false, outcome);
        assertThat(ranks.pollChanged()).isEqualTo(1);
        ranks.remove(0, 1, outcome);
        assertThat(ranks.pollChanged()).isZero();
        assertThat(ranks.pollChanged()).isEqualTo(-1);
    }
}
