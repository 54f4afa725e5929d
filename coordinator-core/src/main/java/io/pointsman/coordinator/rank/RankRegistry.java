/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.rank;

import io.pointsman.codecs.RejectCode;
import io.pointsman.coordinator.control.ControlOutcome;

import java.util.HashMap;
import java.util.Map;

/**
 * The fleet: which ranks there are, in which life, how many requests each has in flight, and which can be chosen.
 * <p>
 * A rank keeps its index for good under its name; only when every index is taken does a newcomer get the index of the
 * rank that was removed longest ago. Generations of an index only rise, so (index, generation) never repeats.
 * <p>
 * Loads by rank index are the truth; {@link ModelRanks} has a packed copy of the eligible ones. Which frontend calls a
 * rank unhealthy is one bit for each (rank, frontend), see {@link HealthVerdicts}. Single-threaded. Loads change
 * without allocation; registrations and refusals allocate.
 */
public final class RankRegistry {
    private final RankBounds bounds;
    private final RankListener listener;
    private final Rank[] ranks;
    private final int[] generations;
    private final int[] loads;
    private final long[] choices;
    private final ModelRanks[] models;
    private final HealthVerdicts verdicts;
    private final Map<Rank.Key, Rank> ranksByKey = new HashMap<>();
    private final Map<String, ModelRanks> modelsByName = new HashMap<>();
    private final ChangedRanks changedRanks;
    private int usedIndexes;
    private int modelCount;
    private int registeredCount;
    private long removals;
    private long schemeVersion;
    private boolean ready;

    /**
     * Creates an empty registry.
     *
     * @param bounds   and defaults.
     * @param listener to be told of lives, forgotten loads and room.
     */
    public RankRegistry(final RankBounds bounds, final RankListener listener) {
        this.bounds = bounds;
        this.listener = listener;
        ranks = new Rank[bounds.maxRanks()];
        generations = new int[bounds.maxRanks()];
        loads = new int[bounds.maxRanks()];
        choices = new long[bounds.maxRanks()];
        models = new ModelRanks[bounds.maxModels()];
        verdicts = new HealthVerdicts(bounds.maxRanks(), bounds.maxFrontends());
        changedRanks = new ChangedRanks(bounds.maxRanks());
        ready = bounds.dataParallelSize() == 0;
    }

    /**
     * Registers a rank. The same name, data-parallel rank and instance id again changes nothing. Another instance id,
     * or a return after removal, is a new generation. The instance id that the present one replaced is late news and
     * changes nothing either.
     *
     * @param registration as received.
     * @param outcome      receives rank index and generation, or why it was refused.
     */
    public void register(final RankRegistration registration, final ControlOutcome outcome) {
        if (!RegistrationRules.fieldsAllowed(registration, outcome)) {
            return;
        }
        final int blockSize = registration.blockSize() == 0
            ? bounds.blockSizeTokens() : (int)registration.blockSize();
        final Rank.Key key = new Rank.Key(registration.name(), registration.dataParallelRank());
        final Rank known = ranksByKey.get(key);
        if (known != null && known.registered && isOldNews(known, registration.instanceId())) {
            repeat(known, registration, blockSize, outcome);
            return;
        }
        final ModelRanks model = modelsByName.get(registration.modelName());
        if (model == null && modelCount == models.length) {
            outcome.refuse(RejectCode.TOO_MANY_MODELS, modelCount, models.length,
                "model " + registration.modelName() + ": at most " + models.length + " models");
            return;
        }
        final int own = known != null && known.registered && known.model == model ? 1 : 0;
        if (model != null && model.registeredCount() > own && !RegistrationRules.sameBlocks(
            registration.hashScheme(), blockSize, model.hashScheme(), model.blockSize(), outcome)) {
            return;
        }
        final Rank rank = known != null ? known : indexFor(key);
        if (rank == null) {
            outcome.refuse(RejectCode.TOO_MANY_RANKS, registeredCount, ranks.length,
                "rank " + registration.name() + ": at most " + ranks.length + " ranks");
            return;
        }
        beginLife(rank, model != null ? model : addModel(registration.modelName()), registration, blockSize);
        outcome.accept(true, rank.index, rank.generation);
    }

    private static boolean isOldNews(final Rank rank, final long instanceId) {
        return rank.instanceId == instanceId || rank.hasFormerInstance && rank.formerInstanceId == instanceId;
    }

    private static void repeat(
            final Rank rank, final RankRegistration registration, final int blockSize, final ControlOutcome outcome) {
        if (rank.instanceId != registration.instanceId() || (RegistrationRules.sameModel(
            registration.modelName(), rank.model.name(), outcome) && RegistrationRules.sameBlocks(
            registration.hashScheme(), blockSize, rank.hashScheme, rank.blockSize, outcome))) {
            outcome.accept(false, rank.index, rank.generation);
        }
    }

    private ModelRanks addModel(final String name) {
        final ModelRanks model = new ModelRanks(modelCount, name, ranks.length);
        models[modelCount++] = model;
        modelsByName.put(name, model);
        return model;
    }

    private Rank indexFor(final Rank.Key key) {
        Rank rank = null;
        if (usedIndexes < ranks.length) {
            rank = new Rank(usedIndexes);
            ranks[usedIndexes++] = rank;
        } else {
            for (final Rank candidate : ranks) {
                if (!candidate.registered && (rank == null || candidate.removedAt < rank.removedAt)) {
                    rank = candidate;
                }
            }
            if (rank == null) {
                return null;
            }
            ranksByKey.remove(rank.key);
        }
        rank.identity(key);
        ranksByKey.put(key, rank);
        return rank;
    }

    private void beginLife(
            final Rank rank, final ModelRanks model, final RankRegistration registration, final int blockSize) {
        rank.hasFormerInstance = rank.registered;
        rank.formerInstanceId = rank.instanceId;
        if (rank.registered) {
            endLife(rank);
        }
        if (model.hashScheme() != null
            && (model.hashScheme() != registration.hashScheme() || model.blockSize() != blockSize)) {
            schemeVersion++;
        }
        rank.model = model;
        rank.instanceId = registration.instanceId();
        rank.hashScheme = registration.hashScheme();
        rank.blockSize = blockSize;
        rank.maxRequests = registration.maxRequests() == 0 ? bounds.maxRequests() : (int)registration.maxRequests();
        rank.registered = true;
        rank.generation++;
        rank.cacheVersion++;
        generations[rank.index] = rank.generation;
        model.registered(rank.hashScheme, blockSize);
        registeredCount++;
        ready |= registeredCount >= bounds.dataParallelSize();
        listener.onRankLife(rank.index, rank.generation, rank.cacheVersion);
        eligibilityChanged(rank);
    }

    private void endLife(final Rank rank) {
        final int index = rank.index;
        final int load = loads[index];
        rank.registered = false;
        generations[index] = 0;
        if (rank.model.position(index) >= 0) {
            rank.model.remove(index);
        }
        rank.model.unregistered();
        registeredCount--;
        loads[index] = 0;
        choices[index] = 0;
        verdicts.forgetRank(index);
        rank.unhealthy = false;
        if (load > 0) {
            listener.onLoadForgotten(index, load);
        }
        changedRanks.add(index);
        listener.onRoom(rank.model.modelId());
    }

    /** Puts the rank among the eligible ones of its model, or takes it out, after anything about its state changed. */
    private void eligibilityChanged(final Rank rank) {
        final ModelRanks model = rank.model;
        final boolean listed = model.position(rank.index) >= 0;
        if (rank.isEligible() && !listed) {
            model.insert(
                placeOf(rank), rank.index, loads[rank.index], rank.maxRequests, choices[rank.index]);
        } else if (!rank.isEligible() && listed) {
            model.remove(rank.index);
        }
        changedRanks.add(rank.index);
        listener.onRoom(model.modelId());
    }

    private int placeOf(final Rank rank) {
        final ModelRanks model = rank.model;
        int place = model.eligibleCount();
        while (place > 0 && comesBefore(rank, ranks[model.rankAt(place - 1)])) {
            place--;
        }
        return place;
    }

    private boolean comesBefore(final Rank rank, final Rank other) {
        return bounds.deterministicMode() ? rank.compareByName(other) < 0 : rank.index < other.index;
    }

    /**
     * Removes a rank: its load is forgotten, and what it holds is worthless.
     *
     * @param rankIndex  of the rank.
     * @param generation of the rank; an older one is refused.
     * @param outcome    receives the rank, or why it was refused.
     */
    public void remove(final long rankIndex, final int generation, final ControlOutcome outcome) {
        if (refuseUnlessCurrent(rankIndex, generation, outcome)) {
            return;
        }
        final Rank rank = ranks[(int)rankIndex];
        endLife(rank);
        rank.service = RankService.IN_SERVICE;
        rank.removedAt = ++removals;
        rank.cacheVersion++;
        listener.onRankLife(rank.index, 0, rank.cacheVersion);
        outcome.accept(true, rank.index, rank.generation);
    }

    /**
     * Forgets what a rank holds, since the weights changed; its load stays. O(1).
     *
     * @param rankIndex  of the rank.
     * @param generation of the rank; an older one is refused.
     * @param outcome    receives the rank, or why it was refused.
     */
    public void invalidate(final long rankIndex, final int generation, final ControlOutcome outcome) {
        if (!refuseUnlessCurrent(rankIndex, generation, outcome)) {
            nextCacheVersion(ranks[(int)rankIndex]);
            outcome.accept(true, (int)rankIndex, generation);
        }
    }

    /**
     * Forgets what all ranks hold; their loads stay.
     *
     * @param outcome receives the acceptance, which names no rank.
     */
    public void invalidateAll(final ControlOutcome outcome) {
        for (int i = 0; i < usedIndexes; i++) {
            if (ranks[i].registered) {
                nextCacheVersion(ranks[i]);
            }
        }
        outcome.accept(true, -1, 0);
    }

    private void nextCacheVersion(final Rank rank) {
        rank.cacheVersion++;
        listener.onRankLife(rank.index, rank.generation, rank.cacheVersion);
    }

    /**
     * Takes a frontend's verdict on a rank. A rank is unhealthy while at least one frontend says so.
     *
     * @param frontendIndex of the frontend that says so.
     * @param rankIndex     of the rank.
     * @param generation    of the rank; an older one is refused.
     * @param healthy       what the frontend found.
     * @param outcome       receives whether the rank's state changed, or why the verdict was refused.
     */
    public void health(
            final int frontendIndex,
            final long rankIndex,
            final int generation,
            final boolean healthy,
            final ControlOutcome outcome) {
        if (refuseUnlessCurrent(rankIndex, generation, outcome)) {
            return;
        }
        verdicts.set((int)rankIndex, frontendIndex, healthy);
        outcome.accept(judge(ranks[(int)rankIndex]), (int)rankIndex, generation);
    }

    /**
     * Forgets the verdicts of a frontend that has left, so that no rank stays unhealthy on its word.
     *
     * @param frontendIndex of the frontend.
     */
    public void forgetVerdicts(final int frontendIndex) {
        for (int i = 0; i < usedIndexes; i++) {
            if (verdicts.set(i, frontendIndex, true)) {
                judge(ranks[i]);
            }
        }
    }

    private boolean judge(final Rank rank) {
        final boolean unhealthy = verdicts.unhealthy(rank.index);
        if (unhealthy == rank.unhealthy) {
            return false;
        }
        rank.unhealthy = unhealthy;
        eligibilityChanged(rank);
        return true;
    }

    /**
     * Carries out an operator's order about a rank.
     *
     * @param rankIndex  of the rank.
     * @param generation of the rank; an older one is refused.
     * @param service    ordered.
     * @param outcome    receives whether anything changed, or why it was refused.
     */
    public void service(
            final long rankIndex, final int generation, final RankService service, final ControlOutcome outcome) {
        if (refuseUnlessCurrent(rankIndex, generation, outcome)) {
            return;
        }
        final Rank rank = ranks[(int)rankIndex];
        final boolean changed = rank.service != service;
        if (changed) {
            rank.service = service;
            eligibilityChanged(rank);
        }
        outcome.accept(changed, rank.index, generation);
    }

    private boolean refuseUnlessCurrent(final long rankIndex, final int generation, final ControlOutcome outcome) {
        if (rankIndex < 0 || rankIndex >= usedIndexes) {
            outcome.refuse(RejectCode.UNKNOWN_RANK, rankIndex, usedIndexes,
                "rankIndex " + rankIndex + ": " + usedIndexes + " ranks are known");
            return true;
        }
        final Rank rank = ranks[(int)rankIndex];
        if (generation == 0 || generation != generations[(int)rankIndex]) {
            outcome.refuse(
                RejectCode.STALE_GENERATION, Integer.toUnsignedLong(generation), rank.generation,
                "generation " + Integer.toUnsignedLong(generation) + " of rank " + rank.index + ": its own is "
                    + rank.generation + (rank.registered ? "" : ", and it is removed"));
            return true;
        }
        return false;
    }

    /**
     * Counts a request on a rank.
     *
     * @param rankIndex of a registered rank.
     */
    public void reserve(final int rankIndex) {
        loads[rankIndex]++;
        final ModelRanks model = ranks[rankIndex].model;
        final int position = model.position(rankIndex);
        if (position >= 0) {
            model.increment(position);
        }
    }

    /**
     * Counts a request on a rank no longer.
     *
     * @param rankIndex of a registered rank.
     * @return false when none was counted there, which would be a fault of ours; nothing changes then.
     */
    public boolean release(final int rankIndex) {
        if (loads[rankIndex] == 0) {
            return false;
        }
        loads[rankIndex]--;
        final ModelRanks model = ranks[rankIndex].model;
        final int position = model.position(rankIndex);
        if (position >= 0 && model.decrement(position)) {
            listener.onRoom(model.modelId());
        }
        return true;
    }

    /**
     * Remembers that a decision chose a rank.
     *
     * @param rankIndex of an eligible rank.
     * @param number    of the decision, rising.
     */
    public void chosen(final int rankIndex, final long number) {
        choices[rankIndex] = number;
        final ModelRanks model = ranks[rankIndex].model;
        model.chosen(model.position(rankIndex), number);
    }

    /**
     * Whether a rank is in this life.
     *
     * @param rankIndex  of the rank, any value.
     * @param generation to compare.
     * @return false for an unknown rank, a removed one, and another generation.
     */
    public boolean isCurrent(final long rankIndex, final int generation) {
        return rankIndex >= 0 && rankIndex < usedIndexes && generation != 0
            && generations[(int)rankIndex] == generation;
    }

    /**
     * Requests in flight on a rank.
     *
     * @param rankIndex in [0, {@link #rankCount()}).
     * @return requests.
     */
    public int load(final int rankIndex) {
        return loads[rankIndex];
    }

    /**
     * A rank, also a removed one.
     *
     * @param rankIndex in [0, {@link #rankCount()}).
     * @return the rank.
     */
    public Rank rank(final int rankIndex) {
        return ranks[rankIndex];
    }

    /**
     * Rank indexes that have been given out, removed ranks included.
     *
     * @return the number of indexes.
     */
    public int rankCount() {
        return usedIndexes;
    }

    /**
     * Ranks registered now.
     *
     * @return ranks.
     */
    public int registeredCount() {
        return registeredCount;
    }

    /**
     * Whether as many ranks as data-parallel-size asks for have been registered at once; stays true from then on.
     *
     * @return whether requests are taken.
     */
    public boolean ready() {
        return ready;
    }

    /**
     * Models that have been registered.
     *
     * @return models.
     */
    public int modelCount() {
        return modelCount;
    }

    /**
     * A model.
     *
     * @param modelId in [0, {@link #modelCount()}).
     * @return the model with its ranks.
     */
    public ModelRanks model(final int modelId) {
        return models[modelId];
    }

    /**
     * How many times a known model got another hash scheme or block size; hashes made before are worthless.
     *
     * @return changes since start.
     */
    public long schemeVersion() {
        return schemeVersion;
    }

    /**
     * The next rank whose registration or state has changed since it was last answered here, for the host to tell.
     *
     * @return its rank index, -1 when there is none.
     */
    public int pollChanged() {
        return changedRanks.poll();
    }
}
