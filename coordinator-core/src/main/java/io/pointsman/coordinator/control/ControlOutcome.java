/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.control;

import io.pointsman.codecs.RejectCode;

/**
 * The answer to a change of the coordinator's state: a connection, a registration, a removal, another policy. Reused by
 * one thread. Not for the request path: a refusal builds its text.
 */
public final class ControlOutcome {
    private boolean accepted;
    private boolean changed;
    private int index;
    private int generation;
    private RejectCode code;
    private long value;
    private long allowed;
    private String text = "";

    /**
     * Records that the change was accepted.
     *
     * @param hasChanged   whether anything is different from before.
     * @param atIndex      of the rank or frontend concerned; -1 when there is none.
     * @param ofGeneration of the rank concerned; 0 when there is none.
     */
    public void accept(final boolean hasChanged, final int atIndex, final int ofGeneration) {
        accepted = true;
        changed = hasChanged;
        index = atIndex;
        generation = ofGeneration;
        code = null;
        value = 0;
        allowed = 0;
        text = "";
    }

    /**
     * Records that the change was refused; nothing is different from before.
     *
     * @param why         the code.
     * @param met         the value met.
     * @param mostAllowed what is allowed, as the code says.
     * @param explanation names the field, the value and what is allowed.
     */
    public void refuse(final RejectCode why, final long met, final long mostAllowed, final String explanation) {
        accepted = false;
        changed = false;
        index = -1;
        generation = 0;
        code = why;
        value = met;
        allowed = mostAllowed;
        text = explanation;
    }

    /**
     * Whether it was accepted.
     *
     * @return false when it was refused.
     */
    public boolean accepted() {
        return accepted;
    }

    /**
     * Whether anything is different from before; a repetition is accepted and changes nothing.
     *
     * @return true when the host has to tell others.
     */
    public boolean changed() {
        return changed;
    }

    /**
     * Index of the rank or frontend concerned.
     *
     * @return the index, -1 when refused or when there is none.
     */
    public int index() {
        return index;
    }

    /**
     * Generation of the rank concerned.
     *
     * @return the generation, 0 when refused or when there is none.
     */
    public int generation() {
        return generation;
    }

    /**
     * Why it was refused.
     *
     * @return the code, null when accepted.
     */
    public RejectCode code() {
        return code;
    }

    /**
     * The value that was met.
     *
     * @return as the code says.
     */
    public long value() {
        return value;
    }

    /**
     * What is allowed.
     *
     * @return as the code says.
     */
    public long allowed() {
        return allowed;
    }

    /**
     * Names the field, the value and what is allowed.
     *
     * @return empty when accepted.
     */
    public String text() {
        return text;
    }
}
