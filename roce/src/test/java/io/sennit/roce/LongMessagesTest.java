// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Messages far longer than anything that is under way at a time; IBTA's longest have 2^31 bytes.
 */
final class LongMessagesTest {
  private static final int LONG = (16 << 20) + 4096;
  private static final int MEMORY_BYTES = 2 * LONG;
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  @Test
  void readsWritesAndSendsOfMoreThanSixteenMebibytes() {
    assertMoved(Pair.withMemory(1, 1024, MEMORY_BYTES));
  }

  @Test
  void readsWritesAndSendsOfMoreThanSixteenMebibytesWithAnybody() {
    assertMoved(Pair.withMemory(2, 1024, MEMORY_BYTES).foreign());
  }

  private static void assertMoved(Pair pair) {
    for (Opcode opcode : List.of(Opcode.WRITE, Opcode.READ, Opcode.SEND)) {
      int length = opcode == Opcode.READ ? (16 << 20) + 1 : LONG;
      Side source = opcode == Opcode.READ ? pair.far : pair.near;
      Side target = opcode == Opcode.READ ? pair.near : pair.far;
      byte[] bytes = source.fill(0, length, Randomness.seeded(length));
      if (opcode == Opcode.SEND) {
        pair.far.receive(9, 0, LONG);
      }
      pair.near.post(pair.near.request(opcode, 1, 0, length, pair.far));
      assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), PATIENCE_NANOS), opcode.name());
      assertEquals("1 SUCCESS " + opcode + " " + length, pair.near.inbox.remove());
      assertArrayEquals(bytes, target.bytes(0, length), opcode.name());
    }
    assertEquals(List.of("9 SUCCESS RECEIVE " + LONG), List.copyOf(pair.far.inbox));
  }

  /** A peer asks for all by one request, where this side would send several. */
  @Test
  void placesOfAnswersToTheLongestReadAreRight() {
    Reply reply = new Reply();
    reply.length = 1L << 31;
    reply.packets = 1 << 23;
    reply.rewind(0, reply.packets);
    assertTrue(reply.covers(reply.firstPsn) && reply.covers((1 << 23) - 1));
    assertFalse(reply.covers(0x80_0000), "the packet behind it");
    reply.next = reply.packets - 1;
    assertEquals(256, reply.payloadBytes(256));
    assertEquals(PacketOpcode.READ_RESPONSE_LAST, reply.opcode());
  }

  /** Places of packets at the end of the longest request of this side's. */
  @Test
  void lastPacketsOfTheLongestRequestAreWhereTheyBelong() {
    Pair pair = Pair.withMemory(4, 256, Side.MEMORY_BYTES);
    SendEntry entry = new SendEntry();
    WorkRequest request = pair.near.request(Opcode.WRITE, 1, 0, 8, pair.far);
    entry.fill(request, 256);
    entry.length = Integer.MAX_VALUE;
    entry.packets = 1 << 23;
    assertEquals(256, entry.payloadBytes(entry.packets - 2));
    assertEquals(255, entry.payloadBytes(entry.packets - 1));
    int overhead = 2 * SendEntry.OVERHEAD_BYTES;
    assertEquals(511 + overhead, entry.costBytes(entry.packets - 2, entry.packets));
    SendQueue queue = new SendQueue(0xff_fff0);
    queue.add(entry);
    SendEntry behind = queue.take();
    behind.fill(request, 256);
    queue.add(behind);
    assertFalse(behind.begun, "as far away as numbers go");
    assertEquals(entry, queue.find(0xff_fff0));
    assertEquals(entry, queue.find(0x7f_ffef));
    assertEquals(behind, queue.find(0x7f_fff0));
  }
}
