// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.base.Randomness;
import java.util.List;

/**
 * The transport of one event loop: takes packets and time, gives packets, timers and completions.
 *
 * <p>Owned by the loop's thread, which calls {@link #receive} for what came, then {@code timers},
 * then {@code transmit}. All times are of the same clock.
 */
public final class Engine {
  /** What {@code nextTimerNanos} says if nothing is to be waited for. */
  public static final long NO_TIMER = Long.MAX_VALUE;

  private final EngineCounters counters = new EngineCounters();
  private final List<LocalPort> ports;
  private final Shell shell;
  private final Randomness randomness;

  /**
   * Makes one without queue pairs: whatever comes is counted and dropped.
   *
   * @param ports this engine's addresses, in the order of the device's ports; at least one
   * @param shell the loop around it
   * @param randomness unpredictable in production: numbers and keys come from it
   */
  public Engine(List<LocalPort> ports, Shell shell, Randomness randomness) {
    if (ports.isEmpty()) {
      throw new IllegalArgumentException("an engine needs a port");
    }
    this.ports = List.copyOf(ports);
    this.shell = shell;
    this.randomness = randomness;
  }

  /** Takes one packet. */
  public void receive(Datagram datagram, long nowNanos) {
    counters.add(EngineCounters.Kind.NO_QUEUE_PAIR);
  }

  /** Counts of what it has seen. */
  public EngineCounters counters() {
    return counters;
  }

  List<LocalPort> ports() {
    return ports;
  }

  Shell shell() {
    return shell;
  }

  Randomness randomness() {
    return randomness;
  }
}
