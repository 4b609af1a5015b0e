// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.wire.PacketOpcode.UC_SEND_FIRST;
import static io.sennit.roce.wire.PacketOpcode.UC_SEND_LAST;
import static io.sennit.roce.wire.PacketOpcode.UC_SEND_ONLY;
import static io.sennit.roce.wire.PacketOpcode.UC_WRITE_FIRST;
import static io.sennit.roce.wire.PacketOpcode.UC_WRITE_LAST;
import static io.sennit.roce.wire.PacketOpcode.UC_WRITE_LAST_IMMEDIATE;
import static io.sennit.roce.wire.PacketOpcode.UC_WRITE_MIDDLE;
import static io.sennit.roce.wire.PacketOpcode.UC_WRITE_ONLY;
import static io.sennit.roce.wire.PacketOpcode.UC_WRITE_ONLY_IMMEDIATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.PacketOpcode.Kind;
import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.QueuePairState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Packets of an unreliable connection that are whole and in sequence, and must not be taken: each
 * row is a conversation whose last packet is dropped without a word. Nothing of it reaches memory
 * or a completion, and the next message is taken.
 */
final class UcMalformedTest {
  private static final int MTU = Victim.MTU;
  private static final int SHORT = 8;
  private static final List<PacketOpcode> ALL =
      Arrays.stream(PacketOpcode.values()).filter(PacketOpcode::isUnreliable).toList();
  private static final List<PacketOpcode> WITH_A_RANGE =
      List.of(UC_WRITE_FIRST, UC_WRITE_ONLY, UC_WRITE_ONLY_IMMEDIATE);

  /** A conversation whose last packet is dropped. */
  private record Row(String name, PacketOpcode opcode, Function<Victim, List<Forgery>> packets) {}

  private static final List<Row> ROWS = new ArrayList<>();

  private static void row(
      String name, PacketOpcode opcode, Function<Victim, List<Forgery>> packets) {
    ROWS.add(new Row(name, opcode, packets));
  }

  static {
    ALL.forEach(UcMalformedTest::outOfPlace);
    ALL.forEach(UcMalformedTest::payloads);
    WITH_A_RANGE.forEach(UcMalformedTest::ranges);
    lengths();
    withoutAReceive();
  }

  private static Forgery first(Victim victim, Kind kind, int length) {
    return kind == Kind.SEND
        ? victim.request(UC_SEND_FIRST, 0, MTU)
        : LegalPackets.writeFirst(victim, UC_WRITE_FIRST, length);
  }

  private static Kind other(PacketOpcode opcode) {
    return opcode.kind() == Kind.SEND ? Kind.WRITE : Kind.SEND;
  }

  private static Forgery packet(Victim victim, PacketOpcode opcode, int ahead, int bytes) {
    Forgery packet = victim.request(opcode, ahead, bytes);
    return WITH_A_RANGE.contains(opcode)
        ? packet.reth(victim.address(), victim.key(), opcode == UC_WRITE_FIRST ? 3 * MTU : bytes)
        : packet;
  }

  /** MIDDLE or LAST without FIRST, or of another kind than FIRST. */
  private static void outOfPlace(PacketOpcode opcode) {
    if (opcode.place().begins()) {
      return;
    }
    int bytes = LegalPackets.payloadBytes(opcode);
    row("without a first packet", opcode, victim -> List.of(packet(victim, opcode, 0, bytes)));
    row(
        "in a message of another kind",
        opcode,
        victim ->
            List.of(first(victim, other(opcode), MTU + SHORT), packet(victim, opcode, 1, bytes)));
    row(
        "behind a message that has ended",
        opcode,
        victim ->
            List.of(packet(victim, ended(opcode), 0, SHORT), packet(victim, opcode, 1, bytes)));
  }

  private static PacketOpcode ended(PacketOpcode opcode) {
    return opcode.kind() == Kind.SEND ? UC_SEND_ONLY : UC_WRITE_ONLY;
  }

  /** FIRST and MIDDLE other than the MTU, LAST empty or longer, ONLY longer. */
  private static void payloads(PacketOpcode opcode) {
    int[] wrong = switch (opcode.place()) {
      case FIRST, MIDDLE -> new int[] {0, 4, MTU - 4, MTU - 1, MTU + 4};
      case LAST -> new int[] {0, MTU + 1, MTU + 4};
      case ONLY, BARE -> new int[] {MTU + 1, MTU + 4};
    };
    for (int bytes : wrong) {
      row("payload of " + bytes, opcode, victim -> {
        int length = opcode == UC_WRITE_MIDDLE ? 3 * MTU : MTU + bytes;
        return opcode.place().begins()
            ? List.of(packet(victim, opcode, 0, bytes))
            : List.of(first(victim, opcode.kind(), length), packet(victim, opcode, 1, bytes));
      });
    }
  }

  /** A key, a right, and a range that are not the peer's. */
  private static void ranges(PacketOpcode opcode) {
    int length = opcode == UC_WRITE_FIRST ? 3 * MTU : SHORT;
    long end = Victim.MEMORY_BYTES;
    write("an unknown key", opcode, length, victim -> range(victim, 0, ~victim.key()));
    write("a range before the region", opcode, length, victim -> range(victim, -1, victim.key()));
    write(
        "a range beyond the region",
        opcode,
        length,
        victim -> range(victim, end - length + 1, victim.key()));
    write(
        "a range that wraps",
        opcode,
        length,
        victim -> range(victim, -victim.address() - 4, victim.key()));
    write(
        "memory that may not be written",
        opcode,
        length,
        victim -> //
        range(victim.side.domain.allocate(4096, EnumSet.of(Access.REMOTE_READ))));
    write(
        "memory of another peer",
        opcode,
        length,
        victim -> //
        range(victim.anotherDomain().allocate(4096, EnumSet.of(Access.REMOTE_WRITE))));
    write("memory that is gone", opcode, length, victim -> {
      MemoryRegion gone = victim.side.domain.allocate(4096, EnumSet.of(Access.REMOTE_WRITE));
      gone.deregister();
      return range(gone);
    });
  }

  /** Where a WRITE goes to. */
  private record Range(long address, int key) {}

  private static Range range(Victim victim, long offset, int key) {
    return new Range(victim.address() + offset, key);
  }

  private static Range range(MemoryRegion region) {
    return new Range(region.address(), region.remoteKey());
  }

  private static void write(
      String name, PacketOpcode opcode, int length, Function<Victim, Range> named) {
    row(name, opcode, victim -> {
      Range range = named.apply(victim);
      int bytes = LegalPackets.payloadBytes(opcode);
      return List.of(victim.request(opcode, 0, bytes).reth(range.address, range.key, length));
    });
  }

  /** A WRITE whose packets are more or fewer bytes than it has said. */
  private static void lengths() {
    for (PacketOpcode opcode : List.of(UC_WRITE_ONLY, UC_WRITE_ONLY_IMMEDIATE)) {
      for (int length : new int[] {0, SHORT - 1, SHORT + 1, -1}) {
        row(
            "a length of " + length,
            opcode,
            victim -> List.of(
                victim.request(opcode, 0, SHORT).reth(victim.address(), victim.key(), length)));
      }
    }
    for (int length : new int[] {0, MTU, -1, Integer.MIN_VALUE + 1}) {
      row(
          "a length of " + length,
          UC_WRITE_FIRST,
          victim -> List.of(LegalPackets.writeFirst(victim, UC_WRITE_FIRST, length)));
    }
    row(
        "more than was said",
        UC_WRITE_MIDDLE,
        victim -> List.of(
            LegalPackets.writeFirst(victim, UC_WRITE_FIRST, 2 * MTU),
            victim.request(UC_WRITE_MIDDLE, 1, MTU)));
    for (PacketOpcode last : List.of(UC_WRITE_LAST, UC_WRITE_LAST_IMMEDIATE)) {
      for (int bytes : new int[] {SHORT - 4, SHORT + 4}) {
        row(
            "an end of " + bytes,
            last,
            victim -> List.of(
                LegalPackets.writeFirst(victim, UC_WRITE_FIRST, MTU + SHORT),
                victim.request(last, 1, bytes)));
      }
    }
  }

  private static void withoutAReceive() {
    for (PacketOpcode opcode : ALL) {
      boolean sends = opcode.kind() == Kind.SEND && opcode.place().begins();
      if (sends || (opcode.kind() == Kind.WRITE && opcode.hasImmediate())) {
        row("no receive", opcode, victim -> {
          List<Forgery> legal = LegalPackets.of(victim, opcode);
          victim.dropReceives();
          return legal;
        });
      }
    }
  }

  @Test
  void everyOpcodeHasRows() {
    for (PacketOpcode opcode : ALL) {
      long rows = ROWS.stream().filter(row -> row.opcode() == opcode).count();
      assertTrue(rows >= 2, rows + " rows of " + opcode);
    }
  }

  @TestFactory
  Stream<DynamicTest> isDroppedAndHarmsNothing() {
    return ROWS.stream()
        .map(row ->
            DynamicTest.dynamicTest(row.name() + ", " + row.opcode(), () -> assertDropped(row)));
  }

  private static void assertDropped(Row row) {
    Victim victim = new Victim();
    victim.side.receive(9, 0, 4 * MTU);
    List<Forgery> packets = row.packets().apply(victim);
    packets.subList(0, packets.size() - 1).forEach(victim::take);
    victim.sent();
    victim.side.inbox.clear();
    byte[] before = victim.side.bytes(0, Victim.MEMORY_BYTES);
    victim.take(packets.getLast());
    assertEquals(List.of(), victim.sent(), "answers");
    assertEquals(List.of(), List.copyOf(victim.side.inbox), "completions");
    assertEquals(-1, Arrays.mismatch(before, victim.side.bytes(0, Victim.MEMORY_BYTES)), "memory");
    assertEquals(QueuePairState.READY_TO_SEND, victim.unreliable().state());
    victim.side.receive(2, MTU, 4 * MTU);
    victim.take(victim.request(UC_SEND_FIRST, 20, MTU), victim.request(UC_SEND_LAST, 21, SHORT));
    victim.sent();
    assertEquals(1, victim.side.inbox.size(), () -> "the next message: " + victim.side.inbox);
    String next = victim.side.inbox.getFirst();
    assertTrue(next.contains("SUCCESS RECEIVE " + (MTU + SHORT)), next);
  }

  /** The receive is spent, with a status that says why; the connection goes on. */
  @Test
  void messageLongerThanItsReceiveSpendsIt() {
    Victim victim = new Victim();
    victim.side.receive(1, 0, MTU);
    victim.side.receive(2, MTU, MTU);
    victim.take(victim.request(UC_SEND_FIRST, 0, MTU), victim.request(UC_SEND_LAST, 1, SHORT));
    victim.take(victim.request(UC_SEND_ONLY, 2, SHORT));
    victim.sent();
    assertEquals("1 LOCAL_LENGTH_ERROR RECEIVE", victim.side.inbox.remove().substring(0, 28));
    assertEquals("2 SUCCESS RECEIVE " + SHORT, victim.side.inbox.remove());
    assertEquals(1, victim.side.count(EngineCounters.Kind.MESSAGE_DROPPED));
  }

  @Test
  void connectionThatIsOverTakesNothing() {
    Victim victim = new Victim();
    victim.side.receive(1, 0, MTU);
    Forgery packet = victim.request(UC_SEND_ONLY, 0, SHORT);
    victim.unreliable().toError();
    victim.take(packet);
    assertEquals(1, victim.side.count(EngineCounters.Kind.NOT_READY));
    victim.unreliable().destroy();
    victim.take(packet);
    assertEquals(1, victim.side.count(EngineCounters.Kind.NO_QUEUE_PAIR));
    victim.sent();
    assertEquals(List.of(), List.copyOf(victim.side.inbox), "completions");
  }
}
