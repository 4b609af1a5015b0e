// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.spi;

import io.sennit.roce.Datagram;

/** What takes packets on their way in: an engine, or a device before it. */
@FunctionalInterface
public interface PacketReceiver {
  /**
   * Takes one packet.
   *
   * @param datagram the caller's; it and its memory change when this returns
   */
  void receive(Datagram datagram, long nowNanos);
}
