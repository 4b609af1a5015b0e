// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

/**
 * How many packets of a pipe may be under way, and which way each of them goes. One of these for
 * each pipe.
 */
public interface PacketPolicy {
  /** Labels that {@link #label} may answer: from 0 to one less. */
  int labels();

  /**
   * Whether one more may leave now.
   *
   * @param inFlight packets under way that are not taken for lost
   * @param ahead packets between the oldest that is missing and the one that would leave, if that
   *     is a new one; 0 if it was lost
   */
  boolean admits(int inFlight, long ahead);

  /** The way of the packet that leaves now. */
  int label();

  /**
   * A packet has arrived.
   *
   * @param echo what its acknowledgement says
   */
  void acked(Echo echo);

  /** A packet that went that way was overtaken by later ones, or came without its payload. */
  void lost(int label);

  /** A packet that went that way was not heard of for the time of a timer. */
  void timedOut(int label, long nowNanos);

  /** Nothing at all was heard for the time of a timer; after {@link #timedOut}. */
  void stalled();

  /**
   * How far ahead of the oldest missing packet one may arrive until that is taken for lost, by
   * whatever routes they went; {@link Integer#MAX_VALUE} if that tells nothing.
   */
  default int disorder() {
    return Integer.MAX_VALUE;
  }
}
