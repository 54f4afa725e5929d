/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.transport;

import io.pointsman.codecs.HashScheme;

/**
 * A model as frontends are told of it. Immutable.
 *
 * @param modelId    the number that requests name it by; it means the same within one epoch only.
 * @param name       the model's name.
 * @param hashScheme what a block is made of.
 * @param blockSize  bytes or tokens a block, by scheme.
 */
public record ModelDescription(int modelId, String name, HashScheme hashScheme, int blockSize) {
}
