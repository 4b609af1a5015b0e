// SPDX-License-Identifier: Apache-2.0
/**
 * Every order in which things may happen to two braids on the hostile provider, in small stories:
 * the explorer takes each possible step in each state it has not seen before, runs the production
 * code from the beginning for every branch, and looks after every step whether a promise was
 * broken.
 */
@NullMarked
package io.sennit.simulator.exhaustive;

import org.jspecify.annotations.NullMarked;
