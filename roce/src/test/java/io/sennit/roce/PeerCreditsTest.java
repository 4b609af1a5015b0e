// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.wire.PacketOpcode.ACKNOWLEDGE;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_ONLY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.Packet;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.Opcode;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A peer that is not Sennit says for how many messages it has receives. */
final class PeerCreditsTest {
  private static final int MTU = Victim.MTU;
  private static final int NO_LIMIT = 31;
  private final Victim victim = Victim.ofForeigner();

  private void post(Opcode opcode, int count, int length) {
    for (int id = 0; id < count; id++) {
      victim.side.post(victim.side.request(opcode, id, 0, length, victim.side));
    }
  }

  /** Acknowledges a packet, with a code of credits and the number of messages completed. */
  private List<Packet> acknowledge(int ahead, int code, int messages) {
    victim.nowNanos += 1_000;
    victim.take(
        victim.answer(ACKNOWLEDGE, ahead, 0).aeth(code).set(14, messages >> 8).set(15, messages));
    return victim.sent();
  }

  @Test
  void untilThePeerHasSpokenOneMessageIsSent() {
    post(Opcode.SEND, 8, 8);
    assertEquals(1, victim.sent().size());
    assertEquals(7, acknowledge(0, NO_LIMIT, 1).size(), "without a limit");
  }

  @Test
  void withoutCreditsOnePacketIsSentAndAsks() {
    post(Opcode.SEND, 8, 8);
    victim.sent();
    for (int message = 1; message < 8; message++) {
      List<Packet> sent = acknowledge(message - 1, 0, message);
      assertEquals(1, sent.size(), "behind message " + message);
      assertTrue(sent.getFirst().ackRequested(), "it asks");
    }
    acknowledge(7, 0, 8);
    assertEquals(8, victim.side.inbox.size(), victim.side.inbox::toString);
  }

  @Test
  void soManyMessagesAreSentAsThereAreCreditsAndOnePacketMore() {
    int[] counts = {0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96};
    for (int code = 0; code < counts.length; code++) {
      PeerCreditsTest fresh = new PeerCreditsTest();
      fresh.post(Opcode.SEND, 120, 8);
      fresh.victim.sent();
      assertEquals(counts[code] + 1, fresh.acknowledge(0, code, 1).size(), "code " + code);
    }
  }

  /** Of a message of several packets the first is sent, the others when that has a receive. */
  @Test
  void messageBeyondTheLimitGoesOnWhenItsFirstPacketIsAcknowledged() {
    post(Opcode.SEND, 1, 8);
    post(Opcode.SEND, 1, 3 * MTU);
    victim.sent();
    List<Packet> sent = acknowledge(0, 0, 1);
    assertEquals(1, sent.size());
    assertEquals(PacketOpcode.SEND_FIRST, sent.getFirst().opcode());
    assertTrue(sent.getFirst().ackRequested(), "it asks");
    assertEquals(2, acknowledge(1, 0, 1).size(), "the rest");
  }

  @Test
  void whatTakesNoReceiveIsNotHeldUp() {
    post(Opcode.WRITE, 1, 8);
    victim.sent();
    post(Opcode.WRITE, 3, 8);
    post(Opcode.READ, 1, 8);
    post(Opcode.SEND, 4, 8);
    List<Packet> sent = acknowledge(0, 1, 1);
    assertEquals(6, sent.size(), "three WRITEs, a READ, one SEND, and one packet more");
    assertEquals(
        2, sent.stream().filter(each -> each.opcode() == PacketOpcode.SEND_ONLY).count());
  }

  /** By the acknowledgement of the last packet again. */
  @Test
  void peerTellsOfNewReceivesByItself() {
    post(Opcode.SEND, 1, 8);
    victim.sent();
    assertEquals(0, acknowledge(0, 0, 1).size());
    post(Opcode.SEND, 8, 8);
    assertEquals(1, victim.sent().size(), "one packet");
    assertEquals(4, acknowledge(0, 4, 1).size(), "credits for four, and one packet more");
    assertEquals(3, acknowledge(0, NO_LIMIT, 1).size(), "the others");
  }

  @Test
  void creditsThatWereOvertakenTakeNothingBack() {
    post(Opcode.SEND, 1, 8);
    victim.sent();
    acknowledge(0, 8, 1);
    acknowledge(0, 0, 1);
    post(Opcode.SEND, 20, 8);
    assertEquals(17, victim.sent().size(), "16 credits, and one packet more");
  }

  @Test
  void dataOfAReadTellsOfCreditsToo() {
    post(Opcode.READ, 1, 8);
    victim.sent();
    victim.take(victim.answer(READ_RESPONSE_ONLY, 0, 8).aeth(3));
    victim.sent();
    post(Opcode.SEND, 8, 8);
    assertEquals(4, victim.sent().size(), "3 credits, and one packet more");
  }

  /** A peer without a receive asks to wait; the packet comes again then. */
  @Test
  void packetBeyondTheLimitIsRepeatedUntilThereIsAReceive() {
    post(Opcode.SEND, 2, 8);
    victim.sent();
    assertEquals(1, acknowledge(0, 0, 1).size());
    int wait = Aeth.receiverNotReady(1);
    for (int round = 0; round < 3; round++) {
      assertEquals(0, acknowledge(1, wait, 1).size(), "it waits");
      victim.nowNanos += Aeth.waitNanos(wait);
      assertEquals(1, victim.sent().size(), "round " + round);
    }
    acknowledge(1, 0, 2);
    assertEquals(List.of("0 SUCCESS SEND 8", "1 SUCCESS SEND 8"), List.copyOf(victim.side.inbox));
  }

  @Test
  void messagesAreCountedBeyondTheEndOfTheirNumbers() {
    PeerCredits credits = new PeerCredits(true);
    SendEntry entry = new SendEntry();
    credits.hear(2, 0xff_ffff);
    for (int message : IntStream.of(0xff_ffff, 0, 1).toArray()) {
      entry.message = message;
      assertTrue(!credits.isBeyond(entry), "message " + message);
    }
    entry.message = 2;
    assertTrue(credits.isBeyond(entry) && credits.admits(entry, 0, 0), "one packet more");
    entry.message = 3;
    assertTrue(!credits.admits(entry, 0, 0), "no more than that");
  }
}
