// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * What stands behind a queue pair of datagrams, such as a connection manager. Called by the
 * engine's thread, from within the engine: it may send and create queue pairs, but neither drive
 * nor close the endpoint.
 */
public interface UdReceiver {
  /**
   * Takes one datagram.
   *
   * @param message the engine's; it changes when this returns
   */
  void receive(UdMessage message, long nowNanos);

  /** Does what is due. */
  default void timers(long nowNanos) {}

  /** When {@link #timers} has something to do; {@link Engine#NO_TIMER} never. */
  default long nextTimerNanos() {
    return Engine.NO_TIMER;
  }
}
