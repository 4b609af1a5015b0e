// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The invariant CRC of one flow: CRC-32 over eight bytes of ones, the IP and UDP headers as they
 * are on the wire, and the packet up to the CRC itself; with ones instead of whatever may change on
 * the way (type of service, hop limit, flow label, checksums, and the BTH's byte 4).
 *
 * <p>Identification and the don't-fragment flag of IPv4 are covered although a UDP socket neither
 * sets nor sees them: an unconnected socket that forbids fragmentation sends 0 and the flag, and a
 * segmented send counts from 0. See {@link ResidualIds} for the receiving side.
 *
 * <p>Confined to one thread; reused for every packet of the flow.
 */
public final class Icrc {
  /** Most bytes of a packet that {@link #take} may be given: its headers, or all of a short one. */
  public static final int MOST_BYTES = 128;

  private static final int PSEUDO_BYTES = 8;
  private static final int IPV4_BYTES = 20;
  private static final int IPV6_BYTES = 40;
  private static final int UDP_BYTES = 8;
  private static final int PROTOCOL_UDP = 17;
  private static final int IPV4_ID_AT = PSEUDO_BYTES + 4;

  /** Covered bytes behind the low byte of IPv4's identification, those of the packet aside. */
  static final int BEHIND_ID_BYTES = IPV4_BYTES - 6 + UDP_BYTES;

  private final byte[] covered;
  private final MemorySegment room;
  private final boolean ipv4;
  private final int udpAt;

  private Icrc(byte[] covered, boolean ipv4, int udpAt) {
    this.covered = covered;
    room = MemorySegment.ofArray(covered);
    this.ipv4 = ipv4;
    this.udpAt = udpAt;
  }

  /**
   * That of packets between two addresses of the same family.
   *
   * @throws IllegalArgumentException if the families differ
   */
  public static Icrc between(
      IpAddress source, int sourcePort, IpAddress destination, int destinationPort) {
    if (source.isIpv4() != destination.isIpv4()) {
      throw new IllegalArgumentException(
          "no packet goes from " + source + " to " + destination + ": not the same IP version");
    }
    boolean ipv4 = source.isIpv4();
    int udpAt = PSEUDO_BYTES + (ipv4 ? IPV4_BYTES : IPV6_BYTES);
    byte[] covered = new byte[udpAt + UDP_BYTES + MOST_BYTES];
    Arrays.fill(covered, (byte) -1);
    byte[] from = source.bytes();
    byte[] to = destination.bytes();
    if (ipv4) {
      covered[PSEUDO_BYTES] = 0x45;
      set16(covered, PSEUDO_BYTES + 6, 0x4000);
      covered[PSEUDO_BYTES + 9] = PROTOCOL_UDP;
    } else {
      covered[PSEUDO_BYTES] = 0x6f;
      covered[PSEUDO_BYTES + 6] = PROTOCOL_UDP;
    }
    System.arraycopy(from, 0, covered, udpAt - 2 * to.length, from.length);
    System.arraycopy(to, 0, covered, udpAt - to.length, to.length);
    Icrc made = new Icrc(covered, ipv4, udpAt);
    made.sourcePort(sourcePort);
    set16(covered, udpAt + 2, destinationPort);
    return made;
  }

  private static void set16(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >> 8);
    bytes[at + 1] = (byte) value;
  }

  /** Changes the UDP source port, which a foreign peer may choose for each packet. */
  public void sourcePort(int port) {
    set16(covered, udpAt, port);
  }

  /** Whether identification is covered at all. */
  public boolean isIpv4() {
    return ipv4;
  }

  /**
   * Takes lengths and number of the next packet.
   *
   * @param packetBytes from the BTH to the end, CRC included
   * @param identification IPv4's, 16 bits; without meaning on IPv6
   */
  public void packet(int packetBytes, int identification) {
    int udpBytes = UDP_BYTES + packetBytes;
    set16(covered, udpAt + 4, udpBytes);
    if (ipv4) {
      set16(covered, PSEUDO_BYTES + 2, IPV4_BYTES + udpBytes);
      set16(covered, IPV4_ID_AT, identification);
    } else {
      set16(covered, PSEUDO_BYTES + 4, udpBytes);
    }
  }

  /**
   * Takes a piece of the packet's beginning, which costs less than to run it through the CRC by
   * itself.
   *
   * @param at where in the packet it lies; all pieces lie within {@value #MOST_BYTES} bytes
   */
  public void take(int at, MemorySegment from, long offset, int bytes) {
    MemorySegment.copy(from, offset, room, udpAt + UDP_BYTES + at, bytes);
  }

  /** Starts a CRC with what was taken, so many bytes; the caller adds the rest of the packet. */
  public void begin(CRC32 crc, int bytes) {
    int at = udpAt + UDP_BYTES;
    covered[at + Bth.RESERVED_8A_AT] = -1;
    crc.reset();
    crc.update(covered, 0, at + bytes);
  }
}
