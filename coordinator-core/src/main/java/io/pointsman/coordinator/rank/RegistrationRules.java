/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.rank;

import io.pointsman.codecs.HashScheme;
import io.pointsman.codecs.RejectCode;
import io.pointsman.coordinator.control.ControlOutcome;

import java.nio.charset.StandardCharsets;

/** What a registration may say; a refusal names the field, the value and what is allowed. */
final class RegistrationRules {
    static final int MAX_NAME_LENGTH = 1024;
    static final int MAX_MODEL_NAME_LENGTH = 256;
    static final int MAX_DATA_PARALLEL_RANK = 65_535;
    static final int MAX_BLOCK_SIZE = 65_536;
    static final int MAX_REQUESTS = 1 << 20;

    private RegistrationRules() {
    }

    static boolean fieldsAllowed(final RankRegistration registration, final ControlOutcome outcome) {
        final HashScheme scheme = registration.hashScheme();
        if (scheme == null || scheme == HashScheme.NULL_VAL) {
            outcome.refuse(RejectCode.BAD_FIELD, -1, 0, "hashScheme: allowed are BYTES, TOKENS");
            return false;
        }
        final int leastBlockSize = scheme == HashScheme.TOKENS ? 0 : 1;
        return lengthAllowed("name", registration.name(), MAX_NAME_LENGTH, outcome)
            && lengthAllowed("modelName", registration.modelName(), MAX_MODEL_NAME_LENGTH, outcome)
            && allowed("dataParallelRank", registration.dataParallelRank(), 0, MAX_DATA_PARALLEL_RANK, outcome)
            && allowed("blockSize", registration.blockSize(), leastBlockSize, MAX_BLOCK_SIZE, outcome)
            && allowed("maxRequests", registration.maxRequests(), 0, MAX_REQUESTS, outcome);
    }

    /** The same instance serves one model: registered under another, one of the two registrations is wrong. */
    static boolean sameModel(final String model, final String theirModel, final ControlOutcome outcome) {
        if (!model.equals(theirModel)) {
            outcome.refuse(RejectCode.BAD_FIELD, 0, 0, "modelName " + model + ": this instance is registered for " +
                theirModel);
            return false;
        }
        return true;
    }

    static boolean sameBlocks(
            final HashScheme scheme,
            final int blockSize,
            final HashScheme theirScheme,
            final int theirBlockSize,
            final ControlOutcome outcome) {
        if (scheme != theirScheme) {
            outcome.refuse(RejectCode.SCHEME_MISMATCH, scheme.value(), theirScheme.value(),
                "hashScheme " + scheme + ": the model's ranks use " + theirScheme);
            return false;
        }
        if (blockSize != theirBlockSize) {
            outcome.refuse(RejectCode.BLOCK_SIZE_MISMATCH, blockSize, theirBlockSize,
                "blockSize " + blockSize + ": the model's ranks use " + theirBlockSize);
            return false;
        }
        return true;
    }

    private static boolean lengthAllowed(
            final String field, final String text, final int most, final ControlOutcome outcome) {
        final int length = text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
        return allowed(field + " length", length, 1, most, outcome);
    }

    private static boolean allowed(
            final String field, final long value, final long least, final long most, final ControlOutcome outcome) {
        if (value < least || value > most) {
            outcome.refuse(RejectCode.BAD_FIELD, value, value < least ? least : most,
                field + " = " + value + ": allowed are " + least + " to " + most);
            return false;
        }
        return true;
    }
}
