// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

/** What a pipe carries: packets of known length, as many as there are so far. */
public interface Supply {
  /** How many there are so far; never fewer than before. */
  long packets();

  /**
   * Payload of one.
   *
   * @param number from the oldest that is not acknowledged to {@link #packets()}
   */
  int bytes(long number);

  /** All before that number are acknowledged. */
  void acknowledged(long number);

  /** Too many timers have passed in silence; the pipe does nothing more. */
  void gaveUp();
}
