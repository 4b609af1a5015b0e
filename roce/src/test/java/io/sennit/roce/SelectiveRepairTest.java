// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.wire.PacketOpcode.ACKNOWLEDGE;
import static io.sennit.roce.wire.PacketOpcode.ATOMIC_ACKNOWLEDGE;
import static io.sennit.roce.wire.PacketOpcode.READ_REQUEST;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_FIRST;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_LAST;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_MIDDLE;
import static io.sennit.roce.wire.PacketOpcode.SEND_ONLY;
import static io.sennit.roce.wire.PacketOpcode.WRITE_ONLY;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.Packet;
import io.sennit.roce.wire.RnrTimer;
import io.sennit.roce.wire.Sack;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePairState;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What two Sennit ends do about a missing packet, and what a lying one cannot do. */
final class SelectiveRepairTest {
  private static final int MTU = Victim.MTU;
  private static final int BITMAP_AT = 16;
  private static final int RNR_SYNDROME = 0x20;
  private static final int RNR_CODE = 20;

  private final Victim victim = new Victim(Features.SELECTIVE_REPAIR, EngineConfig.STANDARD);

  private Forgery write(int ahead) {
    return victim
        .request(WRITE_ONLY, ahead, 8)
        .reth(victim.address() + 8L * ahead, victim.key(), 8);
  }

  private long word(int index) {
    return victim.side.memory.segment().get(ValueLayout.JAVA_LONG, 8L * index);
  }

  private void clear() {
    victim.side.memory.segment().fill((byte) 0);
  }

  private String numbers(List<Packet> packets) {
    StringBuilder text = new StringBuilder();
    packets.forEach(
        packet -> text.append(packet.psn() - victim.ownPsn & 0xff_ffff).append(' '));
    return text.toString().strip();
  }

  /** Says that packets up to one have arrived, and of those behind it these. */
  private Forgery ack(int ahead, int... arrived) {
    Forgery ack = victim.answer(ACKNOWLEDGE, ahead, 8).aeth(Aeth.ACK);
    byte[] bits = new byte[8];
    for (int each : arrived) {
      int bit = each - ahead - 1;
      bits[bit / 8] |= (byte) (0x80 >> bit % 8);
    }
    for (int at = 0; at < bits.length; at++) {
      ack.set(BITMAP_AT + at, bits[at]);
    }
    return ack;
  }

  @Test
  void packetsAheadWaitForTheMissingOne() {
    clear();
    victim.take(write(1), write(2));
    List<Packet> answers = victim.sent();
    assertEquals(1, answers.size(), answers.toString());
    assertEquals(Victim.FIRST_PSN - 1, answers.get(0).psn());
    assertEquals(8, answers.get(0).payloadBytes(), "bytes of bitmap");
    assertEquals(0, word(1), "placed before its turn");
    victim.take(write(0));
    assertEquals("2 1f;", victim.answers());
    assertTrue(word(0) != 0 && word(1) != 0 && word(2) != 0, "not placed");
    assertEquals(2, victim.side.count(EngineCounters.Kind.HELD));
  }

  @Test
  void keptPacketThatComesAgainIsExecutedOnce() {
    victim.side.receive(1, 0, 64);
    victim.side.receive(2, 64, 64);
    victim.take(victim.request(SEND_ONLY, 1, 8), victim.request(SEND_ONLY, 1, 8), write(0));
    victim.take(victim.request(SEND_ONLY, 1, 8));
    victim.sent();
    assertEquals(List.of("1 SUCCESS RECEIVE 8"), List.copyOf(victim.side.inbox));
    assertEquals(1, victim.side.receives.posted());
    assertEquals(1, victim.side.count(EngineCounters.Kind.HELD), "kept");
  }

  @Test
  void acknowledgementBehindAnOpenReadSendsNothingAgain() {
    victim.side.post(victim.side.request(Opcode.READ, 1, 0, 8, victim.side));
    victim.side.post(victim.side.request(Opcode.WRITE, 2, 0, 8, victim.side));
    assertEquals(2, victim.sent().size());
    Forgery ack = victim.answer(ACKNOWLEDGE, 1, 0).aeth(Aeth.ACK);
    assertEquals(List.of(), victim.take(ack).sent());
  }

  @Test
  void whatIsKeptGivesItsRoomBackInError() {
    PacketPool memory = victim.side.node.engine.heldMemory();
    victim.take(write(1), write(2));
    int first = memory.take();
    victim.side.queuePair.toError();
    int second = memory.take();
    int third = memory.take();
    assertEquals(Set.of(first + 1, first + 2), Set.of(second, third), "places given back");
  }

  @Test
  void keptPacketIsCheckedWhenItsTurnComes() {
    clear();
    victim.take(victim.request(WRITE_ONLY, 1, 8).reth(victim.address(), victim.key() + 1, 8));
    assertEquals(QueuePairState.READY_TO_SEND, victim.side.queuePair.state());
    victim.take(write(2), write(0));
    assertTrue(victim.answers().endsWith("1 62;"), "no refusal of the one with the wrong key");
    assertEquals(QueuePairState.ERROR, victim.side.queuePair.state());
    assertEquals(0, word(2), "executed behind a refused one");
  }

  @Test
  void memoryThatGoesMeanwhileIsNotWritten() {
    clear();
    victim.take(write(1));
    victim.side.memory.deregister();
    victim.take(victim.request(WRITE_ONLY, 0, 0).reth(0, 0, 0));
    assertTrue(victim.answers().endsWith("1 62;"), "no refusal of what lies in no memory");
  }

  @Test
  void nothingKeptIsExecutedInError() {
    clear();
    victim.take(write(1));
    victim.side.queuePair.toError();
    victim.take(write(0));
    assertEquals(0, word(0) | word(1), "placed through a queue pair in ERROR");
    victim.side.queuePair.destroy();
  }

  @Test
  void copiesThatComeFiveSecondsLateTouchNothing() {
    Forgery[] all = {write(0), write(1), write(2), write(3)};
    victim.take(all[0], all[2], all[3], all[1]);
    assertEquals("3 1f;", victim.answers());
    victim.side.memory.segment().fill((byte) 0x5a);
    byte[] canary = victim.side.bytes(0, 64);
    victim.nowNanos += 5_000_000_000L;
    for (Forgery each : all) {
      victim.take(each, each);
    }
    victim.take(write(5), all[3], all[2]);
    assertArrayEquals(canary, victim.side.bytes(0, 64));
    assertEquals(QueuePairState.READY_TO_SEND, victim.side.queuePair.state());
  }

  @Test
  void whatHasNoRoomIsDroppedAndComesAgain() {
    EngineConfig standard = EngineConfig.STANDARD;
    EngineConfig small = new EngineConfig(
        standard.maxQueuePairs(),
        standard.maxRegions(),
        standard.tables(),
        standard.maxReadAtomic(),
        standard.readRequestBytes(),
        64,
        standard.ackEveryPackets(),
        standard.leastProbeNanos(),
        standard.leastTimeoutNanos(),
        standard.mostTimeoutNanos(),
        standard.retryCount(),
        standard.rnrTimerCode(),
        standard.rnrRetryCount(),
        standard.leastWindowBytes(),
        standard.mostWindowBytes(),
        standard.queueingNanos(),
        standard.mostNoticesPerSecond(),
        standard.congestion(),
        standard.pathMtu());
    Pair pair = new Pair(3, 1024, small, 16 << 20);
    pair.faults = Faults.loss(30);
    for (int id = 0; id < 20; id++) {
      byte[] sent = pair.near.fill(0, 500_000, pair.random());
      pair.near.post(pair.near.request(Opcode.WRITE, id, 0, 500_000, pair.far));
      assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), 10_000_000_000L), "not done");
      assertEquals(id + " SUCCESS WRITE 500000", pair.near.inbox.remove());
      assertArrayEquals(sent, pair.far.bytes(0, 500_000));
    }
    assertTrue(pair.far.count(EngineCounters.Kind.HELD_FULL) > 0, "there was room for all");
  }

  @Test
  void gapBehindWhichNothingCanBeKeptIsReported() {
    for (int ahead = Sack.MOST_PACKETS; ahead < Sack.MOST_PACKETS + 2; ahead++) {
      victim.take(write(ahead));
    }
    assertEquals("0 60;", victim.answers());
    assertEquals(2, victim.side.count(EngineCounters.Kind.HELD_FULL));
  }

  @Test
  void onePeerLeavesRoomForOthers() {
    PacketPool pool = new PacketPool(4 * PacketPool.CHUNK_SLOTS);
    PacketShare greedy = new PacketShare(pool, PacketPool.CHUNK_SLOTS);
    PacketShare other = new PacketShare(pool, PacketPool.CHUNK_SLOTS);
    for (int at = 0; at < PacketPool.CHUNK_SLOTS; at++) {
      assertTrue(greedy.take() != PacketPool.NONE, "no room for packet " + at);
    }
    assertEquals(PacketPool.NONE, greedy.take(), "more than its share");
    int slot = other.take();
    assertTrue(slot != PacketPool.NONE, "no room for another peer");
    other.giveBack(slot);
    greedy.giveBack(0);
    assertEquals(0, greedy.take(), "what was given back");
  }

  @Test
  void packetsTooFarAheadOrWithinAReadAreDropped() {
    Forgery read = victim.request(READ_REQUEST, 0, 0).reth(victim.address(), victim.key(), 4 * MTU);
    victim.take(write(Sack.MOST_PACKETS), write(1), write(2), read);
    List<Packet> answers = victim.sent();
    assertEquals(5, answers.size(), answers.toString());
    assertEquals(Aeth.NAK_SEQUENCE, answers.getLast().syndrome(), "of what had no room");
    victim.take(write(4));
    assertEquals("4 1f;", victim.answers());
    assertEquals(1, victim.side.count(EngineCounters.Kind.HELD_FULL));
  }

  @Test
  void onlyWhatIsMissingIsSentAgain() {
    victim.side.post(victim.side.request(Opcode.WRITE, 1, 0, 8 * MTU, victim.side));
    assertEquals("0 1 2 3 4 5 6 7", numbers(victim.sent()));
    victim.nowNanos += 100_000;
    victim.take(ack(0, 2, 4, 5, 6, 7));
    assertEquals("1 3", numbers(victim.sent()));
    victim.take(ack(0, 2, 4, 5, 6, 7), ack(2, 4, 5, 6, 7));
    assertEquals("", numbers(victim.sent()), "sent a third time");
    victim.take(victim.answer(ACKNOWLEDGE, 7, 0).aeth(Aeth.ACK));
    victim.sent();
    assertEquals(List.of("1 SUCCESS WRITE " + 8 * MTU), List.copyOf(victim.side.inbox));
  }

  private void sendThree() {
    for (int id = 0; id < 3; id++) {
      victim.side.post(victim.side.request(Opcode.SEND, id, 0, 8, victim.side));
    }
    assertEquals("0 1 2", numbers(victim.sent()));
    victim.take(ack(-1, 1, 2));
  }

  @Test
  void keptPacketThatMetNoReceiveIsSentAgain() {
    sendThree();
    victim.take(victim.answer(ACKNOWLEDGE, 1, 0).aeth(Aeth.receiverNotReady(20)));
    assertEquals("", numbers(victim.sent()), "sent before the end of the wait");
    victim.nowNanos += 20_000_000;
    assertEquals("1", numbers(victim.sent()));
  }

  @Test
  void keptPacketThatMetNoReceiveIsSentAgainThoughTheRefusalWasLost() {
    sendThree();
    victim.take(ack(0, 2));
    assertEquals("1", numbers(victim.sent()));
  }

  @Test
  void whatIsHeardWhileThePeerHasNoReceiveIsNotWaitedForMeanwhile() {
    for (int id = 0; id < 2; id++) {
      victim.side.post(victim.side.request(Opcode.SEND, id, 0, 8, victim.side));
    }
    assertEquals("0 1", numbers(victim.sent()));
    victim.nowNanos += 100_000;
    victim.take(victim.answer(ACKNOWLEDGE, 0, 0).aeth(RNR_SYNDROME | RNR_CODE));
    assertEquals("", numbers(victim.sent()), "sent again at once");
    victim.nowNanos += 100_000;
    victim.take(ack(-1, 1));
    assertEquals("", numbers(victim.sent()), "sent again before its time");
    victim.nowNanos += RnrTimer.nanos(RNR_CODE);
    assertEquals("0", numbers(victim.sent()));
    assertEquals(0, victim.side.count(EngineCounters.Kind.TIMEOUT), "time-outs");
    victim.nowNanos += EngineConfig.STANDARD.mostTimeoutNanos();
    assertEquals("0", numbers(victim.sent()), "the answer is awaited");
  }

  @Test
  void packetsThatChangedPlacesAreNotSentAgain() {
    victim.side.post(victim.side.request(Opcode.WRITE, 1, 0, 8 * MTU, victim.side));
    victim.sent();
    victim.take(ack(0, 2, 3));
    assertEquals("", numbers(victim.sent()), "two that were faster are no proof");
    victim.take(ack(0, 2, 3, 4));
    assertEquals("1", numbers(victim.sent()), "three are");
  }

  @Test
  void repairThatIsLostIsRepaired() {
    victim.side.post(victim.side.request(Opcode.WRITE, 1, 0, 8 * MTU, victim.side));
    victim.sent();
    victim.nowNanos += 100_000;
    victim.take(ack(0, 2, 3, 4, 5, 6, 7));
    assertEquals("1", numbers(victim.sent()));
    victim.side.post(victim.side.request(Opcode.WRITE, 2, 0, 4 * MTU, victim.side));
    assertEquals("8 9 10 11", numbers(victim.sent()));
    victim.nowNanos += 100_000;
    victim.take(ack(0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    assertEquals("1", numbers(victim.sent()));
  }

  @Test
  void bitmapOfPacketsNeverSentOrFromAPlainPeerMeansNothing() {
    victim.side.post(victim.side.request(Opcode.WRITE, 1, 0, 2 * MTU, victim.side));
    victim.sent();
    victim.take(ack(-1, 2, 3, 4, 5, 6, 40));
    assertEquals("", numbers(victim.sent()));
    Victim plain = new Victim();
    plain.side.post(plain.side.request(Opcode.WRITE, 1, 0, 2 * MTU, plain.side));
    plain.sent();
    plain.take(plain.answer(ACKNOWLEDGE, 1, 8).aeth(Aeth.ACK));
    assertEquals(List.of(), plain.sent());
    assertEquals(1, plain.side.count(EngineCounters.Kind.UNEXPECTED_RESPONSE));
  }

  @Test
  void bitmapBringsNoData() {
    victim.side.post(victim.side.request(Opcode.READ, 1, 0, 2 * MTU, victim.side));
    victim.sent();
    victim.take(ack(-1, 0, 1), victim.answer(ACKNOWLEDGE, 1, 0).aeth(Aeth.ACK));
    victim.sent();
    assertEquals(List.of(), List.copyOf(victim.side.inbox));
  }

  @Test
  void onlyAnAcknowledgementOfWhatIsAwaitedHasABitmap() {
    victim.take(ack(-1));
    assertEquals(1, victim.side.count(EngineCounters.Kind.UNEXPECTED_RESPONSE), "nothing sent");
    victim.side.post(victim.side.request(Opcode.FETCH_AND_ADD, 1, 0, 8, victim.side));
    victim.sent();
    victim.take(
        victim.answer(ACKNOWLEDGE, -1, 0).aeth(Aeth.ACK),
        victim.answer(ACKNOWLEDGE, 0, 4).aeth(Aeth.ACK),
        victim.answer(ACKNOWLEDGE, 0, 12).aeth(Aeth.ACK),
        victim.answer(ACKNOWLEDGE, 0, 136).aeth(Aeth.ACK),
        ack(-2, 0),
        ack(100, 101));
    assertEquals(7, victim.side.count(EngineCounters.Kind.UNEXPECTED_RESPONSE));
    victim.sent();
    assertEquals(List.of(), List.copyOf(victim.side.inbox));
    victim.take(victim.answer(ATOMIC_ACKNOWLEDGE, 0, 8).aeth(Aeth.ACK).original(7));
    victim.sent();
    assertEquals(List.of("1 BAD_RESPONSE FETCH_AND_ADD 0"), List.copyOf(victim.side.inbox));
  }

  @Test
  void ofAReadOnlyTheMissingRunIsAskedForAgain() {
    clear();
    victim.side.post(victim.side.request(Opcode.READ, 1, 0, 8 * MTU, victim.side));
    victim.sent();
    victim.nowNanos += 100_000;
    victim.take(victim.answer(READ_RESPONSE_FIRST, 0, MTU).aeth(Aeth.ACK));
    for (int at = 3; at < 7; at++) {
      victim.take(victim.answer(READ_RESPONSE_MIDDLE, at, MTU));
    }
    List<Packet> again = victim.sent();
    assertEquals("1", numbers(again));
    assertEquals(victim.address() + MTU, again.get(0).virtualAddress());
    assertEquals(2 * MTU, again.get(0).length());
    victim.take(victim.answer(READ_RESPONSE_LAST, 7, MTU).aeth(Aeth.ACK));
    assertEquals(List.of(), List.copyOf(victim.side.inbox));
    byte[] placed = victim.side.bytes(3 * MTU, MTU);
    assertTrue(placed[1] != placed[0], "not placed as it came: " + Arrays.toString(placed));
    victim.side.memory.segment().asSlice(3 * MTU, MTU).fill((byte) 0x5a);
    byte[] canary = victim.side.bytes(3 * MTU, MTU);
    victim.take(victim.answer(READ_RESPONSE_MIDDLE, 3, MTU));
    assertArrayEquals(canary, victim.side.bytes(3 * MTU, MTU), "placed twice");
    victim.take(victim.answer(READ_RESPONSE_FIRST, 1, MTU).aeth(Aeth.ACK));
    victim.take(victim.answer(READ_RESPONSE_LAST, 2, MTU).aeth(Aeth.ACK));
    victim.sent();
    assertEquals(List.of("1 SUCCESS READ " + 8 * MTU), List.copyOf(victim.side.inbox));
  }

  @Test
  void lostTailIsFoundLongBeforeTheTimeOut() {
    Pair pair = new Pair(4, 1024);
    for (int id = 0; id < 20; id++) {
      pair.near.post(pair.near.request(Opcode.WRITE, id, 0, 1000, pair.far));
      assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), 1_000_000_000), "no completion");
      pair.near.inbox.clear();
    }
    long startNanos = pair.nowNanos;
    pair.near.post(pair.near.request(Opcode.WRITE, 20, 0, 30_000, pair.far));
    pair.faults = Faults.loss(1000);
    pair.run(() -> pair.nowNanos > startNanos + 100_000, 150_000);
    pair.faults = Faults.NONE;
    assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), 1_000_000_000), "no completion");
    long micros = (pair.nowNanos - startNanos) / 1000;
    assertTrue(micros < 1_000, "all of a message was lost, and repaired after " + micros + " us");
    assertEquals(0, pair.near.count(EngineCounters.Kind.TIMEOUT));
    long probes = pair.near.count(EngineCounters.Kind.PROBED);
    assertTrue(probes >= 1 && probes <= 2, probes + " probes");
  }
}
