// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.EngineCounters.Kind.BAD_CRC;
import static io.sennit.roce.EngineCounters.Kind.MALFORMED;
import static io.sennit.roce.EngineCounters.Kind.NOT_READY;
import static io.sennit.roce.EngineCounters.Kind.NO_QUEUE_PAIR;
import static io.sennit.roce.EngineCounters.Kind.WRONG_SOURCE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.sennit.roce.wire.IpAddress;
import io.sennit.roce.wire.PacketCheck;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.QueuePairState;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What is dropped before any state is looked at: for each row and each opcode, a legal packet is
 * spoilt in one way and given a right CRC. It must be counted under the row's reason and change
 * nothing: the legal packet is taken afterwards as if nothing had come.
 */
final class MalformedPacketsTest {
  private static final int PAD_AND_VERSION_AT = 1;
  private static final int PARTITION_AT = 2;
  private static final int QUEUE_PAIR_AT = 5;
  private static final int PSN_AT = 8;
  private static final int QUEUE_KEY_AT = 12;
  private static final int LEAST = Sealing.LEAST_BYTES;

  private static final String ANOTHER_PORT = "from another port";

  /** Of a reliable connection it is refused, see {@link MalformedRequestsTest}. */
  private static final String TOO_LONG = "longer than path MTU and headers";

  /** One way to spoil a packet. */
  private record Row(String name, EngineCounters.Kind reason, Spoiling spoiling) {
    /** Datagrams have no peer and no state; an unreliable connection's peer chooses its ports. */
    boolean isAbout(PacketOpcode opcode) {
      if (name.equals(TOO_LONG)) {
        return opcode.isUnreliable();
      }
      return opcode.isUnreliable()
          ? !name.equals(ANOTHER_PORT)
          : ofConnection(opcode) || (reason != WRONG_SOURCE && reason != NOT_READY);
    }
  }

  private static boolean ofConnection(PacketOpcode opcode) {
    return opcode.kind() != PacketOpcode.Kind.DATAGRAM;
  }

  /** Makes the bad packets of a row out of a legal one. */
  private interface Spoiling {
    List<Copy> of(Victim victim, PacketOpcode opcode, byte[] legal);
  }

  private static final List<Row> ROWS = List.of(
      new Row("shorter than a header and a CRC", MALFORMED, MalformedPacketsTest::tiny),
      new Row("shorter than its headers", MALFORMED, MalformedPacketsTest::headless),
      new Row("more padding than payload", MALFORMED, MalformedPacketsTest::overpadded),
      new Row("padding that does not fill a word", MALFORMED, MalformedPacketsTest::ragged),
      new Row("opcodes that are none", MALFORMED, MalformedPacketsTest::unknownOpcodes),
      new Row("another transport version", MALFORMED, MalformedPacketsTest::otherVersions),
      new Row("another partition", MALFORMED, MalformedPacketsTest::otherPartitions),
      new Row(
          "the queue pair of multicast",
          MALFORMED,
          (victim, opcode, legal) -> //
          List.of(to(victim, legal, 0xff_ffff))),
      new Row("queue pairs that are none", NO_QUEUE_PAIR, MalformedPacketsTest::toNobody),
      new Row(
          "a queue pair that is not connected",
          NOT_READY,
          (victim, opcode, legal) -> //
          List.of(to(victim, legal, victim.unconnected(opcode)))),
      new Row(
          "from another address",
          WRONG_SOURCE,
          (victim, opcode, legal) -> //
          otherAddresses(victim)
              .map(ends -> Sealing.sealed(legal.clone(), ends))
              .toList()),
      new Row(
          "from an address of the other IP version that ends alike",
          WRONG_SOURCE,
          (victim, opcode, legal) -> //
          List.of(Sealing.sealed(legal.clone(), victim.ends).with(endingAlike(victim)))),
      new Row(
          ANOTHER_PORT,
          WRONG_SOURCE,
          (victim, opcode, legal) -> //
          List.of(Sealing.sealed(
              legal.clone(),
              victim.ends.from(victim.ends.source(), victim.ends.sourcePort() ^ 1)))),
      new Row(
          "to another address",
          WRONG_SOURCE,
          (victim, opcode, legal) -> //
          List.of(Sealing.sealed(legal.clone(), toOtherPort(victim)))),
      new Row(TOO_LONG, MALFORMED, MalformedPacketsTest::oversized),
      new Row("a wrong CRC", BAD_CRC, MalformedPacketsTest::wrongCrc),
      new Row("bytes that the CRC covers", BAD_CRC, MalformedPacketsTest::changedOnTheWay));

  private static List<Copy> tiny(Victim victim, PacketOpcode opcode, byte[] legal) {
    return resized(victim, legal, 0, LEAST);
  }

  private static List<Copy> headless(Victim victim, PacketOpcode opcode, byte[] legal) {
    return resized(victim, legal, LEAST, opcode.headerBytes() + PacketCheck.ICRC_BYTES);
  }

  private static List<Copy> resized(Victim victim, byte[] legal, int from, int to) {
    List<Copy> copies = new ArrayList<>();
    for (int length = from; length < to; length++) {
      copies.add(Sealing.sealed(Arrays.copyOf(legal, length), victim.ends));
    }
    return copies;
  }

  private static List<Copy> overpadded(Victim victim, PacketOpcode opcode, byte[] legal) {
    byte[] bare = Arrays.copyOf(legal, opcode.headerBytes() + PacketCheck.ICRC_BYTES);
    return changed(victim, bare, PAD_AND_VERSION_AT, 0x10, 0x20, 0x30);
  }

  private static List<Copy> ragged(Victim victim, PacketOpcode opcode, byte[] legal) {
    return resized(victim, legal, legal.length + 1, legal.length + 4);
  }

  /** One packet for each value of a byte. */
  private static List<Copy> changed(Victim victim, byte[] legal, int at, int... values) {
    List<Copy> copies = new ArrayList<>();
    for (int value : values) {
      byte[] bytes = legal.clone();
      bytes[at] = (byte) value;
      copies.add(Sealing.sealed(bytes, victim.ends));
    }
    return copies;
  }

  private static List<Copy> unknownOpcodes(Victim victim, PacketOpcode opcode, byte[] legal) {
    List<Copy> copies = new ArrayList<>();
    for (int code = 0; code < 256; code++) {
      if (PacketOpcode.of(code) == null) {
        copies.addAll(changed(victim, legal, 0, code));
      }
    }
    return copies;
  }

  private static List<Copy> otherVersions(Victim victim, PacketOpcode opcode, byte[] legal) {
    int flags = legal[PAD_AND_VERSION_AT];
    return changed(victim, legal, PAD_AND_VERSION_AT, flags | 1, flags | 2, flags | 8, flags | 15);
  }

  /** The highest bit is membership: that of a limited member is taken. */
  private static List<Copy> otherPartitions(Victim victim, PacketOpcode opcode, byte[] legal) {
    List<Copy> copies = new ArrayList<>(changed(victim, legal, PARTITION_AT, 0x00, 0xbf, 0xfe));
    copies.addAll(changed(victim, legal, PARTITION_AT + 1, 0x00, 0x7f, 0xfe));
    return copies;
  }

  private static Copy to(Victim victim, byte[] legal, int queuePair) {
    byte[] bytes = legal.clone();
    bytes[QUEUE_PAIR_AT] = (byte) (queuePair >> 16);
    bytes[QUEUE_PAIR_AT + 1] = (byte) (queuePair >> 8);
    bytes[QUEUE_PAIR_AT + 2] = (byte) queuePair;
    return Sealing.sealed(bytes, victim.ends);
  }

  private static List<Copy> toNobody(Victim victim, PacketOpcode opcode, byte[] legal) {
    return Stream.of(0, victim.number ^ 1, victim.number ^ 0x80_0000)
        .map(number -> to(victim, legal, number))
        .toList();
  }

  private static Stream<Copy.Ends> otherAddresses(Victim victim) {
    IpAddress peer = victim.ends.source();
    return Stream.of(new IpAddress(peer.high(), peer.low() ^ 1), new IpAddress(1L << 63, 0))
        .filter(other -> other.isIpv4() == peer.isIpv4())
        .map(other -> victim.ends.from(other, victim.ends.sourcePort()));
  }

  private static Copy.Ends endingAlike(Victim victim) {
    IpAddress alike = new IpAddress(1L << 61, victim.ends.source().low());
    return victim.ends.from(alike, victim.ends.sourcePort());
  }

  private static Copy.Ends toOtherPort(Victim victim) {
    LocalPort other = victim.side.node.ports.get(1);
    return new Copy.Ends(
        victim.ends.source(), victim.ends.sourcePort(), other.address(), other.receivePort());
  }

  private static List<Copy> oversized(Victim victim, PacketOpcode opcode, byte[] legal) {
    return Stream.of(Victim.MTU + 84, 4096 + 64, 8000)
        .map(length -> Sealing.sealed(Arrays.copyOf(legal, length), victim.ends))
        .toList();
  }

  private static List<Copy> wrongCrc(Victim victim, PacketOpcode opcode, byte[] legal) {
    return flipped(victim, legal, legal.length - PacketCheck.ICRC_BYTES, legal.length);
  }

  /** The PSN and what follows; what comes before has reasons of its own. */
  private static List<Copy> changedOnTheWay(Victim victim, PacketOpcode opcode, byte[] legal) {
    int end = legal.length - PacketCheck.ICRC_BYTES;
    if (ofConnection(opcode)) {
      return flipped(victim, legal, PSN_AT, end);
    }
    List<Copy> copies = new ArrayList<>(flipped(victim, legal, PSN_AT, QUEUE_KEY_AT));
    copies.addAll(flipped(victim, legal, QUEUE_KEY_AT + 4, end));
    return copies;
  }

  private static List<Copy> flipped(Victim victim, byte[] legal, int from, int to) {
    Copy good = Sealing.sealed(legal.clone(), victim.ends);
    List<Copy> copies = new ArrayList<>();
    for (int bit = 8 * from; bit < 8 * to; bit++) {
      byte[] bytes = good.bytes().clone();
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      copies.add(good.with(bytes));
    }
    return copies;
  }

  @TestFactory
  Stream<DynamicTest> isDroppedAndChangesNothing() {
    return ROWS.stream()
        .flatMap(row -> LegalPackets.opcodes()
            .filter(opcode -> row.isAbout(opcode))
            .map(opcode -> DynamicTest.dynamicTest(
                row.name() + ", " + opcode, () -> assertDropped(row, opcode))));
  }

  private static void assertDropped(Row row, PacketOpcode opcode) {
    Victim victim = new Victim();
    List<Forgery> legal = LegalPackets.of(victim, opcode);
    legal.subList(0, legal.size() - 1).forEach(victim::take);
    victim.sent();
    Forgery last = legal.getLast();
    List<Copy> bad = row.spoiling().of(victim, opcode, last.sent(victim.ends).bytes());
    byte[] before = victim.side.bytes(0, Victim.MEMORY_BYTES);
    long counted = victim.side.count(row.reason());
    for (Copy copy : bad) {
      victim.take(copy);
      assertEquals(++counted, victim.side.count(row.reason()), row.reason().name());
    }
    assertEquals(List.of(), victim.sent(), "answers");
    assertEquals(List.of(), List.copyOf(victim.side.inbox), "completions");
    assertEquals(-1, Arrays.mismatch(before, victim.side.bytes(0, Victim.MEMORY_BYTES)), "memory");
    victim.assertTakes(last);
  }

  @TestFactory
  Stream<DynamicTest> legalPacketOfEveryOpcodeIsTaken() {
    return LegalPackets.opcodes()
        .map(opcode -> DynamicTest.dynamicTest(opcode.name(), () -> {
          Victim victim = new Victim();
          LegalPackets.of(victim, opcode).forEach(victim::assertTakes);
        }));
  }

  /** Solicited event, migration, a limited member, marks and reserved bits say nothing here. */
  @TestFactory
  Stream<DynamicTest> bitsThatMustBeIgnoredAre() {
    return LegalPackets.opcodes()
        .map(opcode -> DynamicTest.dynamicTest(opcode.name(), () -> {
          Victim victim = new Victim();
          List<Forgery> legal = LegalPackets.of(victim, opcode);
          legal.subList(0, legal.size() - 1).forEach(victim::take);
          byte[] bytes = legal.getLast().sent(victim.ends).bytes();
          bytes[PAD_AND_VERSION_AT] |= (byte) 0xc0;
          bytes[PARTITION_AT] &= 0x7f;
          bytes[4] = -1;
          bytes[8] |= 0x7f;
          victim.assertTakes(Sealing.sealed(bytes, victim.ends));
        }));
  }

  @TestFactory
  Stream<DynamicTest> destroyedQueuePairTakesNothing() {
    return afterwards(NO_QUEUE_PAIR, victim -> victim.side.queuePair.destroy());
  }

  @TestFactory
  Stream<DynamicTest> queuePairInErrorTakesNothing() {
    return afterwards(NOT_READY, victim -> victim.side.queuePair.toError());
  }

  private static Stream<DynamicTest> afterwards(EngineCounters.Kind reason, Consumer<Victim> end) {
    return LegalPackets.opcodes()
        .filter(MalformedPacketsTest::ofConnection)
        .filter(opcode -> !opcode.isUnreliable())
        .map(opcode -> DynamicTest.dynamicTest(opcode.name(), () -> {
          Victim victim = new Victim();
          List<Forgery> legal = LegalPackets.of(victim, opcode);
          legal.subList(0, legal.size() - 1).forEach(victim::take);
          end.accept(victim);
          victim.sent();
          victim.side.inbox.clear();
          victim.side.node.congested = true;
          byte[] before = victim.side.bytes(0, Victim.MEMORY_BYTES);
          victim.take(legal.getLast());
          assertEquals(1, victim.side.count(reason), reason.name());
          assertEquals(List.of(), victim.sent(), "answers");
          assertEquals(List.of(), List.copyOf(victim.side.inbox), "completions");
          assertEquals(-1, Arrays.mismatch(before, victim.side.bytes(0, Victim.MEMORY_BYTES)));
        }));
  }

  /** The kernel of a Sennit peer numbers the packets of a send 0 to 127, and hides no others. */
  @Test
  void identificationThatNoSennitEndUsesIsAWrongCrc() {
    for (int identification : new int[] {0, 1, 127, 128, 255, 0x718c, 0xffff}) {
      Victim victim = new Victim();
      Forgery legal = LegalPackets.of(victim, PacketOpcode.WRITE_ONLY).getLast();
      victim.take(Sealing.sealed(legal.sent(victim.ends).bytes(), victim.ends, identification));
      int wrong = identification > 127 ? 1 : 0;
      assertEquals(wrong, victim.side.count(BAD_CRC), "identification " + identification);
    }
  }

  @Test
  void nothingBehindAShortPacketIsLookedAt() {
    for (int length = 0; length < LEAST; length++) {
      PacketOpcode opcode = PacketCheck.opcode(MemorySegment.ofArray(new byte[length]), 0, length);
      assertNull(opcode, length + " bytes");
    }
  }

  @Test
  void floodOfOnesIsOnlyCounted() {
    Victim victim = new Victim();
    byte[] flood = new byte[48];
    Arrays.fill(flood, (byte) -1);
    for (int round = 0; round < 10_000; round++) {
      victim.take(Sealing.sealed(flood.clone(), victim.ends));
    }
    assertEquals(10_000, victim.side.count(MALFORMED));
    assertEquals(QueuePairState.READY_TO_SEND, victim.side.queuePair.state());
    victim.assertUnharmed();
  }
}
