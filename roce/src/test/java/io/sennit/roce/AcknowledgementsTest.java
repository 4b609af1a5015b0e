// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.wire.PacketOpcode.FETCH_ADD;
import static io.sennit.roce.wire.PacketOpcode.READ_REQUEST;
import static io.sennit.roce.wire.PacketOpcode.SEND_ONLY;
import static io.sennit.roce.wire.PacketOpcode.WRITE_FIRST;
import static io.sennit.roce.wire.PacketOpcode.WRITE_LAST;
import static io.sennit.roce.wire.PacketOpcode.WRITE_ONLY;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.roce.wire.PacketOpcode;
import org.junit.jupiter.api.Test;

/** When requests are acknowledged, and what acknowledgements count. */
final class AcknowledgementsTest {
  private static final int MTU = Victim.MTU;
  private static final int READS = 4;

  /** Sequence numbers, and how many packets, of the orders that are tried. */
  private static final int KINDS = 4;

  private static final int MOST_PACKETS = 5;

  private static Forgery write(Victim victim, PacketOpcode opcode, int ahead, int payloadBytes) {
    return victim
        .request(opcode, ahead, payloadBytes)
        .reth(victim.address(), victim.key(), payloadBytes);
  }

  @Test
  void onlyWhatAsksForItIsAcknowledgedAtOnce() {
    Victim victim = new Victim();
    victim.take(write(victim, WRITE_ONLY, 0, 8).unasked());
    assertEquals("", victim.answers(), "behind one that does not ask");
    victim.take(write(victim, WRITE_ONLY, 1, 8));
    assertEquals("1 1f;", victim.answers(), "behind one that asks");
  }

  /** Its data acknowledges a READ, and so does the original value an atomic. */
  @Test
  void whatHasAnAnswerOfItsOwnGetsNoOther() {
    Victim victim = new Victim();
    victim.take(
        victim.request(READ_REQUEST, 0, 0).reth(victim.address(), victim.key(), 8),
        victim.request(FETCH_ADD, 1, 0).atomic(victim.address(), victim.key(), 1, 0));
    assertEquals("0 1f;1 1f;", victim.answers());
  }

  /** Not even when a queue pair's turn, or the room in a socket, ends in the middle of the data. */
  @Test
  void acknowledgementDoesNotOvertakeData() {
    for (int room : new int[] {0, 1, Integer.MAX_VALUE}) {
      Victim victim = new Victim();
      int each = Victim.MEMORY_BYTES / MTU;
      StringBuilder expected = new StringBuilder();
      for (int read = 0; read < READS; read++) {
        victim.take(victim
            .request(READ_REQUEST, read * each, 0)
            .reth(victim.address(), victim.key(), Victim.MEMORY_BYTES));
        for (int packet = 0; packet < each; packet++) {
          boolean middle = packet != 0 && packet != each - 1;
          expected.append(read * each + packet).append(middle ? " 0;" : " 1f;");
        }
      }
      victim.take(write(victim, WRITE_ONLY, READS * each, 8));
      expected.append(READS * each).append(" 1f;");
      victim.side.node.room = room;
      StringBuilder answers = new StringBuilder(victim.answers());
      victim.side.node.room = Integer.MAX_VALUE;
      for (String some = victim.answers(); !some.isEmpty(); some = victim.answers()) {
        answers.append(some);
      }
      assertEquals(expected.toString(), answers.toString(), room + " bursts at first");
    }
  }

  /** The acknowledgement of the first packet was lost; the data before it tells nothing new. */
  @Test
  void repeatedRequestBehindAnAnsweredReadIsAcknowledged() {
    Victim victim = new Victim();
    Forgery write = write(victim, WRITE_ONLY, 0, 8);
    victim.take(write, victim.request(READ_REQUEST, 1, 0).reth(victim.address(), victim.key(), 8));
    assertEquals("1 1f;", victim.answers());
    victim.take(write);
    assertEquals("1 1f;", victim.answers(), "behind the repeated one");
  }

  /** A READ counts when it is accepted, a message of several packets with its last one. */
  @Test
  void everyMessageIsCountedOnce() {
    Victim victim = new Victim();
    int before = victim.messageSequence;
    victim.take(victim.request(WRITE_FIRST, 0, MTU).reth(victim.address(), victim.key(), MTU + 8));
    victim.sent();
    assertEquals(before, victim.messageSequence, "in the middle of the first message");
    victim.take(victim.request(WRITE_LAST, 1, 8));
    victim.sent();
    assertEquals(before + 1, victim.messageSequence, "behind a WRITE");
    Forgery read = victim.request(READ_REQUEST, 2, 0).reth(victim.address(), victim.key(), 8);
    victim.take(read, read);
    victim.sent();
    assertEquals(before + 2, victim.messageSequence, "behind a READ that came twice");
  }

  /** A packet comes ahead of its turn, asks for an answer, and is dropped: the peer is told. */
  @Test
  void gapThatIsClosedInTheSameTurnLeavesNobodyWaiting() {
    Victim victim = new Victim();
    victim.take(write(victim, WRITE_ONLY, 1, 8), write(victim, WRITE_ONLY, 0, 8).unasked());
    assertEquals("1 60;", victim.answers(), "behind 1 and 0");
  }

  /**
   * Every order of some packets within one turn, those asking that come ahead. The first one that
   * is missing is asked for if any behind it was dropped; else what came twice, or was dropped and
   * has come since, is acknowledged.
   */
  @Test
  void everyOrderOfPacketsInOneTurnLeavesNobodyWaiting() {
    for (int packets = 1; packets <= MOST_PACKETS; packets++) {
      for (int order = 0; order < Math.pow(KINDS, packets); order++) {
        assertNobodyWaits(order, packets);
      }
    }
  }

  private static void assertNobodyWaits(int order, int packets) {
    Victim victim = new Victim();
    int expected = 0;
    int furthest = -1;
    boolean asked = false;
    StringBuilder came = new StringBuilder();
    for (int at = 0, left = order; at < packets; at++, left /= KINDS) {
      int psn = left % KINDS;
      boolean asks = psn > expected;
      Forgery packet = write(victim, WRITE_ONLY, psn, 8);
      victim.take(asks ? packet : packet.unasked());
      came.append(psn).append(' ');
      asked |= psn != expected;
      furthest = asks ? Math.max(furthest, psn) : furthest;
      expected += psn == expected ? 1 : 0;
    }
    String answer = asked ? expected - 1 + " 1f;" : "";
    answer = furthest >= expected ? expected + " 60;" : answer;
    assertEquals(answer, victim.answers(), () -> "behind " + came);
  }

  /** Behind a gap only what the peer does not know yet is told without being asked. */
  @Test
  void newGapIsToldAtOnceAndWhatFollowsIsNot() {
    Victim victim = new Victim(Features.SELECTIVE_REPAIR, EngineConfig.STANDARD);
    victim.side.receive(1, 0, 64);
    victim.side.receive(2, 64, 64);
    victim.take(victim.request(SEND_ONLY, 1, 8).unasked());
    assertEquals("-1 1f;", victim.answers(), "behind the gap");
    victim.take(victim.request(SEND_ONLY, 2, 8).unasked());
    assertEquals("", victim.answers(), "behind what is right behind the gap");
    victim.take(victim.request(SEND_ONLY, 4, 8).unasked());
    assertEquals("-1 1f;", victim.answers(), "behind another gap");
    victim.take(victim.request(SEND_ONLY, 2, 8).unasked());
    assertEquals("-1 1f;", victim.answers(), "behind one that is here already");
    victim.take(write(victim, WRITE_ONLY, 0, 8).unasked());
    assertEquals("2 1f;", victim.answers(), "behind the missing one");
  }
}
