// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.nio.ByteBuffer;

/**
 * The IP and UDP headers that a packet has on the wire and a socket does not show: those fields
 * that the invariant CRC covers are true, time to live and checksums are made up.
 */
public final class IpHeaders {
  private static final int IPV4_BYTES = 20;
  private static final int IPV6_BYTES = 40;
  private static final int UDP_BYTES = 8;
  private static final int DO_NOT_FRAGMENT = 0x4000;
  private static final int HOPS = 64;
  private static final int UDP = 17;
  private static final int CLASS_BITS = 8;
  private static final int CLASS_MASK = (1 << CLASS_BITS) - 1;

  private IpHeaders() {}

  /** What {@link #put} is told of a packet: ECN bits, DSCP and IPv4 identification. */
  public static int marks(int ecn, int dscp, int identification) {
    return ecn | dscp << Ecn.BITS | identification << CLASS_BITS;
  }

  /** One end of a packet's way. */
  public record End(IpAddress address, int port) {}

  /** Bytes of both headers, between addresses of this kind. */
  public static int bytes(IpAddress address) {
    return (address.isIpv4() ? IPV4_BYTES : IPV6_BYTES) + UDP_BYTES;
  }

  /**
   * Puts both headers.
   *
   * @param payloadBytes what follows the UDP header
   * @param marks the traffic class in the low 8 bits, the IPv4 identification above
   */
  public static void put(ByteBuffer into, End from, End to, int payloadBytes, int marks) {
    int trafficClass = marks & CLASS_MASK;
    if (to.address().isIpv4()) {
      putIpv4(into, from, to, payloadBytes, marks);
    } else {
      into.putInt(6 << 28 | trafficClass << 20).putShort((short) (UDP_BYTES + payloadBytes));
      into.put((byte) UDP).put((byte) HOPS);
      putIpv6(into, from.address());
      putIpv6(into, to.address());
    }
    into.putShort((short) from.port()).putShort((short) to.port());
    into.putShort((short) (UDP_BYTES + payloadBytes)).putShort((short) 0);
  }

  private static void putIpv4(ByteBuffer into, End from, End to, int payloadBytes, int marks) {
    int start = into.position();
    into.put((byte) 0x45).put((byte) marks);
    into.putShort((short) (IPV4_BYTES + UDP_BYTES + payloadBytes));
    into.putShort((short) (marks >>> CLASS_BITS)).putShort((short) DO_NOT_FRAGMENT);
    into.put((byte) HOPS).put((byte) UDP).putShort((short) 0);
    into.putInt((int) from.address().low()).putInt((int) to.address().low());
    into.putShort(start + 10, checksum(into, start));
  }

  private static short checksum(ByteBuffer header, int start) {
    return (short) ~fold(sum(header, start, start + IPV4_BYTES));
  }

  private static long sum(ByteBuffer bytes, int from, int to) {
    long sum = 0;
    for (int at = from; at + 1 < to; at += Short.BYTES) {
      sum += Short.toUnsignedInt(bytes.getShort(at));
    }
    return (to - from) % Short.BYTES == 0
        ? sum
        : sum + (Byte.toUnsignedInt(bytes.get(to - 1)) << 8);
  }

  private static int fold(long sum) {
    long folded = sum;
    while (folded > 0xffff) {
      folded = (folded & 0xffff) + (folded >>> 16);
    }
    return (int) folded;
  }

  /**
   * Puts the UDP checksum of a finished packet where IPv6 asks for one; IPv4 does without.
   *
   * @param start of its IP header; it ends at the buffer's position
   */
  public static void seal(ByteBuffer packet, int start) {
    if (packet.get(start) >>> 4 == 6) {
      int udp = start + IPV6_BYTES;
      int end = packet.position();
      long pseudoHeader = sum(packet, start + 8, udp) + UDP + (end - udp);
      int checksum = ~fold(pseudoHeader + sum(packet, udp, end)) & 0xffff;
      packet.putShort(udp + 6, (short) (checksum == 0 ? 0xffff : checksum));
    }
  }

  private static void putIpv6(ByteBuffer into, IpAddress address) {
    into.putLong(address.high()).putLong(address.low());
  }
}
