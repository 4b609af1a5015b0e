// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

/** What a link, a switch or a host does with a packet that comes. */
@FunctionalInterface
public interface PacketHandler {
  /**
   * Takes a packet.
   *
   * @param packet becomes the handler's
   */
  void receive(int packet);
}
