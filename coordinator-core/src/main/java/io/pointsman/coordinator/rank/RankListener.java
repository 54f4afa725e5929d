/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.rank;

/** Is told by the {@link RankRegistry} what others have to follow at once, on the registry's thread. */
public interface RankListener {
    /**
     * A rank has a new life or a new cache version, or is gone.
     *
     * @param rankIndex    of the rank.
     * @param generation   its generation from now on; 0 when it is gone.
     * @param cacheVersion its cache version from now on.
     */
    void onRankLife(int rankIndex, int generation, int cacheVersion);

    /**
     * A rank's life ended with requests in flight, whose load is no longer counted.
     *
     * @param rankIndex of the rank.
     * @param load      requests that were in flight there.
     */
    void onLoadForgotten(int rankIndex, int load);

    /**
     * A model may have room where there was none: a full rank has room again, or the model's ranks have changed.
     *
     * @param modelId of the model.
     */
    void onRoom(int modelId);
}
