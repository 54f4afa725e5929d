/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/** Block hashes: how a prompt is cut and named, so that all frontends and engines name the same prefix alike. */
package io.pointsman.transport.hash;
