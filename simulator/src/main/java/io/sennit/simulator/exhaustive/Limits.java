// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

/**
 * How much of what makes stories long may happen in one.
 *
 * @param nearFailures queue pairs of the near side that give a request up
 * @param farFailures the same of the far side
 * @param repeats requests that are executed once more
 * @param refusals times that each half of the far side refuses to be destroyed
 * @param earlyTimers timers that are due while something else could happen first; when nothing else
 *     can, timers are always due
 */
public record Limits(
    int nearFailures, int farFailures, int repeats, int refusals, int earlyTimers) {}
