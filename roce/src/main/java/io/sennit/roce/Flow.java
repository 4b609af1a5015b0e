// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.IpAddress;

/**
 * What all packets of a queue pair have in common below RoCE; one object per queue pair.
 *
 * @param localPort index of the local port
 * @param source its address
 * @param routeLabel of the verbs path
 * @param sourcePort UDP port that stands for the label
 * @param destination the peer's address
 * @param destinationPort UDP port of the peer's receive socket
 * @param dscp of its packets
 */
record Flow(
    int localPort,
    IpAddress source,
    int routeLabel,
    int sourcePort,
    IpAddress destination,
    int destinationPort,
    int dscp) {
  private static final IpAddress NOWHERE = new IpAddress(0, 0);
  static final Flow NONE = new Flow(0, NOWHERE, 0, 0, NOWHERE, 0, 0);

  /** The same way in another class. */
  Flow in(int newDscp) {
    return new Flow(
        localPort, source, routeLabel, sourcePort, destination, destinationPort, newDscp);
  }
}
