// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.wire.PacketOpcode.ACKNOWLEDGE;
import static io.sennit.roce.wire.PacketOpcode.ATOMIC_ACKNOWLEDGE;
import static io.sennit.roce.wire.PacketOpcode.CONGESTION_NOTIFICATION;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_FIRST;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_LAST;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_ONLY;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.Packet;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePairState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a requester does with answers that are wrong, late, or to nothing it has asked. */
final class ForgedAnswersTest {
  private static final int MTU = Victim.MTU;

  private Victim victim = new Victim();

  private List<Packet> post(Opcode opcode, long id, int length) {
    victim.side.post(victim.side.request(opcode, id, 0, length, victim.side));
    return victim.sent();
  }

  private Forgery ack(int ahead) {
    return victim.answer(ACKNOWLEDGE, ahead, 0).aeth(Aeth.ACK);
  }

  private void assertCompletions(String... completions) {
    victim.sent();
    assertEquals(List.of(completions), List.copyOf(victim.side.inbox));
    victim.side.inbox.clear();
  }

  @Test
  void acknowledgementOfSomethingNeverSentIsIgnored() {
    post(Opcode.WRITE, 1, 8);
    victim.take(ack(1), ack(100), ack(-1), ack(1 << 23));
    assertCompletions();
    assertEquals(4, victim.side.count(EngineCounters.Kind.UNEXPECTED_RESPONSE));
    victim.take(ack(0));
    assertCompletions("1 SUCCESS WRITE 8");
  }

  @Test
  void acknowledgementTwiceCompletesOnce() {
    post(Opcode.WRITE, 1, 8);
    post(Opcode.WRITE, 2, 8);
    victim.take(ack(0), ack(0));
    assertCompletions("1 SUCCESS WRITE 8");
  }

  @Test
  void answerInItsTurnSendsNothingAgain() {
    post(Opcode.WRITE, 1, 8);
    post(Opcode.WRITE, 2, 8);
    post(Opcode.READ, 3, 3 * MTU);
    victim.nowNanos += 100_000;
    assertEquals(List.of(), victim.take(ack(0)).sent(), "behind the first of two");
    assertEquals(List.of(), victim.take(ack(1)).sent(), "behind the second");
    Forgery data = victim.answer(READ_RESPONSE_FIRST, 2, MTU).aeth(Aeth.ACK);
    assertEquals(List.of(), victim.take(data).sent(), "behind the first data");
    assertCompletions("1 SUCCESS WRITE 8", "2 SUCCESS WRITE 8");
  }

  @Test
  void acknowledgementNeverCompletesAnOlderRead() {
    post(Opcode.WRITE, 1, 8);
    post(Opcode.READ, 2, 8);
    post(Opcode.WRITE, 3, 8);
    victim.take(ack(2));
    List<Packet> again = victim.sent();
    assertEquals(List.of("1 SUCCESS WRITE 8"), List.copyOf(victim.side.inbox));
    assertEquals(PacketOpcode.READ_REQUEST, again.get(0).opcode());
    assertEquals((victim.ownPsn + 1) & 0xff_ffff, again.get(0).psn());
  }

  @Test
  void readIsResumedAtTheFirstMissingPacket() {
    post(Opcode.READ, 1, 4 * MTU);
    victim.take(
        victim.answer(READ_RESPONSE_FIRST, 0, MTU).aeth(Aeth.ACK),
        victim.answer(READ_RESPONSE_LAST, 3, MTU).aeth(Aeth.ACK));
    List<Packet> again = victim.sent();
    assertEquals(1, again.size(), again.toString());
    assertEquals(victim.address() + MTU, again.get(0).virtualAddress());
    assertEquals(3 * MTU, again.get(0).length());
    assertEquals((victim.ownPsn + 1) & 0xff_ffff, again.get(0).psn());
  }

  /** What cannot answer a later request may be a copy of anything; what is right may come. */
  @Test
  void impossibleAnswerThatIsNotDueIsIgnored() {
    byte[] before = victim.side.bytes(0, 1024);
    post(Opcode.READ, 1, 8);
    post(Opcode.READ, 2, 8);
    victim.take(
        victim.answer(READ_RESPONSE_FIRST, 1, MTU).aeth(Aeth.ACK),
        victim.answer(ATOMIC_ACKNOWLEDGE, 1, 0).aeth(Aeth.ACK).original(7),
        victim.answer(READ_RESPONSE_ONLY, 0, 8).aeth(Aeth.NAK_INVALID_REQUEST));
    assertCompletions();
    assertArrayEquals(before, victim.side.bytes(0, 1024));
    victim.take(victim.answer(READ_RESPONSE_ONLY, 0, 8).aeth(Aeth.ACK));
    victim.take(victim.answer(READ_RESPONSE_ONLY, 1, 8).aeth(Aeth.ACK));
    assertCompletions("1 SUCCESS READ 8", "2 SUCCESS READ 8");
  }

  /** Data for a READ acknowledges the WRITE before it, whatever it looks like. */
  @Test
  void impossibleAnswerBehindAWriteEndsItsOwnRequest() {
    post(Opcode.WRITE, 1, 8);
    post(Opcode.READ, 2, 8);
    post(Opcode.WRITE, 3, 8);
    victim.take(victim.answer(READ_RESPONSE_ONLY, 1, 12).aeth(Aeth.ACK));
    assertCompletions(
        "1 SUCCESS WRITE 8", "2 BAD_RESPONSE READ 0", "3 WORK_REQUEST_FLUSHED WRITE 0");
    assertEquals(QueuePairState.ERROR, victim.side.queuePair.state());
  }

  @Test
  void readResponseTwiceIsPlacedOnce() {
    post(Opcode.READ, 1, 8);
    Forgery answer = victim.answer(READ_RESPONSE_ONLY, 0, 8).aeth(Aeth.ACK);
    victim.take(answer);
    assertCompletions("1 SUCCESS READ 8");
    victim.side.memory.segment().fill((byte) 9);
    victim.take(answer);
    assertEquals(9, victim.side.bytes(0, 8)[0], "a late answer changed memory given back");
  }

  private Forgery original(long value) {
    return victim.answer(ATOMIC_ACKNOWLEDGE, 1, 0).aeth(Aeth.ACK).original(value);
  }

  @Test
  void answerToAnAtomicBehindAnOpenReadIsNotTaken() {
    post(Opcode.READ, 1, 8);
    post(Opcode.FETCH_AND_ADD, 2, 8);
    byte[] before = victim.side.bytes(0, 8);
    victim.take(original(7));
    assertCompletions();
    assertArrayEquals(before, victim.side.bytes(0, 8));
    victim.take(victim.answer(READ_RESPONSE_ONLY, 0, 8).aeth(Aeth.ACK));
    assertCompletions("1 SUCCESS READ 8");
    victim.take(original(7));
    assertCompletions("2 SUCCESS FETCH_AND_ADD 8");
  }

  /** With selective repair it is taken, but not a second one that says something else. */
  @Test
  void answerToAnAtomicIsTakenOnce() {
    victim = new Victim(Features.SELECTIVE_REPAIR, EngineConfig.STANDARD);
    post(Opcode.READ, 1, 8);
    post(Opcode.FETCH_AND_ADD, 2, 8);
    victim.take(original(7));
    byte[] taken = victim.side.bytes(0, 8);
    victim.take(original(8));
    assertCompletions();
    assertArrayEquals(taken, victim.side.bytes(0, 8));
  }

  @Test
  void answerToAWriteMakesNoRoomForAnotherRead() {
    post(Opcode.WRITE, 1, 8);
    List<Packet> sent = new ArrayList<>();
    for (int id = 2; id <= 2 + Victim.PEER_RESOURCES; id++) {
      sent.addAll(post(Opcode.READ, id, 8));
    }
    assertEquals(Victim.PEER_RESOURCES, sent.size(), sent::toString);
    assertEquals(List.of(), victim.take(ack(0)).sent(), "behind the answer to the WRITE");
    assertCompletions("1 SUCCESS WRITE 8");
  }

  @Test
  void halfAnAnswerMakesNoRoomForAnotherRead() {
    for (int id = 0; id <= Victim.PEER_RESOURCES; id++) {
      post(Opcode.READ, id, 2 * MTU);
    }
    Forgery first = victim.answer(READ_RESPONSE_FIRST, 0, MTU).aeth(Aeth.ACK);
    assertEquals(List.of(), victim.take(first).sent(), "behind half of it");
    Forgery last = victim.answer(READ_RESPONSE_LAST, 1, MTU).aeth(Aeth.ACK);
    assertEquals(1, victim.take(last).sent().size(), "behind all of it");
  }

  @Test
  void reservedSyndromesAndCodesAreIgnored() {
    post(Opcode.WRITE, 1, 8);
    post(Opcode.WRITE, 2, 8);
    victim.take(
        victim.answer(ACKNOWLEDGE, 1, 0).aeth(0x40),
        victim.answer(ACKNOWLEDGE, 1, 0).aeth(0x65),
        victim.answer(ACKNOWLEDGE, 1, 0).aeth(0x7f));
    assertCompletions();
    assertEquals(QueuePairState.READY_TO_SEND, victim.side.queuePair.state());
  }

  @Test
  void refusalsEndTheRequestTheyName() {
    post(Opcode.WRITE, 1, 8);
    post(Opcode.WRITE, 2, 8);
    post(Opcode.WRITE, 3, 8);
    victim.take(victim.answer(ACKNOWLEDGE, 1, 0).aeth(Aeth.NAK_REMOTE_OPERATION));
    assertCompletions(
        "1 SUCCESS WRITE 8", "2 REMOTE_OPERATION_ERROR WRITE 0", "3 WORK_REQUEST_FLUSHED WRITE 0");
    victim.take(ack(2), victim.answer(ACKNOWLEDGE, 2, 0).aeth(Aeth.NAK_SEQUENCE));
    assertCompletions();
  }

  /** Data that was not answered comes first: only then does a refusal end what it names. */
  @Test
  void refusalBehindAnOpenReadEndsNothing() {
    for (int syndrome : new int[] {0x61, 0x62, 0x63, Aeth.receiverNotReady(31)}) {
      ForgedAnswersTest fresh = new ForgedAnswersTest();
      fresh.post(Opcode.READ, 1, 8);
      fresh.post(Opcode.SEND, 2, 8);
      fresh.victim.nowNanos += 100_000;
      fresh.victim.take(fresh.victim.answer(ACKNOWLEDGE, 1, 0).aeth(syndrome));
      List<Packet> again = fresh.victim.sent();
      String name = "after " + Integer.toHexString(syndrome);
      assertEquals(List.of(), List.copyOf(fresh.victim.side.inbox), name);
      assertEquals(2, again.size(), name);
      assertEquals(PacketOpcode.READ_REQUEST, again.get(0).opcode(), name);
    }
  }

  /** The peer has ended; it would refuse as often as it is asked. */
  @Test
  void refusalBehindAnOpenReadThatIsRepeatedSendsNothing() {
    post(Opcode.READ, 1, 8);
    post(Opcode.SEND, 2, 8);
    Forgery refusal = victim.answer(ACKNOWLEDGE, 1, 0).aeth(Aeth.NAK_INVALID_REQUEST);
    victim.nowNanos += 100_000;
    assertEquals(2, victim.take(refusal).sent().size(), "behind the first refusal");
    victim.nowNanos += 1_000_000;
    assertEquals(List.of(), victim.take(refusal).sent(), "behind the second one");
  }

  @Test
  void askedToWaitManyTimesWaitsOnce() {
    post(Opcode.SEND, 1, 8);
    for (int at = 0; at <= 2 * EngineConfig.STANDARD.rnrRetryCount(); at++) {
      victim.take(victim.answer(ACKNOWLEDGE, 0, 0).aeth(Aeth.receiverNotReady(1)));
    }
    assertCompletions();
    assertEquals(QueuePairState.READY_TO_SEND, victim.side.queuePair.state());
  }

  @Test
  void gapReportTwiceSendsOnce() {
    post(Opcode.WRITE, 1, 3 * MTU);
    Forgery nak = victim.answer(ACKNOWLEDGE, 1, 0).aeth(Aeth.NAK_SEQUENCE);
    victim.nowNanos += 100_000;
    victim.take(nak);
    assertEquals(2, victim.sent().size());
    victim.take(nak, nak);
    assertEquals(List.of(), victim.sent());
  }

  @Test
  void notReadyPeerIsWaitedForAndGivenUpInTheEnd() {
    post(Opcode.SEND, 1, 8);
    int tries = 0;
    while (victim.side.inbox.isEmpty()) {
      victim.take(victim.answer(ACKNOWLEDGE, 0, 0).aeth(Aeth.receiverNotReady(1)));
      victim.nowNanos += 9_999;
      assertEquals(List.of(), victim.sent(), "sent before its time");
      victim.nowNanos += 1;
      tries += victim.sent().size();
    }
    assertCompletions("1 RECEIVER_NOT_READY_EXCEEDED SEND 0");
    assertEquals(EngineConfig.STANDARD.rnrRetryCount(), tries);
  }

  @Test
  void floodOfCongestionNotificationsLeavesTheQueuePairWorking() {
    for (int at = 0; at < 10_000; at++) {
      victim.take(victim.answer(CONGESTION_NOTIFICATION, 0, 0));
    }
    assertEquals(1, post(Opcode.WRITE, 1, 8).size());
    victim.take(ack(0));
    assertCompletions("1 SUCCESS WRITE 8");
  }
}
