// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import io.sennit.roce.Burst;
import io.sennit.roce.wire.Ecn;
import java.lang.foreign.Arena;

/**
 * Sends bursts, whole or packet by packet. The class of those that have one is said with each, so
 * that all of a route leave by one socket, whose port decides which way they go. Confined to one
 * thread.
 */
public final class BurstMessage {
  private final Gather gather;

  /** Takes its memory from an arena that lives longer. */
  public BurstMessage(Arena arena) {
    gather = new Gather(arena, Burst.MOST_PACKETS);
  }

  /** Sends all packets by one message that the kernel cuts; returns 0, or the negated errno. */
  public int sendWhole(UdpSocket socket, Burst burst) {
    fill(burst);
    return gather.sendWhole(socket, burst.packetCount(), burst.segmentBytes());
  }

  /** Sends packets from one on, each by itself; returns how many left, or the negated errno. */
  public int sendApart(UdpSocket socket, Burst burst, int from) {
    fill(burst);
    return gather.sendApart(socket, from, burst.packetCount());
  }

  private void fill(Burst burst) {
    gather.address(burst.destination(), burst.destinationPort());
    if (burst.dscp() == 0) {
      gather.socketsClass();
    } else {
      gather.trafficClass(burst.destination().isIpv4(), burst.dscp() << Ecn.BITS | burst.ecn());
    }
    long scratch = burst.scratch().address();
    for (int packet = 0; packet < burst.packetCount(); packet++) {
      int vector = Gather.VECTORS * packet;
      gather.vector(vector, scratch + burst.headerOffset(packet), burst.headerLength(packet));
      gather.vector(
          vector + 1,
          burst.payload(packet).address() + burst.payloadOffset(packet),
          burst.payloadLength(packet));
      gather.vector(vector + 2, scratch + burst.trailerOffset(packet), burst.trailerLength(packet));
    }
  }

  /** Whether a send failed only because the kernel's buffer is full for the moment. */
  public static boolean isFull(int result) {
    return Gather.isFull(result);
  }

  /** Whether a whole burst was refused for being one, so that its packets may do. */
  public static boolean isUncut(int result) {
    return result == -Errno.EIO || result == -Errno.EINVAL;
  }

  /** A failed send in words. */
  public static String words(int result) {
    return Errno.words(-result);
  }
}
