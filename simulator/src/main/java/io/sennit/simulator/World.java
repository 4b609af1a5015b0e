// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator;

/**
 * Time, chance and memory of one simulation.
 *
 * @param scheduler its time and what is to happen
 * @param seeds its randomness
 * @param trace what has happened
 */
public record World(Scheduler scheduler, Seeds seeds, Trace trace) {
  /** A new world at time 0. */
  public static World of(long seed) {
    Scheduler scheduler = new Scheduler();
    return new World(scheduler, new Seeds(seed), new Trace(scheduler));
  }

  /** Virtual nanoseconds since it began. */
  public long nowNanos() {
    return scheduler.nanoTime();
  }
}
