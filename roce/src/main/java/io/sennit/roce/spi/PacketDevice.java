// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.spi;

import io.sennit.roce.PacketSink;

/**
 * Something that packets pass between an engine and its sockets; one object for each event loop,
 * whose thread alone uses it. It may look at packets, keep them back, drop them, change them or
 * make more of them.
 */
public interface PacketDevice extends AutoCloseable {
  /** No timer is set. */
  long NO_TIMER = Long.MAX_VALUE;

  /**
   * Puts itself into the way in; called once.
   *
   * @param next takes what this device lets through
   */
  default PacketReceiver inbound(PacketReceiver next) {
    return next;
  }

  /**
   * Puts itself into the way out; called once.
   *
   * @param next takes what this device lets through; what it refuses stays the caller's
   */
  default PacketSink outbound(PacketSink next) {
    return next;
  }

  /** Does what is due. */
  default void timers(long nowNanos) {}

  /** When {@link #timers} has something to do, of the clock of packets; {@link #NO_TIMER} never. */
  default long nextTimerNanos() {
    return NO_TIMER;
  }

  /** Gives back what it holds; packets that it kept back are lost. */
  @Override
  default void close() {}
}
