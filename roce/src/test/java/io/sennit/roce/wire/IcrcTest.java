// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** Packets that hardware and other software have sent, and what follows from linearity. */
final class IcrcTest {
  private static final int NO_PACKET_ID = 0xffff;

  /** A congestion notification captured from a ConnectX-4 Lx. */
  @Test
  void notificationOfANicIsIntact() {
    String packet = "8100ffff40000118000000000000000000000000000000000000000082fd002a";
    assertEquals("82fd002a", icrc("10.0.17.1", 0, "10.0.18.1", packet, 0x718c));
  }

  /** A SEND ONLY of scapy's own tests. */
  @Test
  void sendOfAnotherImplementationIsIntact() {
    String packet =
        "2460ffff000000d300cf1710" + "4630818be28935d90e9a95505401be885e500000" + "78f353f3";
    assertEquals("78f353f3", icrc("192.168.0.7", 49_152, "192.168.0.7", packet, 1144));
  }

  /** Computed by another program from the rule for IPv6. */
  @Test
  void ipv6PacketsAreCoveredToo() {
    Icrc icrc = Icrc.between(address("fd00::1"), 49_999, address("fd00::2"), 4791);
    String packet = "0400ffff0000123480000007" + "0011223344556677" + "00000000";
    assertEquals("5e415271", icrc(icrc, packet, NO_PACKET_ID));
    assertEquals("5e415271", icrc(icrc, packet, 0), "identification is not IPv6's");
  }

  @Test
  void congestionBitsAreNotCovered() {
    String plain = "0400ffff0000123480000007" + "00112233" + "00000000";
    String marked = "0400ffffc000123480000007" + "00112233" + "00000000";
    assertEquals(
        icrc("10.0.0.1", 5, "10.0.0.2", plain, 0), icrc("10.0.0.1", 5, "10.0.0.2", marked, 0));
  }

  @Test
  void addressesOfDifferentFamiliesHaveNone() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Icrc.between(address("10.0.0.1"), 1, address("fd00::2"), 2));
  }

  @Test
  void identificationsBelow128AreExplainedAndNoOthers() {
    ResidualIds ids = new ResidualIds();
    Randomness random = Randomness.seeded(1);
    Icrc icrc = Icrc.between(address("10.0.0.1"), 5, address("10.0.0.2"), 6);
    for (int packetBytes : new int[] {16, 28, 32, 1040, 4112}) {
      byte[] packet = new byte[packetBytes];
      random.nextBytes(packet);
      int expected = crc(icrc, packet, 0);
      for (int id = 1; id < 65_536; id += id < 256 ? 1 : 997) {
        int difference = expected ^ crc(icrc, packet, id);
        assertEquals(id < ResidualIds.ACCEPTED, ids.explain(difference, packetBytes), "id " + id);
      }
    }
  }

  @Test
  void brokenBytesAreNotExplained() {
    ResidualIds ids = new ResidualIds();
    Randomness random = Randomness.seeded(2);
    Icrc icrc = Icrc.between(address("10.0.0.1"), 5, address("10.0.0.2"), 6);
    byte[] packet = new byte[1040];
    int expected = crc(icrc, packet, 0);
    for (int bit = 0; bit < 1036 * 8; bit++) {
      if (bit / 8 == Bth.RESERVED_8A_AT) {
        continue;
      }
      packet[bit / 8] ^= (byte) (1 << (bit % 8));
      int difference = expected ^ crc(icrc, packet, random.nextInt(ResidualIds.ACCEPTED));
      packet[bit / 8] ^= (byte) (1 << (bit % 8));
      assertFalse(ids.explain(difference, 1040), "bit " + bit);
    }
    assertFalse(ids.explain(expected, 70_000), "longer than any packet");
    assertTrue(ids.explain(expected ^ crc(icrc, packet, 127), 1040));
  }

  @Test
  void piecesThatAreTakenAreLikeTheWholePacket() {
    byte[] packet = new byte[Icrc.MOST_BYTES + PacketCheck.ICRC_BYTES];
    Randomness.seeded(9).nextBytes(packet);
    MemorySegment bytes = MemorySegment.ofArray(packet);
    for (String other : List.of("10.0.0.2", "fd00::2")) {
      IpAddress own = address(other.replace('2', '1'));
      Icrc icrc = Icrc.between(own, 49152, address(other), 4791);
      int expected = crc(icrc, packet, 3);
      for (int cut = Bth.BYTES; cut <= Icrc.MOST_BYTES; cut++) {
        CRC32 crc = new CRC32();
        icrc.packet(packet.length, 3);
        icrc.take(0, bytes, 0, cut);
        icrc.take(cut, bytes, cut, Icrc.MOST_BYTES - cut);
        icrc.begin(crc, Icrc.MOST_BYTES);
        assertEquals(expected, (int) crc.getValue(), "cut at " + cut + " to " + other);
      }
    }
  }

  private static IpAddress address(String text) {
    return IpAddress.of(Addresses.bytes(text));
  }

  private static String icrc(String from, int port, String to, String packet, int id) {
    return icrc(Icrc.between(address(from), port, address(to), 4791), packet, id);
  }

  private static String icrc(Icrc icrc, String packet, int id) {
    byte[] bytes = HexFormat.of().parseHex(packet);
    return HexFormat.of().toHexDigits(Integer.reverseBytes(crc(icrc, bytes, id)));
  }

  private static int crc(Icrc icrc, byte[] packet, int id) {
    CRC32 crc = new CRC32();
    icrc.packet(packet.length, id);
    icrc.take(0, MemorySegment.ofArray(packet), 0, Bth.BYTES);
    icrc.begin(crc, Bth.BYTES);
    crc.update(packet, Bth.BYTES, packet.length - Bth.BYTES - PacketCheck.ICRC_BYTES);
    return (int) crc.getValue();
  }
}
