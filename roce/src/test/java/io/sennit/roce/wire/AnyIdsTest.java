// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** The identification that a packet was sent with follows from its CRC. */
final class AnyIdsTest {
  private final AnyIds ids = new AnyIds();
  private final Icrc icrc = Icrc.between(address("10.0.17.1"), 0, address("10.0.18.1"), 4791);

  private static IpAddress address(String literal) {
    return IpAddress.of(Addresses.bytes(literal));
  }

  /** A congestion notification captured from a ConnectX-4 Lx; its identification was 0x718c. */
  @Test
  void identificationOfANicsPacketIsFound() {
    byte[] packet = HexFormat.of()
        .parseHex("8100ffff40000118" + "000000000000000000000000000000000000000082fd002a");
    int shown = PacketCheck.icrc(MemorySegment.ofArray(packet), 0, packet.length);
    assertEquals(0x718c, ids.identification(crc(packet, 0) ^ shown, packet.length));
  }

  @Test
  void everyIdentificationIsFoundForEveryLength() {
    Randomness random = Randomness.seeded(3);
    for (int packetBytes : new int[] {16, 28, 44, 280, 1052, 4128, 4160}) {
      byte[] packet = new byte[packetBytes];
      random.nextBytes(packet);
      int zero = crc(packet, 0);
      for (int id = 0; id < 1 << 16; id += packetBytes < 50 ? 1 : 251) {
        assertEquals(id, ids.identification(zero ^ crc(packet, id), packetBytes), "identification");
      }
    }
  }

  /** One of 65,536 differences is explained: that is what is left of the check. */
  @Test
  void otherDifferencesAreExplainedAsRarelyAsThereAreBitsLeft() {
    Randomness random = Randomness.seeded(5);
    int explained = 0;
    int tries = 1 << 22;
    for (int at = 0; at < tries; at++) {
      explained += ids.explain(random.nextInt(Integer.MAX_VALUE), 1040) ? 1 : 0;
    }
    assertTrue(
        explained > 16 && explained < 256, explained + " of " + tries + ", 64 are to be expected");
    assertEquals(-1, ids.identification(0, 70_000), "longer than any packet");
  }

  private int crc(byte[] packet, int id) {
    CRC32 crc = new CRC32();
    icrc.packet(packet.length, id);
    icrc.take(0, MemorySegment.ofArray(packet), 0, Bth.BYTES);
    icrc.begin(crc, Bth.BYTES);
    crc.update(packet, Bth.BYTES, packet.length - Bth.BYTES - PacketCheck.ICRC_BYTES);
    return (int) crc.getValue();
  }
}
