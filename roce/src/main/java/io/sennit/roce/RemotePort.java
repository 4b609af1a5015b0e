// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.IpAddress;

/**
 * One address of a peer's engine, as the peer announced it; its index is that of the verbs port.
 *
 * @param address where its packets come from and go to
 * @param receivePort UDP port of its receive socket, 1 to 65,535
 * @param mtuBytes largest payload of a packet on its link: a multiple of 64, 256 to 8,192
 * @param receiveBudgetBytes this process' share of the receive socket: what may be in flight
 *     towards it, headers included, from this domain; positive
 */
public record RemotePort(
    IpAddress address, int receivePort, int mtuBytes, long receiveBudgetBytes) {
  public RemotePort {
    Bounds.checkUdpPort(receivePort);
    Bounds.checkMtu(mtuBytes);
    if (receiveBudgetBytes <= 0) {
      throw new IllegalArgumentException("a receive budget of " + receiveBudgetBytes + " bytes");
    }
  }

  /** Whether packets to it go where those to another one go. */
  boolean isAt(RemotePort other) {
    return address.equals(other.address) && receivePort == other.receivePort;
  }
}
