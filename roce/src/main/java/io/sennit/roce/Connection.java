// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Icrc;

/**
 * What two connected queue pairs have agreed on; nothing of it changes while they live.
 *
 * @param flow where packets go
 * @param remoteNumber the peer's queue pair
 * @param remoteFirstPsn of its requests
 * @param remoteSourcePort UDP port that its packets come from
 * @param mtuBytes the path MTU
 * @param maxReadAtomic READ requests and atomics under way at a time
 * @param features bits of {@link Features} that both sides have
 * @param outbound CRC of packets to the peer
 * @param inbound CRC of packets from the peer
 */
record Connection(
    Flow flow,
    int remoteNumber,
    int remoteFirstPsn,
    int remoteSourcePort,
    int mtuBytes,
    int maxReadAtomic,
    int features,
    Icrc outbound,
    Icrc inbound) {
  /** Whether both sides can do something: a bit of {@link Features}. */
  boolean can(int feature) {
    return Features.has(features, feature);
  }

  boolean isFromPeer(Datagram datagram) {
    return datagram.sourceLow() == flow.destination().low()
        && datagram.sourceHigh() == flow.destination().high()
        && datagram.sourcePort() == remoteSourcePort
        && datagram.localPort() == flow.localPort();
  }
}
