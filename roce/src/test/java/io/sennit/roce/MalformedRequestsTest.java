// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.wire.PacketOpcode.ATOMIC_WRITE;
import static io.sennit.roce.wire.PacketOpcode.READ_REQUEST;
import static io.sennit.roce.wire.PacketOpcode.RESERVED;
import static io.sennit.roce.wire.PacketOpcode.SEND_FIRST;
import static io.sennit.roce.wire.PacketOpcode.SEND_LAST_INVALIDATE;
import static io.sennit.roce.wire.PacketOpcode.SEND_MIDDLE;
import static io.sennit.roce.wire.PacketOpcode.SEND_ONLY;
import static io.sennit.roce.wire.PacketOpcode.SEND_ONLY_IMMEDIATE;
import static io.sennit.roce.wire.PacketOpcode.SEND_ONLY_INVALIDATE;
import static io.sennit.roce.wire.PacketOpcode.WRITE_FIRST;
import static io.sennit.roce.wire.PacketOpcode.WRITE_LAST;
import static io.sennit.roce.wire.PacketOpcode.WRITE_LAST_IMMEDIATE;
import static io.sennit.roce.wire.PacketOpcode.WRITE_MIDDLE;
import static io.sennit.roce.wire.PacketOpcode.WRITE_ONLY;
import static io.sennit.roce.wire.PacketOpcode.WRITE_ONLY_IMMEDIATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.PacketOpcode.Kind;
import io.sennit.roce.wire.PacketOpcode.Place;
import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.QueuePairState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Requests that come from the peer, whole and in sequence, and must not be executed: each row is a
 * conversation whose last packet is refused, with the negative acknowledgement that IBTA has for
 * it. Nothing of that packet may reach memory or a completion.
 */
final class MalformedRequestsTest {
  private static final int MTU = Victim.MTU;
  /** Longer than any header makes up for. */
  private static final int FAR_TOO_LONG = 8000;

  private static final int INVALID = Aeth.NAK_INVALID_REQUEST;
  private static final int ACCESS = Aeth.NAK_REMOTE_ACCESS;
  static final List<PacketOpcode> REQUESTS = Arrays.stream(PacketOpcode.values())
      .filter(opcode -> opcode.kind().isRequest() && !opcode.isUnreliable())
      .toList();

  /** Requests that name the peer's memory in their own packet. */
  private static final List<PacketOpcode> WITH_A_RANGE =
      List.of(WRITE_FIRST, WRITE_ONLY, WRITE_ONLY_IMMEDIATE, READ_REQUEST);

  /** A conversation whose last packet is refused. */
  private record Row(
      String name, PacketOpcode opcode, int syndrome, Function<Victim, List<Forgery>> packets) {}

  private static final List<Row> ROWS = new ArrayList<>();

  private static void row(
      String name, PacketOpcode opcode, int syndrome, Function<Victim, List<Forgery>> packets) {
    ROWS.add(new Row(name, opcode, syndrome, packets));
  }

  /** A row for a single packet, behind what its place in a message needs. */
  static void alone(
      String name, PacketOpcode opcode, int syndrome, Function<Victim, Forgery> packet) {
    row(name, opcode, syndrome, victim -> List.of(packet.apply(victim)));
  }

  static {
    REQUESTS.forEach(MalformedRequestsTest::outOfPlace);
    REQUESTS.forEach(MalformedRequestsTest::payloads);
    WITH_A_RANGE.forEach(MalformedRequestsTest::keys);
    WITH_A_RANGE.forEach(MalformedRequestsTest::ranges);
    List.of(WRITE_FIRST, READ_REQUEST).forEach(MalformedRequestsTest::longest);
    MalformedWords.rows();
    writesOfAnotherLength();
    reserved();
    windows();
    goneInTheMiddle();
    tooMuch();
  }

  /** FIRST after FIRST, MIDDLE or LAST without FIRST, of another kind than FIRST. */
  private static void outOfPlace(PacketOpcode opcode) {
    if (opcode.place().begins()) {
      row(
          "in the middle of a SEND",
          opcode,
          INVALID,
          victim -> //
          List.of(victim.request(SEND_FIRST, 0, MTU), legal(victim, opcode, 1)));
      row(
          "in the middle of a WRITE",
          opcode,
          INVALID,
          victim -> //
          List.of(LegalPackets.writeFirst(victim, 3 * MTU), legal(victim, opcode, 1)));
    } else {
      row(
          "without a first packet",
          opcode,
          INVALID,
          victim -> //
          List.of(legal(victim, opcode, 0)));
      row(
          "in a message of another kind",
          opcode,
          INVALID,
          victim -> List.of(
              opcode.kind() == Kind.SEND
                  ? LegalPackets.writeFirst(victim, MTU + 8)
                  : victim.request(SEND_FIRST, 0, MTU),
              legal(victim, opcode, 1)));
    }
  }

  static Forgery legal(Victim victim, PacketOpcode opcode, int ahead) {
    return sized(victim, opcode, ahead, LegalPackets.payloadBytes(opcode));
  }

  private static Forgery sized(Victim victim, PacketOpcode opcode, int ahead, int payloadBytes) {
    Forgery forgery = victim.request(opcode, ahead, payloadBytes);
    if (WITH_A_RANGE.contains(opcode)) {
      return forgery.reth(victim.address(), victim.key(), rangeBytes(opcode));
    }
    return MalformedWords.named(forgery, opcode, victim.address(), victim.key());
  }

  private static int rangeBytes(PacketOpcode opcode) {
    return opcode == WRITE_FIRST ? 3 * MTU : 8;
  }

  /** FIRST and MIDDLE other than the MTU, LAST empty or longer, ONLY longer, payload of none. */
  private static void payloads(PacketOpcode opcode) {
    int[] wrong = switch (opcode.place()) {
      case FIRST, MIDDLE -> new int[] {0, 4, MTU - 4, MTU - 1, MTU + 4, FAR_TOO_LONG};
      case LAST -> new int[] {0, MTU + 1, MTU + 4, FAR_TOO_LONG};
      case ONLY ->
        opcode == ATOMIC_WRITE
            ? new int[] {0, 1, 4, 7, 9, 12, 16, MTU, MTU + 4, FAR_TOO_LONG}
            : new int[] {MTU + 1, MTU + 4, MTU + 84, FAR_TOO_LONG};
      case BARE -> new int[] {1, 4, MTU, FAR_TOO_LONG};
    };
    for (int bytes : wrong) {
      row("payload of " + bytes, opcode, INVALID, victim -> {
        List<Forgery> packets = new ArrayList<>();
        if (!opcode.place().begins()) {
          packets.add(
              opcode.kind() == Kind.SEND
                  ? victim.request(SEND_FIRST, 0, MTU)
                  : LegalPackets.writeFirst(victim, writeBytes(opcode, bytes)));
        }
        Forgery last = victim.request(opcode, packets.size(), bytes);
        packets.add(
            WITH_A_RANGE.contains(opcode)
                ? last.reth(victim.address(), victim.key(), rangeOf(opcode, bytes))
                : MalformedWords.named(last, opcode, victim.address(), victim.key()));
        return packets;
      });
    }
  }

  /** The sum fits, so that nothing but the packet's own length is wrong. */
  private static int writeBytes(PacketOpcode opcode, int bytes) {
    return opcode.place() == Place.LAST ? MTU + Math.max(1, bytes) : 2 * MTU + bytes;
  }

  private static int rangeOf(PacketOpcode opcode, int bytes) {
    return switch (opcode.place()) {
      case FIRST -> 3 * MTU;
      case ONLY -> bytes;
      default -> 8;
    };
  }

  /** Keys and rights of READ and WRITE. */
  private static void keys(PacketOpcode opcode) {
    int bytes = rangeBytes(opcode);
    int payload = LegalPackets.payloadBytes(opcode);
    Access right = opcode == READ_REQUEST ? Access.REMOTE_READ : Access.REMOTE_WRITE;
    alone(
        "an unknown key",
        opcode,
        ACCESS,
        victim -> //
        victim.request(opcode, 0, payload).reth(victim.address(), ~victim.key(), bytes));
    alone(
        "a key with one other bit",
        opcode,
        ACCESS,
        victim -> //
        victim
            .request(opcode, 0, payload)
            .reth(victim.address(), victim.key() ^ 0x8000_0000, bytes));
    alone("memory of another domain", opcode, ACCESS, victim -> {
      MemoryRegion other = victim.anotherDomain().allocate(4096, EnumSet.allOf(Access.class));
      return victim.request(opcode, 0, payload).reth(other.address(), other.remoteKey(), bytes);
    });
    alone("memory without the right", opcode, ACCESS, victim -> {
      MemoryRegion region = region(victim, EnumSet.complementOf(EnumSet.of(right)));
      return victim.request(opcode, 0, payload).reth(region.address(), region.remoteKey(), bytes);
    });
    alone("memory that was deregistered", opcode, ACCESS, victim -> {
      MemoryRegion region = region(victim, EnumSet.of(right));
      long address = region.address();
      assertTrue(region.deregister(), "not given back");
      return victim.request(opcode, 0, payload).reth(address, region.remoteKey(), bytes);
    });
  }

  /** Ranges of READ and WRITE, and lengths beyond a message. */
  private static void ranges(PacketOpcode opcode) {
    int bytes = rangeBytes(opcode);
    int payload = LegalPackets.payloadBytes(opcode);
    long[] offsets = {
      -1, -bytes, -8, Victim.MEMORY_BYTES - bytes + 1, Victim.MEMORY_BYTES, Long.MIN_VALUE, 1L << 32
    };
    for (long offset : offsets) {
      alone(
          "a range at " + offset,
          opcode,
          ACCESS,
          victim -> //
          victim.request(opcode, 0, payload).reth(victim.address() + offset, victim.key(), bytes));
    }
    for (long address : new long[] {0, -1, -8, -bytes}) {
      alone(
          "a range that wraps at " + address,
          opcode,
          ACCESS,
          victim -> //
          victim.request(opcode, 0, payload).reth(address, victim.key(), bytes));
    }
    if (opcode.place() != Place.ONLY) {
      alone(
          "a range longer than its memory",
          opcode,
          ACCESS,
          victim -> //
          victim
              .request(opcode, 0, payload)
              .reth(victim.address(), victim.key(), Victim.MEMORY_BYTES + 1));
    }
    for (int length : new int[] {Integer.MIN_VALUE + 1, -1}) {
      alone(
          "a length of " + Integer.toUnsignedLong(length),
          opcode,
          INVALID,
          victim -> //
          victim.request(opcode, 0, payload).reth(victim.address(), victim.key(), length));
    }
  }

  /** IBTA's longest, and others that are no fault by themselves. */
  private static void longest(PacketOpcode opcode) {
    int payload = LegalPackets.payloadBytes(opcode);
    for (int length : new int[] {Integer.MIN_VALUE, Integer.MAX_VALUE, (16 << 20) + 4096}) {
      alone(
          "a length of " + Integer.toUnsignedLong(length) + ", which its memory has not",
          opcode,
          ACCESS,
          victim -> //
          victim.request(opcode, 0, payload).reth(victim.address(), victim.key(), length));
    }
  }

  static MemoryRegion region(Victim victim, Set<Access> access) {
    return victim.side.domain.allocate(4096, access);
  }

  /** The payloads of a WRITE and the length that its first packet says. */
  private static void writesOfAnotherLength() {
    for (PacketOpcode only : List.of(WRITE_ONLY, WRITE_ONLY_IMMEDIATE)) {
      for (int said : new int[] {0, 7, 9, MTU + 8}) {
        alone(
            "8 bytes that are to be " + said,
            only,
            INVALID,
            victim -> //
            victim.request(only, 0, 8).reth(victim.address(), victim.key(), said));
      }
    }
    for (int said : new int[] {0, 8, MTU}) {
      alone(
          "a first packet of " + said,
          WRITE_FIRST,
          INVALID,
          victim -> //
          victim.request(WRITE_FIRST, 0, MTU).reth(victim.address(), victim.key(), said));
    }
    row(
        "the last bytes and more to come",
        WRITE_MIDDLE,
        INVALID,
        victim -> //
        List.of(LegalPackets.writeFirst(victim, 2 * MTU), victim.request(WRITE_MIDDLE, 1, MTU)));
    row(
        "more than was said",
        WRITE_MIDDLE,
        INVALID,
        victim -> //
        List.of(LegalPackets.writeFirst(victim, MTU + 8), victim.request(WRITE_MIDDLE, 1, MTU)));
    for (PacketOpcode last : List.of(WRITE_LAST, WRITE_LAST_IMMEDIATE)) {
      for (int bytes : new int[] {1, 7, 9, MTU}) {
        row(
            bytes + " bytes where 8 are left",
            last,
            INVALID,
            victim -> //
            List.of(LegalPackets.writeFirst(victim, MTU + 8), victim.request(last, 1, bytes)));
      }
    }
  }

  /** Opcodes of the reliable connection that mean nothing, whatever comes with them. */
  private static void reserved() {
    for (int code : new int[] {0x15, 0x18, 0x19, 0x1a, 0x1b, 0x1e, 0x1f}) {
      for (int bytes : new int[] {0, 8, MTU}) {
        alone(
            "opcode " + Integer.toHexString(code) + " with " + bytes,
            RESERVED,
            INVALID,
            victim -> //
            victim.request(RESERVED, 0, bytes).set(0, code));
      }
    }
  }

  /** A packet that names the key of an open window, if its opcode has a key. */
  private static Forgery invalidating(Victim victim, PacketOpcode opcode, int ahead, int bytes) {
    Forgery forgery = victim.request(opcode, ahead, bytes);
    return opcode.hasInvalidate() ? forgery.ieth(opcode, victim.openWindow()) : forgery;
  }

  /** What may be closed is a window that is open through this queue pair, by its whole key. */
  private static void windows() {
    alone(
        "the key of no window",
        SEND_ONLY_INVALIDATE,
        ACCESS,
        victim -> //
        victim.request(SEND_ONLY_INVALIDATE, 0, 8).ieth(SEND_ONLY_INVALIDATE, 0x1234_5678));
    alone(
        "the key of a region",
        SEND_ONLY_INVALIDATE,
        ACCESS,
        victim -> //
        victim.request(SEND_ONLY_INVALIDATE, 0, 8).ieth(SEND_ONLY_INVALIDATE, victim.key()));
    alone(
        "another tail of a window's key",
        SEND_ONLY_INVALIDATE,
        ACCESS,
        victim -> //
        victim
            .request(SEND_ONLY_INVALIDATE, 0, 8)
            .ieth(SEND_ONLY_INVALIDATE, victim.openWindow() ^ 1));
    row(
        "the key of no window",
        SEND_LAST_INVALIDATE,
        ACCESS,
        victim -> List.of(
            victim.request(SEND_FIRST, 0, MTU),
            victim.request(SEND_LAST_INVALIDATE, 1, 8).ieth(SEND_LAST_INVALIDATE, victim.key())));
  }

  private static void goneInTheMiddle() {
    for (PacketOpcode rest : List.of(WRITE_MIDDLE, WRITE_LAST, WRITE_LAST_IMMEDIATE)) {
      row("memory deregistered in the middle", rest, ACCESS, victim -> {
        MemoryRegion region = region(victim, EnumSet.of(Access.REMOTE_WRITE));
        int bytes = rest == WRITE_MIDDLE ? 3 * MTU : MTU + 8;
        Forgery first =
            victim.request(WRITE_FIRST, 0, MTU).reth(region.address(), region.remoteKey(), bytes);
        victim.take(first);
        assertTrue(region.deregister(), "not given back");
        return List.of(legal(victim, rest, 1));
      });
    }
  }

  /** More than there is room for: in a receive, or of answers at the same time. */
  private static void tooMuch() {
    row("more than its receive takes", SEND_MIDDLE, INVALID, victim -> {
      victim.receiveOnly(MTU + MTU - 1);
      return List.of(victim.request(SEND_FIRST, 0, MTU), victim.request(SEND_MIDDLE, 1, MTU));
    });
    for (PacketOpcode last : REQUESTS) {
      if (last.kind() == Kind.SEND && last.place() == Place.LAST) {
        row("more than its receive takes", last, INVALID, victim -> {
          victim.receiveOnly(MTU + 7);
          return List.of(victim.request(SEND_FIRST, 0, MTU), invalidating(victim, last, 1, 8));
        });
      }
    }
    for (PacketOpcode only : List.of(SEND_ONLY, SEND_ONLY_IMMEDIATE, SEND_ONLY_INVALIDATE)) {
      row("more than its receive takes", only, INVALID, victim -> {
        victim.receiveOnly(7);
        return List.of(invalidating(victim, only, 0, 8));
      });
    }
    row("more than its receive takes", SEND_FIRST, INVALID, victim -> {
      victim.receiveOnly(MTU - 1);
      return List.of(victim.request(SEND_FIRST, 0, MTU));
    });
    for (PacketOpcode answered :
        REQUESTS.stream().filter(each -> each.kind().isAnswered()).toList()) {
      row("more at the same time than was agreed", answered, INVALID, victim -> {
        List<Forgery> packets = new ArrayList<>();
        for (int at = 0; at <= EngineConfig.STANDARD.maxReadAtomic(); at++) {
          packets.add(legal(victim, answered, at));
        }
        return packets;
      });
    }
  }

  @TestFactory
  Stream<DynamicTest> isRefusedAndChangesNothing() {
    return ROWS.stream()
        .map(row ->
            DynamicTest.dynamicTest(row.opcode() + ", " + row.name(), () -> assertRefused(row)));
  }

  private static void assertRefused(Row row) {
    Victim victim = new Victim();
    victim.side.receive(1, Victim.MEMORY_BYTES / 2, 4 * MTU);
    List<Forgery> packets = row.packets().apply(victim);
    packets.subList(0, packets.size() - 1).forEach(victim::take);
    byte[] before = victim.side.bytes(0, Victim.MEMORY_BYTES);
    assertEquals(
        QueuePairState.READY_TO_SEND, victim.side.queuePair.state(), "before the last packet");
    victim.take(packets.getLast());
    String answers = victim.answers();
    String refusal = Integer.toHexString(row.syndrome()) + ";";
    assertTrue(answers.endsWith(refusal), () -> answers + " instead of " + refusal);
    assertEquals(QueuePairState.ERROR, victim.side.queuePair.state());
    assertEquals(-1, Arrays.mismatch(before, victim.side.bytes(0, Victim.MEMORY_BYTES)), "memory");
    assertEquals(
        List.of(),
        victim.side.inbox.stream().filter(each -> each.contains("SUCCESS")).toList());
  }

  @TestFactory
  Stream<DynamicTest> everyRequestIsInTheTable() {
    return REQUESTS.stream()
        .map(opcode -> DynamicTest.dynamicTest(opcode.name(), () -> {
          long rows = ROWS.stream().filter(row -> row.opcode() == opcode).count();
          assertTrue(rows >= 5, () -> rows + " rows");
        }));
  }
}
