// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.wire.PacketOpcode.READ_REQUEST;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_FIRST;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_LAST;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_MIDDLE;
import static io.sennit.roce.wire.PacketOpcode.WRITE_FIRST;
import static io.sennit.roce.wire.PacketOpcode.WRITE_LAST;
import static io.sennit.roce.wire.PacketOpcode.WRITE_MIDDLE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.Packet;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePairState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages whose packets all have the header of the first, between two Sennit ends only. */
final class EqualPacketsTest {
  private static final int MTU = Victim.MTU;
  private static final int RETH = 16;
  private static final int BTH = 12;
  private static final int ALL = 3 * MTU;

  private final Victim victim = new Victim(Features.EQUAL_PACKETS, EngineConfig.STANDARD);

  /** What a packet of a WRITE of three says behind its base header. */
  private Forgery rest(PacketOpcode opcode, int ahead, long address, int key, int length) {
    return victim.request(opcode, ahead, RETH + MTU).reth(address, key, length);
  }

  private Forgery first() {
    return victim.request(WRITE_FIRST, 0, MTU).reth(victim.address(), victim.key(), ALL);
  }

  private static List<Integer> sizes(List<Packet> packets) {
    return packets.stream()
        .map(each -> each.opcode().headerBytes() + each.payloadBytes())
        .toList();
  }

  @Test
  void packetsOfAWriteAreOfOneSizeAndEachSaysWhereItGoes() {
    Victim plain = new Victim(0, EngineConfig.STANDARD);
    victim.side.post(victim.side.request(Opcode.WRITE, 1, 0, ALL, victim.side));
    plain.side.post(plain.side.request(Opcode.WRITE, 1, 0, ALL, plain.side));
    int size = BTH + RETH + MTU;
    assertEquals(List.of(size, size, size), sizes(victim.sent()));
    assertEquals(List.of(size, BTH + MTU, BTH + MTU), sizes(plain.sent()));
  }

  @Test
  void answersToAReadAreOfOneSize() {
    victim.take(victim.request(READ_REQUEST, 0, 0).reth(victim.address(), victim.key(), ALL));
    List<Packet> answers = victim.sent();
    int size = BTH + Integer.BYTES + MTU;
    assertEquals(List.of(size, size, size), sizes(answers), answers::toString);
  }

  @Test
  void writeThatGoesOnAsItBeganIsPlaced() {
    victim.side.memory.segment().fill((byte) 0);
    long from = victim.address();
    victim.take(
        first(),
        rest(WRITE_MIDDLE, 1, from + MTU, victim.key(), 2 * MTU),
        rest(WRITE_LAST, 2, from + 2 * MTU, victim.key(), MTU));
    assertEquals("2 1f;", victim.answers());
    byte[] placed = victim.side.bytes(MTU, 2 * MTU);
    for (int at = 0; at < placed.length; at++) {
      int psn = Victim.FIRST_PSN + 1 + at / MTU;
      int expected = (RETH + at % MTU + psn) & 0xff;
      assertEquals(expected, placed[at] & 0xff, "byte " + at);
    }
  }

  @Test
  void writeThatGoesOnOtherwiseIsRefused() {
    assertRefused(WRITE_MIDDLE, 0, 0, 2 * MTU);
    assertRefused(WRITE_MIDDLE, MTU, 1, 2 * MTU);
    assertRefused(WRITE_MIDDLE, MTU, 0, ALL);
    assertRefused(WRITE_LAST, 2 * MTU, 0, MTU);
  }

  private static void assertRefused(PacketOpcode opcode, int offset, int keyOff, int length) {
    EqualPacketsTest fresh = new EqualPacketsTest();
    Victim victim = fresh.victim;
    victim.take(fresh.first());
    byte[] before = victim.side.bytes(MTU, 2 * MTU);
    victim.take(fresh.rest(opcode, 1, victim.address() + offset, victim.key() + keyOff, length));
    assertEquals("1 61;", victim.answers(), opcode + " of " + length + " at " + offset);
    assertArrayEquals(before, victim.side.bytes(MTU, 2 * MTU), opcode + " at " + offset);
    assertEquals(QueuePairState.ERROR, victim.side.queuePair.state());
  }

  @Test
  void packetsTooShortForTheHeaderAreRefused() {
    for (int bytes : new int[] {0, 4, RETH, MTU}) {
      EqualPacketsTest fresh = new EqualPacketsTest();
      fresh.victim.take(fresh.first(), fresh.victim.request(WRITE_MIDDLE, 1, bytes));
      assertEquals("1 61;", fresh.victim.answers(), bytes + " bytes");
    }
  }

  @Test
  void answersInTheMiddleHaveToAgreeToo() {
    victim.side.post(victim.side.request(Opcode.READ, 1, 0, ALL, victim.side));
    victim.sent();
    victim.take(victim.answer(READ_RESPONSE_FIRST, 0, MTU).aeth(Aeth.ACK));
    int refusal = Aeth.NAK_REMOTE_ACCESS;
    victim.take(victim.answer(READ_RESPONSE_MIDDLE, 1, Integer.BYTES + MTU).aeth(refusal));
    victim.take(victim.answer(READ_RESPONSE_MIDDLE, 1, MTU));
    assertEquals(2, victim.side.count(EngineCounters.Kind.UNEXPECTED_RESPONSE));
    victim.take(
        victim.answer(READ_RESPONSE_MIDDLE, 1, Integer.BYTES + MTU).aeth(Aeth.ACK),
        victim.answer(READ_RESPONSE_LAST, 2, MTU).aeth(Aeth.ACK));
    victim.sent();
    assertEquals(List.of("1 SUCCESS READ " + ALL), List.copyOf(victim.side.inbox));
  }

  @Test
  void messagesOfEverySizeArriveWhole() {
    Pair pair = new Pair(4, MTU);
    for (int length : new int[] {1, MTU - 1, MTU, MTU + 1, 2 * MTU, ALL + 1, 100 * MTU}) {
      for (Opcode opcode : List.of(Opcode.WRITE, Opcode.WRITE_WITH_IMMEDIATE)) {
        pair.far.receive(1, 0, 0);
        byte[] sent = pair.near.fill(0, length, pair.random());
        pair.near.post(pair.near.request(opcode, 1, 0, length, pair.far));
        assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), 1_000_000_000L), "not done");
        assertEquals("1 SUCCESS " + opcode + " " + length, pair.near.inbox.remove());
        assertArrayEquals(sent, pair.far.bytes(0, length), length + " bytes");
      }
    }
  }
}
