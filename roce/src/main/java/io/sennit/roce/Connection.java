// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Icrc;
import io.sennit.roce.wire.PacketOpcode;

/**
 * What two connected queue pairs have agreed on; nothing of it changes while they live.
 *
 * @param flow where packets go
 * @param remoteNumber the peer's queue pair
 * @param remoteFirstPsn of its requests
 * @param remoteSourcePort UDP port that its packets come from, or {@link #ANY_PORT}
 * @param mtuBytes the path MTU
 * @param initiatorDepth READ requests and atomics under way from here at a time
 * @param responderResources READ requests and atomics of the peer that are answered at a time
 * @param features bits of {@link Features} that both sides have
 * @param config time-outs and counts of this connection
 * @param outbound CRC of packets to the peer
 * @param inbound CRC of packets from the peer
 */
record Connection(
    Flow flow,
    int remoteNumber,
    int remoteFirstPsn,
    int remoteSourcePort,
    int mtuBytes,
    int initiatorDepth,
    int responderResources,
    int features,
    EngineConfig config,
    Icrc outbound,
    Icrc inbound) {
  /** The source port of a peer that is not Sennit: it may choose another for each packet. */
  static final int ANY_PORT = 0;

  /** Whether the peer is not Sennit. */
  boolean isForeign() {
    return remoteSourcePort == ANY_PORT;
  }

  /** Whether both sides can do something: a bit of {@link Features}. */
  boolean can(int feature) {
    return Features.has(features, feature);
  }

  /**
   * Bytes of the header that a packet carries before its payload as if it were its message's first,
   * so that a message is one run of equal packets, which leave by one system call.
   */
  int repeatedBytes(PacketOpcode opcode) {
    return can(Features.EQUAL_PACKETS) ? opcode.repeatedBytes() : 0;
  }

  boolean isFromPeer(Datagram datagram) {
    return datagram.sourceLow() == flow.destination().low()
        && datagram.sourceHigh() == flow.destination().high()
        && (isForeign() || datagram.sourcePort() == remoteSourcePort)
        && datagram.localPort() == flow.localPort();
  }
}
