// SPDX-License-Identifier: Apache-2.0
/**
 * A world in virtual time: one clock, one queue of what is to happen, randomness for each part of
 * it from one seed, and a trace.
 *
 * <p>One thread drives a world and everything in it; worlds share nothing, so that many can run at
 * the same time. The same seed gives the same trace, to the byte, on every machine: nothing here
 * depends on identity hashes, on the order of hash tables, or on the machine's clock.
 */
@NullMarked
package io.sennit.simulator;

import org.jspecify.annotations.NullMarked;
