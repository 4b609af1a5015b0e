// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Headers, the opcode table, sequence numbers. */
final class WireTest {
  private static final int RESERVED_CODES = 7;

  private final MemorySegment packet = MemorySegment.ofArray(new byte[128]);

  @Test
  void headersAreWhereIbtaHasThem() {
    Bth.begin(packet, 0, PacketOpcode.WRITE_ONLY_IMMEDIATE, 3);
    Bth.address(packet, 0, 0x123456, 0xabcdef, true);
    Reth.write(packet, 0, 0x0102030405060708L, 0x11121314, 0x21222324);
    ImmDt.write(packet, 0, PacketOpcode.WRITE_ONLY_IMMEDIATE, 0x31323334);
    assertEquals(
        "0b70ffff0012345680abcdef01020304050607081112131421222324" + "31323334",
        HexFormat.of().formatHex(bytes(32)));
  }

  @Test
  void keyToInvalidateIsTheLastHeader() {
    Bth.begin(packet, 0, PacketOpcode.SEND_ONLY_INVALIDATE, 0);
    Ieth.write(packet, 0, PacketOpcode.SEND_ONLY_INVALIDATE, 0x31323334);
    assertEquals("31323334", HexFormat.of().formatHex(bytes(16)).substring(24));
    assertEquals(0x31323334, Ieth.remoteKey(packet, 0, PacketOpcode.SEND_ONLY_INVALIDATE));
  }

  @Test
  void atomicHeadersAreWhereIbtaHasThem() {
    Bth.begin(packet, 0, PacketOpcode.COMPARE_SWAP, 0);
    AtomicEth.target(packet, 0, 0x0102030405060708L, 0x11121314);
    AtomicEth.operands(packet, 0, 0x2122232425262728L, 0x3132333435363738L);
    assertEquals(
        "0102030405060708111213142122232425262728" + "3132333435363738",
        HexFormat.of().formatHex(bytes(40)).substring(24));
    assertEquals(0x2122232425262728L, AtomicEth.swapOrAdd(packet, 0));
    assertEquals(0x3132333435363738L, AtomicEth.compare(packet, 0));
  }

  @Test
  void flushHeadersAreWhereIbtaHasThem() {
    Bth.begin(packet, 0, PacketOpcode.FLUSH, 0);
    Feth.write(packet, 0, Feth.GLOBAL_VISIBILITY | Feth.PERSISTENCE, Feth.REGION);
    Reth.write(packet, Feth.rethBase(0), 0x0102030405060708L, 0x11121314, 0x21222324);
    assertEquals(
        "00000013" + "01020304050607081112131421222324",
        HexFormat.of().formatHex(bytes(32)).substring(24));
    assertEquals(3, Feth.placementType(packet, 0));
    assertEquals(Feth.REGION, Feth.selectivityLevel(packet, 0));
  }

  @Test
  void acknowledgementsAreWhereIbtaHasThem() {
    Aeth.write(packet, 0, Aeth.NAK_REMOTE_ACCESS, 0x1234567);
    AtomicAckEth.write(packet, 0, -2);
    assertEquals(
        "62234567" + "fffffffffffffffe", HexFormat.of().formatHex(bytes(24)).substring(24));
    assertEquals(Aeth.Type.NAK, Aeth.type(Aeth.syndrome(packet, 0)));
    assertEquals(0x234567, Aeth.messageSequence(packet, 0));
  }

  @Test
  void datagramHeadersAreWhereIbtaHasThem() {
    Bth.begin(packet, 0, PacketOpcode.UD_SEND_ONLY_IMMEDIATE, 0);
    Bth.address(packet, 0, 1, 7, false);
    Deth.write(packet, 0, 0x8001_0000, 0x123456);
    ImmDt.write(packet, 0, PacketOpcode.UD_SEND_ONLY_IMMEDIATE, 0x31323334);
    assertEquals(
        "6500ffff" + "00000001" + "00000007" + "80010000" + "00123456" + "31323334",
        HexFormat.of().formatHex(bytes(24)));
    assertEquals(0x8001_0000, Deth.queueKey(packet, 0));
    assertEquals(0x123456, Deth.sourceQueuePair(packet, 0));
  }

  @Test
  void routeHeaderOfIpv4IsAnIpHeaderBehindTwentyZeros() {
    Grh.write(packet, 0, 280, IpAddress.ofIpv4(0x0a000101), IpAddress.ofIpv4(0x0a000201));
    assertEquals(
        "00".repeat(20) + "45000134" + "00004000" + "00110000" + "0a000101" + "0a000201",
        HexFormat.of().formatHex(bytes(40)));
  }

  @Test
  void routeHeaderOfIpv6IsTheIpHeader() {
    Grh.write(packet, 0, 280, new IpAddress(0xfd00L << 48, 1), new IpAddress(0xfd00L << 48, 2));
    assertEquals(
        "60000000" + "01201100" + "fd00" + "00".repeat(13) + "01" + "fd00" + "00".repeat(13) + "02",
        HexFormat.of().formatHex(bytes(40)));
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    MemorySegment.ofArray(bytes).copyFrom(packet.asSlice(0, count));
    return bytes;
  }

  @Test
  void everyOpcodeKnowsItsLength() {
    int[][] lengths = {
      {0x00, 12},
      {0x01, 12},
      {0x02, 12},
      {0x03, 16},
      {0x04, 12},
      {0x05, 16},
      {0x06, 28},
      {0x07, 12},
      {0x08, 12},
      {0x09, 16},
      {0x0a, 28},
      {0x0b, 32},
      {0x0c, 28},
      {0x0d, 16},
      {0x0e, 12},
      {0x0f, 16},
      {0x10, 16},
      {0x11, 16},
      {0x12, 24},
      {0x13, 40},
      {0x14, 40},
      {0x16, 16},
      {0x17, 16},
      {0x1c, 32},
      {0x1d, 28},
      {0x20, 12},
      {0x21, 12},
      {0x22, 12},
      {0x23, 16},
      {0x24, 12},
      {0x25, 16},
      {0x26, 28},
      {0x27, 12},
      {0x28, 12},
      {0x29, 16},
      {0x2a, 28},
      {0x2b, 32},
      {0x64, 20},
      {0x65, 24},
      {0x81, 28},
      {0xc0, 20},
      {0xc1, 20}
    };
    int known = 0;
    for (int code = 0; code < 256; code++) {
      known += PacketOpcode.of(code) == null ? 0 : 1;
    }
    assertEquals(lengths.length + RESERVED_CODES, known, "opcodes");
    for (int[] row : lengths) {
      PacketOpcode opcode = PacketOpcode.of(row[0]);
      assertNotNull(opcode, "opcode " + row[0]);
      assertEquals(row[1], opcode.headerBytes(), opcode.name());
      assertEquals(row[0], opcode.code(), opcode.name());
    }
  }

  /** IBTA: who does not migrate paths by itself says that it has; NICs' notices do not. */
  @Test
  void packetsOfConnectionsSayThatTheirPathHasMigrated() {
    for (PacketOpcode opcode : PacketOpcode.values()) {
      Bth.begin(packet, 0, opcode, 2);
      boolean connected = opcode.code() < 0x40;
      assertEquals(connected ? 0x60 : 0x20, bytes(2)[1], opcode.name());
    }
  }

  /** Whatever bytes come: what the check accepts, every accessor can read within the length. */
  @Test
  void whatTheCheckAcceptsIsWithinThePacket() {
    Randomness random = Randomness.seeded(3);
    int accepted = 0;
    for (int round = 0; round < 200_000; round++) {
      byte[] bytes = new byte[random.nextInt(64)];
      random.nextBytes(bytes);
      if (bytes.length > 3 && random.nextBoolean()) {
        bytes[0] = (byte) random.nextInt(0x16);
        bytes[1] = (byte) (bytes[1] & 0xf0);
        bytes[2] = -1;
        bytes[3] = -1;
      }
      MemorySegment exact = MemorySegment.ofArray(bytes);
      Packet read = Packet.read(exact, 0, bytes.length);
      if (read != null) {
        accepted++;
        int end = read.opcode().headerBytes() + read.payloadBytes() + Bth.padBytes(exact, 0);
        assertTrue(read.payloadBytes() >= 0, read.toString());
        assertEquals(bytes.length, end + PacketCheck.ICRC_BYTES, read.toString());
      }
    }
    assertTrue(accepted > 10_000, "accepted " + accepted);
  }

  @Test
  void malformedPacketsAreNone() {
    assertNotNull(check("0400ffff0000123480000007" + "00000000"));
    assertNull(check("0400ffff00001234800000"), "shorter than a header");
    assertNull(check("0400ffff0000123480000007" + "000000"), "no room for the CRC");
    assertNull(check("3500ffff0000123480000007" + "00000000"), "unknown opcode");
    assertNull(check("ff00ffff00ffffff80000007" + "00".repeat(36)), "unknown opcode to multicast");
    assertNull(check("0400ffff00ffffff80000007" + "00000000"), "multicast");
    assertNull(check("0401ffff0000123480000007" + "00000000"), "another version");
    assertNull(check("0400ff0f0000123480000007" + "00000000"), "another partition");
    assertNotNull(check("04007fff0000123480000007" + "00000000"), "a limited member");
    assertNull(check("0430ffff0000123480000007" + "00000000"), "more padding than payload");
    assertNull(check("0400ffff0000123480000007" + "ab" + "00000000"), "no padding to a word");
    assertNull(check("0a00ffff0000123480000007" + "00".repeat(16)), "shorter than its headers");
  }

  private static @Nullable PacketOpcode check(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    return PacketCheck.opcode(MemorySegment.ofArray(bytes), 0, bytes.length);
  }

  @Test
  void sequenceNumbersWrap() {
    assertEquals(0, Psn.plus(0xffffff, 1));
    assertEquals(0xffffff, Psn.plus(0, -1));
    assertEquals(2, Psn.minus(1, 0xffffff));
    assertEquals(-2, Psn.minus(0xffffff, 1));
    assertEquals(-(1 << 23), Psn.minus(1 << 23, 0));
    assertEquals((1 << 23) - 1, Psn.minus((1 << 23) - 1, 0));
  }

  @Test
  void messagesTakeAsManyPacketsAsTheyNeed() {
    assertEquals(1, Psn.packets(0, 256));
    assertEquals(1, Psn.packets(256, 256));
    assertEquals(2, Psn.packets(257, 256));
    assertEquals(65_536, Psn.packets(16 << 20, 256));
    assertEquals(1 << 23, Psn.packets(Integer.MAX_VALUE, 256));
    assertEquals(1 << 23, Psn.packets(1L << 31, 256));
  }

  @Test
  void waitingTimesAreIbtas() {
    assertEquals(655_360_000, RnrTimer.nanos(0));
    assertEquals(10_000, RnrTimer.nanos(1));
    assertEquals(61_440_000, RnrTimer.nanos(25));
    assertEquals(491_520_000, RnrTimer.nanos(31));
    assertEquals(10_240_000, Aeth.waitNanos(Aeth.receiverNotReady(20)));
  }

  @Test
  void addressesAreTheirBytes() {
    for (String literal : new String[] {"127.0.0.1", "10.1.2.3", "fd00:1:2:3:4:5:6:7"}) {
      assertEquals(literal, IpAddress.of(Addresses.bytes(literal)).toString());
    }
    assertTrue(IpAddress.ofIpv4(0x7f000001).isIpv4());
  }
}
