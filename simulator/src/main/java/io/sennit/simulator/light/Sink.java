// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

/** Where a pipe ends. */
public interface Sink {
  /** Whether a packet may come in now; one that may not is as good as lost. */
  boolean accepts(long number);

  /** A packet has come for the first time, in any order; before {@link #advanced} tells of it. */
  void arrived(long number, int bytes);

  /** All before that number have come. */
  void advanced(long number);
}
