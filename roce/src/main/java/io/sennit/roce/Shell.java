// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/** What an engine asks of the event loop around it. Called by the engine's thread only. */
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

  /** What one peer may have in flight towards a port, headers included; positive. */
  long receiveBudgetBytes(int localPort);
}
