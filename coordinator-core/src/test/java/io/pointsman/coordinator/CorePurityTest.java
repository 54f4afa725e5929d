/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import java.util.Set;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/** The core reads no clock, draws no random number, logs nothing, and knows neither input, output nor transport. */
@AnalyzeClasses(packages = "io.pointsman.coordinator", importOptions = ImportOption.DoNotIncludeTests.class)
class CorePurityTest {
    private static final String[] CORE = {
        "io.pointsman.coordinator.router..", "io.pointsman.coordinator.index..", "io.pointsman.coordinator.policy..",
        "io.pointsman.coordinator.rank..", "io.pointsman.coordinator.control..", "io.pointsman.coordinator.store.."
    };
    private static final Set<String> CLOCKS_AND_CHANCE = Set.of(
        "java.lang.System.nanoTime", "java.lang.System.currentTimeMillis", "java.lang.Math.random",
        "java.util.UUID.randomUUID", "java.lang.System.identityHashCode", "java.lang.System.getProperty",
        "java.lang.System.getenv", "java.lang.System.lineSeparator");

    @ArchTest
    static final ArchRule SHOULD_USE_NO_IMPURE_TYPE_WHEN_IN_THE_CORE = noClasses().that().resideInAnyPackage(CORE)
        .should().dependOnClassesThat().resideInAnyPackage(
            "java.time..", "java.io..", "java.nio.file..", "java.nio.channels..", "java.net..", "java.util.logging..",
            "java.util.concurrent..", "org.slf4j..", "ch.qos.logback..", "io.aeron..", "io.pointsman.transport..",
            "io.pointsman.coordinator.host..");

    @ArchTest
    static final ArchRule SHOULD_DRAW_NO_RANDOM_NUMBER_WHEN_IN_THE_CORE = noClasses().that().resideInAnyPackage(CORE)
        .should().dependOnClassesThat().haveNameMatching("java\\.(util\\.(Random|SplittableRandom|random\\..*)"
            + "|security\\.SecureRandom)|java\\.lang\\.Thread");

    @ArchTest
    static final ArchRule SHOULD_READ_NO_CLOCK_WHEN_IN_THE_CORE = noClasses().that().resideInAnyPackage(CORE)
        .should().accessTargetWhere(new DescribedPredicate<JavaAccess<?>>("reads a clock, the environment or chance") {
            @Override
            public boolean test(final JavaAccess<?> access) {
                final String owner = access.getTarget().getOwner().getName();
                final String name = access.getTarget().getName();
                return CLOCKS_AND_CHANCE.contains(owner + "." + name)
                    || "java.lang.System".equals(owner) && ("out".equals(name) || "err".equals(name));
            }
        });
}
