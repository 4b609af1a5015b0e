// SPDX-License-Identifier: Apache-2.0
/**
 * Ways to spread traffic over the links of a fabric, side by side: the same flows, the same faults,
 * the same seeds, one policy after the other, and what became of each.
 */
@NullMarked
package io.sennit.simulator.experiment;

import org.jspecify.annotations.NullMarked;
