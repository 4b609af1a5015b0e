// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * What an engine asks of the event loop around it. Called by the engine's thread only, but for
 * {@link #allocate}.
 */
public interface Shell {
  /**
   * The user polls, arms or waits: gives received packets to the engine, lets its timers run and
   * transmits, unless it did so a moment ago. Never called from within itself.
   */
  void drive();

  /**
   * The UDP source port of packets on a route.
   *
   * @param localPort index of the {@link LocalPort}
   * @param routeLabel that of the verbs path
   * @throws IllegalArgumentException in a sentence if there is no such route
   */
  int sourcePort(int localPort, int routeLabel);

  /**
   * Zeroed native memory for a region, which lives as long as an arena; from any thread. A shell
   * with a kernel below it takes the memory from there, and gives it back there when it ends.
   *
   * @param bytes 1 or more
   * @param alignment in bytes, a power of two up to a page's
   * @throws io.sennit.verbs.OutOfRegisteredMemoryException in a sentence, or
   * @throws OutOfMemoryError if there is none
   */
  default MemorySegment allocate(long bytes, long alignment, Arena arena) {
    return arena.allocate(bytes, alignment);
  }

  /** What a person calls a port of its own: for the log. */
  String portName(int localPort);

  /** What one peer may have in flight towards a port, headers included; positive. */
  long receiveBudgetBytes(int localPort);
}
