// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.MalformedRequestsTest.REQUESTS;
import static io.sennit.roce.wire.PacketOpcode.READ_REQUEST;
import static io.sennit.roce.wire.PacketOpcode.WRITE_ONLY;
import static io.sennit.roce.wire.PacketOpcode.WRITE_ONLY_IMMEDIATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.PacketOpcode.Kind;
import io.sennit.verbs.QueuePairState;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Well-formed requests that are not executed as they come: too early, too late, or once more. */
final class UntimelyRequestsTest {
  private static final int MTU = Victim.MTU;

  /** A receive that is not there: the peer is asked to wait, and nothing moves. */
  @TestFactory
  Stream<DynamicTest> requestWithoutAReceiveIsAskedToWait() {
    return REQUESTS.stream()
        .filter(
            opcode -> opcode.kind() == Kind.SEND ? opcode.place().begins() : opcode.hasImmediate())
        .map(opcode -> DynamicTest.dynamicTest(opcode.name(), () -> {
          Victim victim = new Victim();
          List<Forgery> legal = LegalPackets.of(victim, opcode);
          assertWaits(victim, legal);
        }));
  }

  private static void assertWaits(Victim victim, List<Forgery> legal) {
    victim.dropReceives();
    legal.subList(0, legal.size() - 1).forEach(victim::take);
    victim.sent();
    byte[] before = victim.side.bytes(0, Victim.MEMORY_BYTES);
    victim.take(legal.getLast());
    String answers = victim.answers();
    assertTrue(answers.endsWith(" 34;"), () -> answers + " instead of timer code 20");
    assertEquals(-1, Arrays.mismatch(before, victim.side.bytes(0, Victim.MEMORY_BYTES)), "memory");
    victim.side.receive(2, 0, 4 * MTU);
    victim.assertTakes(legal.getLast());
  }

  /** C9-88: the key of an empty request is not looked at. */
  @TestFactory
  Stream<DynamicTest> emptyRequestNeedsNoKey() {
    return Stream.of(WRITE_ONLY, WRITE_ONLY_IMMEDIATE, READ_REQUEST)
        .map(opcode -> DynamicTest.dynamicTest(opcode.name(), () -> {
          Victim victim = new Victim();
          victim.side.receive(1, 0, 0);
          victim.assertTakes(victim.request(opcode, 0, 0).reth(-1, ~victim.key(), 0));
        }));
  }

  /** A request that came before is acknowledged or answered again, and not executed. */
  @TestFactory
  Stream<DynamicTest> duplicateIsNotExecuted() {
    return REQUESTS.stream()
        .filter(opcode -> opcode != PacketOpcode.RESERVED)
        .map(opcode -> DynamicTest.dynamicTest(opcode.name(), () -> {
          Victim victim = new Victim();
          List<Forgery> legal = LegalPackets.of(victim, opcode);
          legal.forEach(victim::take);
          victim.sent();
          victim.side.inbox.clear();
          victim.side.receive(2, 0, 64);
          int posted = victim.side.receives.posted();
          victim.side.memory.segment().fill((byte) 0x77);
          byte[] before = victim.side.bytes(0, Victim.MEMORY_BYTES);
          victim.take(legal.getLast());
          assertEquals(1, victim.side.count(EngineCounters.Kind.DUPLICATE), "duplicates");
          assertEquals(1, victim.sent().size(), "answers");
          assertEquals(posted, victim.side.receives.posted(), "receives");
          assertEquals(List.of(), List.copyOf(victim.side.inbox), "completions");
          assertEquals(-1, Arrays.mismatch(before, victim.side.bytes(0, Victim.MEMORY_BYTES)));
        }));
  }

  @Test
  void lateCopyOfAReadOfMemoryThatIsGoneIsDropped() {
    Victim victim = new Victim();
    Forgery read = victim.request(READ_REQUEST, 0, 0).reth(victim.address(), victim.key(), 8);
    victim.take(read);
    assertEquals("0 1f;", victim.answers());
    victim.side.memory.deregister();
    victim.take(read);
    assertEquals("", victim.answers());
    assertEquals(QueuePairState.READY_TO_SEND, victim.side.queuePair.state());
  }

  @Test
  void readBeforeARefusedRequestIsAnswered() {
    Victim victim = new Victim();
    long address = victim.address();
    victim.take(
        victim.request(READ_REQUEST, 0, 0).reth(address, victim.key(), 2 * MTU),
        victim.request(WRITE_ONLY, 2, 8).reth(address, victim.key() + 1, 8));
    assertEquals(QueuePairState.ERROR, victim.side.queuePair.state());
    assertEquals("0 1f;1 1f;2 62;", victim.answers());
  }

  @Test
  void memoryThatGoesBehindARefusalIsNotRead() {
    Victim victim = new Victim();
    long address = victim.address();
    victim.take(
        victim.request(READ_REQUEST, 0, 0).reth(address, victim.key(), 2 * MTU),
        victim.request(WRITE_ONLY, 2, 8).reth(address, victim.key() + 1, 8));
    victim.side.memory.deregister();
    assertEquals("0 62;", victim.answers());
    assertEquals("", victim.answers(), "something is left");
  }

  /** Numbers go round: what lies half the circle ahead is old. */
  @Test
  void requestHalfTheCircleAheadIsOld() {
    for (int ahead : new int[] {1 << 23, (1 << 23) + 1, 0xff_ffff - Victim.FIRST_PSN}) {
      Victim victim = new Victim();
      victim.take(MalformedRequestsTest.legal(victim, WRITE_ONLY, ahead));
      assertEquals(1, victim.side.count(EngineCounters.Kind.DUPLICATE), ahead + " ahead");
      assertEquals("-1 1f;", victim.answers(), ahead + " ahead");
    }
  }

  /** One negative acknowledgement for a gap, however much comes behind it. */
  @TestFactory
  Stream<DynamicTest> requestAheadOfAGapIsNotExecuted() {
    return REQUESTS.stream()
        .map(opcode -> DynamicTest.dynamicTest(opcode.name(), () -> {
          for (int ahead : new int[] {1, 100, (1 << 23) - 1}) {
            assertGap(new Victim(), opcode, ahead);
          }
        }));
  }

  private static void assertGap(Victim victim, PacketOpcode opcode, int ahead) {
    victim.side.receive(1, 0, 64);
    byte[] before = victim.side.bytes(0, Victim.MEMORY_BYTES);
    victim.take(MalformedRequestsTest.legal(victim, opcode, ahead));
    assertEquals("0 60;", victim.answers());
    assertEquals(-1, Arrays.mismatch(before, victim.side.bytes(0, Victim.MEMORY_BYTES)));
    assertEquals(List.of(), List.copyOf(victim.side.inbox));
    victim.assertUnharmed();
  }
}
