// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

/** One end's part of a contender, in a worker process; used by one thread. */
public interface Program {
  /**
   * Begins a connection between the two ends; the link's {@link Link#hear} goes on with it.
   *
   * @param setup as a {@link Contender} names it
   * @throws IllegalArgumentException if there is no such setup
   */
  Link open(String setup, Role role);
}
