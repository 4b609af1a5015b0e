// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.wire.PacketOpcode.ACKNOWLEDGE;
import static io.sennit.roce.wire.PacketOpcode.FETCH_ADD;
import static io.sennit.roce.wire.PacketOpcode.READ_REQUEST;
import static io.sennit.roce.wire.PacketOpcode.SEND_FIRST;
import static io.sennit.roce.wire.PacketOpcode.SEND_LAST;
import static io.sennit.roce.wire.PacketOpcode.SEND_MIDDLE;
import static io.sennit.roce.wire.PacketOpcode.SEND_ONLY;
import static io.sennit.roce.wire.PacketOpcode.SEND_ONLY_INVALIDATE;
import static io.sennit.roce.wire.PacketOpcode.WRITE_FIRST;
import static io.sennit.roce.wire.PacketOpcode.WRITE_LAST;
import static io.sennit.roce.wire.PacketOpcode.WRITE_MIDDLE;
import static io.sennit.roce.wire.PacketOpcode.WRITE_ONLY;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.IpAddress;
import io.sennit.roce.wire.Packet;
import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.QueuePairState;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a responder does with requests that are wrong, or come at the wrong time. */
final class ForgedRequestsTest {
  private static final int MTU = Victim.MTU;
  private static final String INVALID = "61;";
  private static final String ACCESS = "62;";

  private Victim victim = new Victim();

  private Forgery goodWrite(int ahead) {
    return victim.request(WRITE_ONLY, ahead, 8).reth(victim.address(), victim.key(), 8);
  }

  @Test
  void packetOfAnotherSourceIsDropped() {
    Copy.Ends other = victim.ends.from(IpAddress.ofIpv4(0x0a00_0902), 50_000);
    victim.take(goodWrite(0).sent(other)).assertDropped(EngineCounters.Kind.WRONG_SOURCE);
    victim.assertUnharmed();
  }

  @Test
  void packetOfAnotherSourcePortIsDropped() {
    Copy.Ends other = victim.ends.from(victim.ends.source(), 50_001);
    victim.take(goodWrite(0).sent(other)).assertDropped(EngineCounters.Kind.WRONG_SOURCE);
    victim.assertUnharmed();
  }

  @Test
  void brokenPacketIsDropped() {
    for (int at = 0; at < 40; at++) {
      victim = new Victim();
      victim.take(broken(at));
      assertEquals(at == 4 ? "0 1f;" : "", victim.answers(), "byte " + at);
    }
    victim = new Victim();
    victim.take(broken(20)).assertDropped(EngineCounters.Kind.BAD_CRC);
  }

  private Copy broken(int at) {
    Copy good = goodWrite(0).sent(victim.ends);
    byte[] bytes = good.bytes();
    bytes[at] ^= 0x20;
    return good;
  }

  @Test
  void packetForNobodyIsDropped() {
    for (int number : new int[] {0, 1, victim.number ^ 1}) {
      victim.take(new Forgery(SEND_ONLY, number, Victim.FIRST_PSN, 0));
    }
    assertEquals(3, victim.side.count(EngineCounters.Kind.NO_QUEUE_PAIR));
    victim.assertUnharmed();
  }

  @Test
  void unknownOpcodeOfAnotherTransportIsDropped() {
    victim.take(victim.request(SEND_ONLY, 0, 8).set(0, 0x35));
    victim.assertDropped(EngineCounters.Kind.MALFORMED);
  }

  @Test
  void repeatedReadsLeaveRoomForANewOne() {
    int most = EngineConfig.STANDARD.maxReadAtomic();
    takeReads(most);
    assertEquals(most, victim.sent().size());
    takeReads(most); // Again, and their answers wait.
    victim.take(goodRead(most));
    int answered = victim.sent().size();
    assertTrue(answered >= most, () -> answered + " answers");
    assertEquals(QueuePairState.READY_TO_SEND, victim.side.queuePair.state());
  }

  private void takeReads(int count) {
    for (int ahead = 0; ahead < count; ahead++) {
      victim.take(goodRead(ahead));
    }
  }

  private Forgery goodRead(int ahead) {
    return victim.request(READ_REQUEST, ahead, 0).reth(victim.address(), victim.key(), 8);
  }

  @Test
  void unconnectedQueuePairIsNotReached() {
    RoceQueuePair fresh = victim.side.anotherQueuePair();
    victim.take(new Forgery(SEND_ONLY, fresh.number(), 0, 0));
    victim.assertDropped(EngineCounters.Kind.NOT_READY);
  }

  @Test
  void anyPacketWhateverNeverThrowsNorWritesBeyondItsRights() {
    MemoryRegion bystander = victim.side.domain.allocate(4096, EnumSet.of(Access.REMOTE_READ));
    Randomness random = Randomness.seeded(4);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[16 + 4 * random.nextInt(80)];
      random.nextBytes(bytes);
      Victim target = round % 500 == 0 ? new Victim() : victim;
      Forgery wild = target.request(SEND_ONLY, random.nextInt(5) - 2, bytes.length - 16);
      for (int at = 8; at < 40 && at < bytes.length; at++) {
        wild.set(at, at < 12 ? 0 : bytes[at]);
      }
      target.take(wild.set(0, random.nextInt(0x15)));
      target.sent();
    }
    byte[] zeros = new byte[4096];
    assertArrayEquals(zeros, bystander.segment().toArray(ValueLayout.JAVA_BYTE));
  }

  @Test
  void duplicateIsAcknowledgedAndNotExecuted() {
    victim.take(goodWrite(0));
    assertEquals("0 1f;", victim.answers());
    byte[] before = victim.side.fill(0, 8, Randomness.seeded(1));
    victim.take(goodWrite(0));
    assertEquals("0 1f;", victim.answers());
    assertArrayEquals(before, victim.side.bytes(0, 8));
    assertEquals(1, victim.side.count(EngineCounters.Kind.DUPLICATE));
  }

  @Test
  void duplicateSendConsumesNoReceive() {
    victim.side.receive(1, 0, 64);
    victim.side.receive(2, 64, 64);
    victim.take(victim.request(SEND_ONLY, 0, 8), victim.request(SEND_ONLY, 0, 8));
    assertEquals("0 1f;", victim.answers());
    assertEquals(1, victim.side.receives.posted());
    assertEquals(List.of("1 SUCCESS RECEIVE 8"), List.copyOf(victim.side.inbox));
  }

  @Test
  void gapIsReportedOnceForEachRound() {
    victim.take(goodWrite(2), goodWrite(3));
    assertEquals("0 60;", victim.answers());
    victim.take(goodWrite(4), goodWrite(5));
    assertEquals("", victim.answers(), "the gap is known");
    victim.take(goodWrite(1), goodWrite(2));
    assertEquals("0 60;", victim.answers(), "the requester went back, and lost it again");
    victim.take(goodWrite(0));
    assertEquals("0 1f;", victim.answers());
  }

  @Test
  void gapThatClosedBeforeTheReportIsOneBehindWhatClosedIt() {
    victim.take(goodWrite(1), goodWrite(0));
    assertEquals("1 60;", victim.answers());
  }

  @Test
  void manyRequestsOfOneBatchHaveOneAcknowledgement() {
    for (int at = 0; at < 20; at++) {
      victim.take(goodWrite(at));
    }
    assertEquals("19 1f;", victim.answers());
  }

  @Test
  void packetsOutOfTheirMessageAreInvalid() {
    assertInvalid("0 ", victim.request(SEND_MIDDLE, 0, MTU));
    assertInvalid("0 ", victim.request(SEND_LAST, 0, 8));
    assertInvalid("0 ", victim.request(WRITE_MIDDLE, 0, MTU));
    assertInvalid("0 ", victim.request(WRITE_LAST, 0, 8));
    assertInvalid("1 ", first(), victim.request(SEND_FIRST, 1, MTU));
    assertInvalid("1 ", victim.request(SEND_FIRST, 0, MTU), victim.request(WRITE_MIDDLE, 1, MTU));
    assertInvalid("1 ", first(), read(1, 8));
    assertInvalid("1 ", first(), victim.request(SEND_ONLY, 1, 8));
  }

  private Forgery first() {
    return victim.request(WRITE_FIRST, 0, MTU).reth(victim.address(), victim.key(), 3 * MTU);
  }

  private Forgery read(int ahead, int length) {
    return victim.request(READ_REQUEST, ahead, 0).reth(victim.address(), victim.key(), length);
  }

  @Test
  void payloadsOfTheWrongLengthAreInvalid() {
    assertInvalid("0 ", victim.request(SEND_FIRST, 0, MTU - 4));
    assertInvalid("0 ", victim.request(SEND_FIRST, 0, MTU + 4));
    assertInvalid("0 ", victim.request(SEND_ONLY, 0, MTU + 1));
    assertInvalid("1 ", first(), victim.request(WRITE_MIDDLE, 1, MTU - 4));
    assertInvalid("1 ", first(), victim.request(WRITE_LAST, 1, 8));
    assertInvalid("2 ", first(), middle(1), victim.request(WRITE_LAST, 2, MTU - 1));
    assertInvalid("2 ", first(), middle(1), victim.request(WRITE_LAST, 2, 0));
    assertInvalid("2 ", first(), middle(1), middle(2));
    assertInvalid("0 ", victim.request(WRITE_ONLY, 0, 8).reth(victim.address(), victim.key(), 9));
    assertInvalid(
        "0 ", victim.request(WRITE_FIRST, 0, MTU).reth(victim.address(), victim.key(), MTU));
    assertInvalid(
        "0 ", victim.request(WRITE_FIRST, 0, MTU).reth(victim.address(), victim.key(), -1));
    assertInvalid("0 ", read(0, -1));
    assertInvalid("0 ", victim.request(READ_REQUEST, 0, 4).reth(victim.address(), victim.key(), 8));
  }

  private Forgery middle(int ahead) {
    return victim.request(WRITE_MIDDLE, ahead, MTU);
  }

  /** The last of some requests is invalid; the next ones meet another victim. */
  private void assertInvalid(String psn, Forgery... forgeries) {
    victim.side.receive(1, 0, 4096);
    victim.take(forgeries);
    String answers = victim.answers();
    assertTrue(answers.endsWith(psn + INVALID), () -> answers + " instead of " + psn + INVALID);
    assertEquals(QueuePairState.ERROR, victim.side.queuePair.state());
    victim = new Victim();
  }

  @Test
  void keysRangesAndRightsAreChecked() {
    // A victim of its own, whose memory lies elsewhere, so addresses are taken from it.
    long[][] ranges = {{-1, 8}, {Victim.MEMORY_BYTES - 7, 8}, {-8, 16}, {Long.MIN_VALUE, 8}};
    for (long[] range : ranges) {
      Victim fresh = new Victim();
      long address = fresh.address() + range[0];
      int length = (int) range[1];
      fresh.take(fresh.request(WRITE_ONLY, 0, length).reth(address, fresh.key(), length));
      assertEquals("0 " + ACCESS, fresh.answers(), "range at " + range[0]);
    }
    Victim wraps = new Victim();
    wraps.take(wraps.request(READ_REQUEST, 0, 0).reth(-8, wraps.key(), 8));
    assertEquals("0 " + ACCESS, wraps.answers(), "range that wraps");
    Victim strange = new Victim();
    strange.take(strange.request(WRITE_ONLY, 0, 8).reth(strange.address(), ~strange.key(), 8));
    assertEquals("0 " + ACCESS, strange.answers(), "another key");
  }

  @Test
  void rightsOfTheRegionAreChecked() {
    MemoryRegion region = victim.side.domain.allocate(4096, EnumSet.of(Access.LOCAL_WRITE));
    victim.take(victim.request(FETCH_ADD, 0, 0).atomic(region.address(), region.remoteKey(), 1, 0));
    assertEquals("0 " + ACCESS, victim.answers());
    assertEquals(0, region.segment().get(ValueLayout.JAVA_LONG, 0));
  }

  @Test
  void regionThatGoesInTheMiddleOfAMessageEndsIt() {
    MemoryRegion region = victim.side.domain.allocate(4096, EnumSet.of(Access.REMOTE_WRITE));
    victim.take(
        victim.request(WRITE_FIRST, 0, MTU).reth(region.address(), region.remoteKey(), 2 * MTU));
    assertTrue(region.deregister(), "not given back");
    victim.take(victim.request(WRITE_LAST, 1, MTU));
    assertEquals("1 " + ACCESS, victim.answers());
  }

  @Test
  void regionThatGoesBeforeItsReadWasAnsweredIsNotRead() {
    MemoryRegion region = victim.side.domain.allocate(4096, EnumSet.of(Access.REMOTE_READ));
    victim.take(
        victim.request(READ_REQUEST, 0, 0).reth(region.address(), region.remoteKey(), 4096));
    assertTrue(region.deregister(), "not given back");
    assertEquals("0 " + ACCESS, victim.answers());
  }

  @Test
  void emptyRequestsNeedNoKey() {
    victim.take(
        victim.request(WRITE_ONLY, 0, 0).reth(0, 0, 0),
        victim.request(READ_REQUEST, 1, 0).reth(0, 0, 0));
    assertEquals("1 1f;", victim.answers());
  }

  @Test
  void refusalThatWasLostIsSaidAgain() {
    victim.take(victim.request(SEND_MIDDLE, 0, MTU));
    assertEquals("0 " + INVALID, victim.answers());
    victim.take(victim.request(SEND_MIDDLE, 0, MTU), goodWrite(1));
    assertEquals("0 " + INVALID, victim.answers());
  }

  @Test
  void refusalIsSaidToNothingElse() {
    victim.take(victim.request(SEND_MIDDLE, 0, MTU));
    assertEquals("0 " + INVALID, victim.answers());
    victim.take(new Forgery(ACKNOWLEDGE, victim.number, Victim.FIRST_PSN, 0).aeth(Aeth.ACK));
    assertEquals("", victim.answers(), "an answer to an answer");
    Victim ended = new Victim();
    ended.side.queuePair.toError();
    ended.take(new Forgery(SEND_ONLY, ended.number, 0, 0));
    assertEquals("", ended.answers(), "a refusal of what was never refused");
  }

  @Test
  void refusalEndsWithItsQueuePair() {
    victim.take(victim.request(SEND_MIDDLE, 0, MTU));
    assertTrue(victim.side.queuePair.destroy(), "destroy() is the fence");
    assertEquals("", victim.answers());
  }

  @Test
  void answersToAReadEndWithTheirQueuePair() {
    victim.take(read(0, 4 * MTU));
    victim.side.queuePair.toError();
    assertEquals("", victim.answers());
  }

  @Test
  void refusedSendClosesNoWindow() {
    victim.side.receive(1, 0, 7);
    int key = victim.openWindow();
    victim.take(victim.request(SEND_ONLY_INVALIDATE, 0, 8).ieth(SEND_ONLY_INVALIDATE, key));
    assertEquals("0 " + INVALID, victim.answers());
    RoceQueuePair through = victim.side.queuePair;
    assertTrue(victim.side.domain.windows().opens(key, through), "the window is closed");
  }

  @Test
  void misalignedAtomicIsInvalid() {
    victim.take(victim.request(FETCH_ADD, 0, 0).atomic(victim.address() + 4, victim.key(), 1, 0));
    assertEquals("0 " + INVALID, victim.answers());
  }

  @Test
  void duplicateAtomicReturnsWhatItFoundTheFirstTime() {
    Forgery atomic = victim.request(FETCH_ADD, 0, 0).atomic(victim.address(), victim.key(), 5, 0);
    victim.take(atomic).sent();
    victim.take(atomic);
    assertEquals("0 1f;", victim.answers());
    assertEquals(5, victim.side.memory.segment().get(ValueLayout.JAVA_LONG, 0));
  }

  @Test
  void tooManyReadsAtOnceAreInvalid() {
    int most = EngineConfig.STANDARD.maxReadAtomic();
    for (int at = 0; at <= most; at++) {
      victim.take(read(at, 8));
    }
    String answers = victim.answers();
    assertTrue(answers.endsWith(most + " " + INVALID), answers);
  }

  @Test
  void partOfAReadMayBeAskedForAgain() {
    victim.take(read(0, 4 * MTU));
    assertEquals(4, victim.sent().size());
    long rest = victim.address() + 2 * MTU;
    victim.take(victim.request(READ_REQUEST, 2, 0).reth(rest, victim.key(), 2 * MTU));
    List<Packet> again = victim.sent();
    assertEquals(2, again.size(), again.toString());
    assertEquals(Victim.FIRST_PSN + 2, again.get(0).psn());
  }

  @Test
  void repeatedReadOfSomethingElseIsDropped() {
    victim.take(read(0, 4 * MTU));
    victim.sent();
    victim.take(
        victim.request(READ_REQUEST, 2, 0).reth(victim.address(), victim.key(), 2 * MTU),
        victim.request(READ_REQUEST, 2, 0).reth(victim.address() + 2 * MTU, victim.key(), 3 * MTU),
        victim.request(READ_REQUEST, 2, 0).reth(victim.address() + 2 * MTU, ~victim.key(), MTU),
        victim.request(READ_REQUEST, -1, 0).reth(victim.address(), victim.key(), MTU));
    assertEquals(List.of(), victim.sent());
  }

  @Test
  void repeatedRequestOfAnotherKindIsDropped() {
    victim.take(read(0, 4 * MTU));
    victim.take(victim.request(FETCH_ADD, 4, 0).atomic(victim.address(), victim.key(), 1, 0));
    victim.sent();
    victim.take(
        victim.request(FETCH_ADD, 2, 0).atomic(victim.address(), victim.key(), 1, 0),
        victim.request(READ_REQUEST, 4, 0).reth(0, 0, 0));
    assertEquals(List.of(), victim.sent());
  }

  @Test
  void acknowledgementDoesNotOvertakeAReadsData() {
    victim.take(read(0, 2 * MTU), goodWrite(2));
    assertEquals("0 1f;1 1f;2 1f;", victim.answers());
  }

  @Test
  void sendWithoutReceiveIsAskedToWaitAndNothingMoves() {
    victim.take(victim.request(SEND_ONLY, 0, 8), victim.request(SEND_ONLY, 1, 8));
    assertEquals("0 34;", victim.answers(), "one answer, with timer code 20");
    victim.side.receive(1, 0, 64);
    victim.take(victim.request(SEND_ONLY, 0, 8));
    assertEquals("0 1f;", victim.answers());
  }

  @Test
  void sendLongerThanItsReceiveIsInvalid() {
    victim.side.receive(1, 0, MTU + 7);
    victim.take(victim.request(SEND_FIRST, 0, MTU), victim.request(SEND_LAST, 1, 8));
    assertEquals("1 " + INVALID, victim.answers());
    assertEquals(List.of("1 LOCAL_LENGTH_ERROR RECEIVE 0"), List.copyOf(victim.side.inbox));
  }

  @Test
  void receiveOfAMessageThatNeverEndsIsFlushed() {
    victim.side.receive(1, 0, 4096);
    victim.take(victim.request(SEND_FIRST, 0, MTU));
    victim.side.queuePair.toError();
    victim.sent();
    assertEquals(List.of("1 WORK_REQUEST_FLUSHED RECEIVE 0"), List.copyOf(victim.side.inbox));
  }

  @Test
  void destroyedQueuePairIsNotReached() {
    byte[] before = victim.side.fill(0, 8, Randomness.seeded(2));
    assertTrue(victim.side.queuePair.destroy(), "destroy() is the fence");
    victim.take(goodWrite(0));
    assertArrayEquals(before, victim.side.bytes(0, 8));
    assertEquals(1, victim.side.count(EngineCounters.Kind.NO_QUEUE_PAIR));
  }
}
