// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;

/**
 * The 40 bytes in front of a received datagram that say where it came from: an IPv6 header, or 20
 * zeros and an IPv4 header, as RoCEv2 has it instead of InfiniBand's global route header.
 *
 * <p>A UDP socket does not see that header, so what it cannot know is 0: type of service, flow
 * label, hop limit, identification, checksum.
 */
public final class Grh {
  /** Its length, for both IP versions. */
  public static final int BYTES = 40;

  private static final int IPV4_AT = 20;
  private static final int IPV4_BYTES = 20;
  private static final int UDP_BYTES = 8;
  private static final int PROTOCOL_UDP = 17;
  private static final int DONT_FRAGMENT = 0x4000;

  private Grh() {}

  /**
   * Writes it.
   *
   * @param packetBytes from the BTH to the end, CRC included
   * @param source of the same IP version as the destination
   */
  public static void write(
      MemorySegment into, long at, int packetBytes, IpAddress source, IpAddress destination) {
    into.asSlice(at, BYTES).fill((byte) 0);
    int udpBytes = UDP_BYTES + packetBytes;
    if (source.isIpv4()) {
      long ip = at + IPV4_AT;
      Wire.int32(into, ip, (0x45 << 24) | (IPV4_BYTES + udpBytes));
      Wire.int32(into, ip + 4, DONT_FRAGMENT);
      Wire.int32(into, ip + 8, PROTOCOL_UDP << 16);
      Wire.int32(into, ip + 12, (int) source.low());
      Wire.int32(into, ip + 16, (int) destination.low());
    } else {
      Wire.int32(into, at, 6 << 28);
      Wire.int32(into, at + 4, (udpBytes << 16) | (PROTOCOL_UDP << 8));
      Wire.int64(into, at + 8, source.high());
      Wire.int64(into, at + 16, source.low());
      Wire.int64(into, at + 24, destination.high());
      Wire.int64(into, at + 32, destination.low());
    }
  }
}
