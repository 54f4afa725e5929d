/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.router;

/** Whom to tell that a model has room again. Reused by one thread. */
public final class CapacityNotice {
    private int frontendIndex;
    private int modelId;

    void set(final int toFrontend, final int ofModel) {
        frontendIndex = toFrontend;
        modelId = ofModel;
    }

    /**
     * Whom to tell.
     *
     * @return index of a connected frontend.
     */
    public int frontendIndex() {
        return frontendIndex;
    }

    /**
     * Which model.
     *
     * @return its id.
     */
    public int modelId() {
        return modelId;
    }
}
