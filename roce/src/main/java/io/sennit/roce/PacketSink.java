// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/** Where an engine's packets leave: the sockets of a shell, or a network that is simulated. */
public interface PacketSink {
  /**
   * Whether the kernel will cut the bursts of a port into packets by itself (UDP_SEGMENT) and
   * number them 0, 1, 2…; otherwise every packet goes out by itself with IP identification 0. The
   * invariant CRC of a burst is right for what this says when the burst is made.
   */
  boolean numbersSegments(int localPort);

  /**
   * Takes bursts in order, without waiting; their memory may change when it returns.
   *
   * @param bursts the first {@code count} are to go
   * @return how many were taken, from the first; the rest is offered again by the next
   *     {@code transmit}. What cannot be sent at all (no route) is taken and lost, as in a network
   */
  int send(Burst[] bursts, int count);
}
