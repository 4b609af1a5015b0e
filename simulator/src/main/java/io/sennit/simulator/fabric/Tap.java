// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

/** Sees the packets of a fabric. */
@FunctionalInterface
public interface Tap {
  /**
   * A link has taken a packet, which may still be lost or spoiled on it.
   *
   * @param packet stays the link's
   */
  void taken(Link link, int packet, PacketPool pool);
}
