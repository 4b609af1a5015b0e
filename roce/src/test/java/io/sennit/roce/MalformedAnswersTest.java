// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.EngineCounters.Kind.UNEXPECTED_RESPONSE;
import static io.sennit.roce.wire.PacketOpcode.ACKNOWLEDGE;
import static io.sennit.roce.wire.PacketOpcode.ATOMIC_ACKNOWLEDGE;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_ONLY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.PacketOpcode.Kind;
import io.sennit.verbs.QueuePairState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Answers that the requester did not ask for are counted and ignored, and the right answer is taken
 * afterwards. What stands where the right one has to and cannot be it ends the queue pair. Neither
 * may complete a request, or touch memory.
 */
final class MalformedAnswersTest {
  private static final int MTU = Victim.MTU;
  private static final List<PacketOpcode> ANSWERS = Arrays.stream(PacketOpcode.values())
      .filter(opcode -> !opcode.kind().isRequest()
          && opcode.kind() != Kind.DATAGRAM
          && opcode.kind() != Kind.CONGESTION_NOTIFICATION
          && opcode.kind() != Kind.PATH_MTU)
      .toList();

  /** Bad answers that come where the legal one of an opcode was to come. */
  private record Row(
      String name, PacketOpcode awaited, boolean ends, Function<Victim, List<Forgery>> packets) {}

  private static final String PAYLOAD = "payload of ";

  private static final List<Row> ROWS = new ArrayList<>();

  private static void row(
      String name, PacketOpcode awaited, Function<Victim, List<Forgery>> packets) {
    ROWS.add(new Row(name, awaited, false, packets));
  }

  /** One that cannot be, in the place of the one that is due. */
  private static void impossible(
      String name, PacketOpcode awaited, Function<Victim, List<Forgery>> packets) {
    ROWS.add(new Row(name, awaited, awaited != ACKNOWLEDGE || !name.startsWith(PAYLOAD), packets));
  }

  static {
    ANSWERS.forEach(MalformedAnswersTest::sequence);
    ANSWERS.forEach(MalformedAnswersTest::payloads);
    ANSWERS.stream()
        .filter(opcode -> opcode != PacketOpcode.READ_RESPONSE_MIDDLE)
        .forEach(MalformedAnswersTest::syndromes);
    ANSWERS.forEach(MalformedAnswersTest::kinds);
  }

  /** Packets under way when the legal answer of an opcode is due, and which of them it answers. */
  private static int underWay(PacketOpcode awaited) {
    return switch (awaited) {
      case READ_RESPONSE_FIRST -> 2;
      case READ_RESPONSE_MIDDLE, READ_RESPONSE_LAST -> 3;
      default -> 1;
    };
  }

  private static int index(PacketOpcode awaited) {
    return switch (awaited) {
      case READ_RESPONSE_MIDDLE -> 1;
      case READ_RESPONSE_LAST -> 2;
      default -> 0;
    };
  }

  private static Forgery answer(Victim victim, PacketOpcode opcode, int ahead, int payloadBytes) {
    Forgery forgery = victim.answer(opcode, ahead, payloadBytes);
    if (opcode == ATOMIC_ACKNOWLEDGE) {
      forgery.original(7);
    }
    return opcode == PacketOpcode.READ_RESPONSE_MIDDLE ? forgery : forgery.aeth(Aeth.ACK);
  }

  /** For a packet that was never sent, or is acknowledged already. */
  private static void sequence(PacketOpcode opcode) {
    int bytes = LegalPackets.payloadBytes(opcode);
    for (int ahead : new int[] {-1, -100, -(1 << 23), 100, (1 << 23) - 1}) {
      row(
          "packet number " + ahead,
          opcode,
          victim -> //
          List.of(answer(victim, opcode, ahead, bytes)));
    }
    row(
        "the packet behind those sent",
        opcode,
        victim -> //
        List.of(answer(victim, opcode, underWay(opcode), bytes)));
    if (index(opcode) > 0) {
      row(
          "a packet that was answered",
          opcode,
          victim -> //
          List.of(answer(victim, opcode, index(opcode) - 1, bytes)));
    }
  }

  /** Longer or shorter than what was asked for, in any place of a message. */
  private static void payloads(PacketOpcode opcode) {
    int right = LegalPackets.payloadBytes(opcode);
    for (int bytes : new int[] {0, 1, 4, right - 1, right + 1, right + 4, MTU, MTU + 4}) {
      if (bytes != right && bytes >= 0) {
        impossible(
            PAYLOAD + bytes,
            opcode,
            victim -> //
            List.of(answer(victim, opcode, index(opcode), bytes)));
      }
    }
  }

  /** Reserved kinds of answer and codes; data that says it is a refusal. */
  private static void syndromes(PacketOpcode opcode) {
    int bytes = LegalPackets.payloadBytes(opcode);
    List<Integer> syndromes = new ArrayList<>(List.of(0x40, 0x5f, 0x64, 0x65, 0x7f, 0x80, 0xff));
    if (opcode != ACKNOWLEDGE) {
      syndromes.addAll(List.of(0x20, 0x3f, 0x60, 0x61, 0x62, 0x63));
    }
    for (int syndrome : syndromes) {
      row(
          "syndrome " + Integer.toHexString(syndrome),
          opcode,
          victim -> //
          List.of(answer(victim, opcode, index(opcode), bytes).aeth(syndrome)));
    }
  }

  /** Data for a request that has none to come, an original value for what is no atomic. */
  private static void kinds(PacketOpcode awaited) {
    for (PacketOpcode opcode : ANSWERS) {
      if (opcode.kind() != awaited.kind() && opcode != ACKNOWLEDGE) {
        impossible(
            "answered by " + opcode,
            awaited,
            victim -> //
            List.of(answer(victim, opcode, index(awaited), LegalPackets.payloadBytes(opcode))));
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> isIgnored() {
    return ROWS.stream()
        .filter(row -> !row.ends())
        .map(row ->
            DynamicTest.dynamicTest(row.awaited() + ", " + row.name(), () -> assertIgnored(row)));
  }

  @TestFactory
  Stream<DynamicTest> endsTheQueuePair() {
    return ROWS.stream()
        .filter(Row::ends)
        .map(row ->
            DynamicTest.dynamicTest(row.awaited() + ", " + row.name(), () -> assertEnds(row)));
  }

  private static void assertEnds(Row row) {
    Victim victim = new Victim();
    List<Forgery> legal = LegalPackets.of(victim, row.awaited());
    legal.subList(0, legal.size() - 1).forEach(victim::assertTakes);
    byte[] before = victim.side.bytes(0, Victim.MEMORY_BYTES);
    row.packets().apply(victim).forEach(victim::take);
    assertEquals(List.of(), victim.sent(), "packets sent");
    assertEquals(1, victim.side.inbox.size(), victim.side.inbox::toString);
    assertTrue(
        victim.side.inbox.getFirst().startsWith("1 BAD_RESPONSE"), victim.side.inbox::toString);
    assertEquals(QueuePairState.ERROR, victim.side.queuePair.state());
    assertEquals(-1, Arrays.mismatch(before, victim.side.bytes(0, Victim.MEMORY_BYTES)), "memory");
    victim.take(legal.getLast());
    victim.sent();
    assertEquals(1, victim.side.inbox.size(), "completed once more");
  }

  private static void assertIgnored(Row row) {
    Victim victim = new Victim();
    List<Forgery> legal = LegalPackets.of(victim, row.awaited());
    legal.subList(0, legal.size() - 1).forEach(victim::assertTakes);
    byte[] before = victim.side.bytes(0, Victim.MEMORY_BYTES);
    long counted = victim.side.count(UNEXPECTED_RESPONSE);
    for (Forgery forgery : row.packets().apply(victim)) {
      victim.take(forgery);
      assertEquals(++counted, victim.side.count(UNEXPECTED_RESPONSE), "unexpected answers");
    }
    assertEquals(List.of(), victim.sent(), "packets sent");
    assertEquals(List.of(), List.copyOf(victim.side.inbox), "completions");
    assertEquals(-1, Arrays.mismatch(before, victim.side.bytes(0, Victim.MEMORY_BYTES)), "memory");
    victim.assertTakes(legal.getLast());
    boolean completes = row.awaited().place().ends();
    assertEquals(completes ? 1 : 0, victim.side.inbox.size(), victim.side.inbox::toString);
    assertTrue(!completes || victim.side.inbox.remove().contains(" SUCCESS "), "not completed");
  }

  /** Nor does an answer count when its request is over. */
  @TestFactory
  Stream<DynamicTest> secondAnswerIsIgnored() {
    return ANSWERS.stream()
        .filter(opcode -> opcode.place().ends())
        .map(opcode -> DynamicTest.dynamicTest(opcode.name(), () -> {
          Victim victim = new Victim();
          List<Forgery> legal = LegalPackets.of(victim, opcode);
          legal.forEach(victim::assertTakes);
          victim.side.inbox.clear();
          victim.side.memory.segment().fill((byte) 0x77);
          byte[] before = victim.side.bytes(0, Victim.MEMORY_BYTES);
          for (int again = 1; again <= 3; again++) {
            victim.take(legal.getLast());
            assertEquals(again, victim.side.count(UNEXPECTED_RESPONSE), "unexpected answers");
          }
          victim.sent();
          assertEquals(List.of(), List.copyOf(victim.side.inbox), "completions");
          assertEquals(-1, Arrays.mismatch(before, victim.side.bytes(0, Victim.MEMORY_BYTES)));
        }));
  }

  /** The peer's count of messages may say anything. */
  @Test
  void messageNumbersMayGoBack() {
    for (int number : new int[] {0xff_ffff, 5, 0, 1}) {
      Victim victim = new Victim();
      Forgery ack = LegalPackets.of(victim, ACKNOWLEDGE).getLast();
      victim.assertTakes(ack.set(13, number >> 16).set(14, number >> 8).set(15, number));
      assertEquals(List.of("1 SUCCESS WRITE 8"), List.copyOf(victim.side.inbox));
    }
  }

  /** Every code of IBTA's table makes the requester wait so long, and no longer. */
  @Test
  void everyTimeToWaitIsKept() {
    for (int code = 0; code < 32; code++) {
      Victim victim = new Victim();
      Forgery rnr = LegalPackets.of(victim, ACKNOWLEDGE).getLast();
      int syndrome = Aeth.receiverNotReady(code);
      victim.take(rnr.aeth(syndrome));
      victim.nowNanos += Aeth.waitNanos(syndrome) - 1;
      assertEquals(List.of(), victim.sent(), "sent too early after code " + code);
      victim.nowNanos++;
      assertEquals(1, victim.sent().size(), "packets after code " + code);
    }
  }

  /** A refusal or a request to wait for a packet that is not under way. */
  @Test
  void refusalsOfOtherPacketsAreIgnored() {
    Victim victim = new Victim();
    Forgery legal = LegalPackets.of(victim, READ_RESPONSE_ONLY).getLast();
    int expected = 0;
    for (int ahead : new int[] {-1, 1, 100, (1 << 23) - 1, -(1 << 23)}) {
      for (int syndrome : new int[] {0x20, 0x3f, 0x60, 0x61, 0x62, 0x63}) {
        victim.take(victim.answer(ACKNOWLEDGE, ahead, 0).aeth(syndrome));
        assertEquals(++expected, victim.side.count(UNEXPECTED_RESPONSE), "unexpected answers");
      }
    }
    assertEquals(List.of(), victim.sent(), "packets sent");
    victim.assertTakes(legal);
    assertEquals(List.of("1 SUCCESS READ 8"), List.copyOf(victim.side.inbox));
  }
}
