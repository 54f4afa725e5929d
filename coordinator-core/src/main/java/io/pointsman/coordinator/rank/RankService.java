/*
 * Copyright 2026 The Pointsman Authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.pointsman.coordinator.rank;

/** What an operator has ordered for a rank. */
public enum RankService {
    /** Takes requests while it is healthy. */
    IN_SERVICE,
    /** Takes no new request; what it has stays. */
    CORDONED,
    /** Takes no new request, since it is about to be removed. */
    DRAINING
}
