// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator;

/**
 * What a {@link Scheduler} runs. Made once and scheduled many times: the argument tells one
 * occasion from another without an object.
 */
@FunctionalInterface
public interface Task {
  /**
   * Does what is due.
   *
   * @param argument what it was scheduled with
   */
  void run(long argument);
}
