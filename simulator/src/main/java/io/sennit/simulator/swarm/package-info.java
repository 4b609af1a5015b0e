// SPDX-License-Identifier: Apache-2.0
/**
 * Many small worlds in which everything goes wrong that can: each seed draws a fabric, sessions,
 * calls and a subset of faults, and checks that every promise was kept. A failure is replayed by
 * its seed.
 */
@NullMarked
package io.sennit.simulator.swarm;

import org.jspecify.annotations.NullMarked;
