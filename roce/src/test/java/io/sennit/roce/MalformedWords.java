// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.MalformedRequestsTest.alone;
import static io.sennit.roce.MalformedRequestsTest.region;
import static io.sennit.roce.wire.PacketOpcode.ATOMIC_WRITE;
import static io.sennit.roce.wire.PacketOpcode.COMPARE_SWAP;
import static io.sennit.roce.wire.PacketOpcode.FETCH_ADD;
import static io.sennit.roce.wire.PacketOpcode.FLUSH;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.Feth;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import java.util.EnumSet;
import java.util.List;
import java.util.function.BiFunction;

/** Rows of {@link MalformedRequestsTest}: requests about one word, and FLUSH. */
final class MalformedWords {
  private static final int INVALID = Aeth.NAK_INVALID_REQUEST;
  private static final int ACCESS = Aeth.NAK_REMOTE_ACCESS;

  private MalformedWords() {}

  static void rows() {
    List.of(COMPARE_SWAP, FETCH_ADD, ATOMIC_WRITE).forEach(MalformedWords::words);
    wordsOfAnotherLength();
    flushes();
  }

  /** The memory that a request of a word, or a FLUSH of eight bytes, is about. */
  static Forgery named(Forgery forgery, PacketOpcode opcode, long address, int key) {
    return switch (opcode) {
      case COMPARE_SWAP, FETCH_ADD -> forgery.atomic(address, key, 5, 0);
      case ATOMIC_WRITE -> forgery.reth(address, key, Long.BYTES);
      case FLUSH -> forgery.flush(Feth.GLOBAL_VISIBILITY, Feth.RANGE, address, key, Long.BYTES);
      default -> forgery;
    };
  }

  private static void words(PacketOpcode opcode) {
    for (int offset : new int[] {1, 4, 7}) {
      alone(
          "a word at " + offset,
          opcode,
          INVALID,
          victim -> //
          atomic(victim, opcode, victim.address() + offset, victim.key()));
    }
    alone(
        "an unknown key",
        opcode,
        ACCESS,
        victim -> //
        atomic(victim, opcode, victim.address(), ~victim.key()));
    alone(
        "a word behind the memory",
        opcode,
        ACCESS,
        victim -> //
        atomic(victim, opcode, victim.address() + Victim.MEMORY_BYTES, victim.key()));
    alone(
        "a word before the memory",
        opcode,
        ACCESS,
        victim -> //
        atomic(victim, opcode, victim.address() - 8, victim.key()));
    alone(
        "a word at the end of all memory",
        opcode,
        ACCESS,
        victim -> //
        atomic(victim, opcode, -8, victim.key()));
    alone("memory without the right", opcode, ACCESS, victim -> {
      MemoryRegion region = region(victim, EnumSet.complementOf(EnumSet.of(rightOf(opcode))));
      return atomic(victim, opcode, region.address(), region.remoteKey());
    });
    alone("memory of another domain", opcode, ACCESS, victim -> {
      MemoryRegion other = victim.anotherDomain().allocate(4096, EnumSet.allOf(Access.class));
      return atomic(victim, opcode, other.address(), other.remoteKey());
    });
    alone("memory that was deregistered", opcode, ACCESS, victim -> {
      MemoryRegion region = region(victim, EnumSet.of(rightOf(opcode)));
      long address = region.address();
      assertTrue(region.deregister(), "not given back");
      return atomic(victim, opcode, address, region.remoteKey());
    });
  }

  private static Forgery atomic(Victim victim, PacketOpcode opcode, long address, int key) {
    int payload = opcode == ATOMIC_WRITE ? Long.BYTES : 0;
    return named(victim.request(opcode, 0, payload), opcode, address, key);
  }

  private static Access rightOf(PacketOpcode opcode) {
    return switch (opcode) {
      case ATOMIC_WRITE -> Access.REMOTE_WRITE;
      case FLUSH -> Access.FLUSH_GLOBAL;
      default -> Access.REMOTE_ATOMIC;
    };
  }

  private static void wordsOfAnotherLength() {
    for (int said : new int[] {0, 1, 4, 7, 9, 16, -1}) {
      alone(
          "a word of " + said + " bytes",
          ATOMIC_WRITE,
          INVALID,
          victim -> //
          victim.request(ATOMIC_WRITE, 0, 8).reth(victim.address(), victim.key(), said));
    }
  }

  /** Placement types and selectivity levels that are none or not offered, keys, rights, ranges. */
  private static void flushes() {
    for (int type : new int[] {0, 4, 5, 8, 15}) {
      flush(
          "placement type " + type,
          INVALID,
          (victim, forgery) -> //
          forgery.flush(type, Feth.RANGE, victim.address(), victim.key(), 8));
    }
    for (int level : new int[] {2, 3}) {
      flush(
          "selectivity level " + level,
          INVALID,
          (victim, forgery) -> //
          forgery.flush(1, level, victim.address(), victim.key(), 8));
    }
    for (int type : new int[] {Feth.PERSISTENCE, Feth.PERSISTENCE | Feth.GLOBAL_VISIBILITY}) {
      flush(
          "persistence by type " + type,
          ACCESS,
          (victim, forgery) -> //
          forgery.flush(type, Feth.RANGE, victim.address(), victim.key(), 8));
    }
    for (int level : new int[] {Feth.RANGE, Feth.REGION}) {
      flush(
          "an unknown key at level " + level,
          ACCESS,
          (victim, forgery) -> //
          forgery.flush(1, level, victim.address(), ~victim.key(), 8));
      flush("memory without the right at level " + level, ACCESS, (victim, forgery) -> {
        MemoryRegion region = region(victim, EnumSet.complementOf(EnumSet.of(rightOf(FLUSH))));
        return forgery.flush(1, level, region.address(), region.remoteKey(), 8);
      });
      flush("memory of another domain at level " + level, ACCESS, (victim, forgery) -> {
        MemoryRegion other = victim.anotherDomain().allocate(4096, EnumSet.allOf(Access.class));
        return forgery.flush(1, level, other.address(), other.remoteKey(), 8);
      });
      flush("memory that was deregistered at level " + level, ACCESS, (victim, forgery) -> {
        MemoryRegion region = region(victim, EnumSet.of(rightOf(FLUSH)));
        long address = region.address();
        assertTrue(region.deregister(), "not given back");
        return forgery.flush(1, level, address, region.remoteKey(), 8);
      });
    }
    long end = Victim.MEMORY_BYTES;
    long[] offsets = {-1, -8, end - 7, end, Long.MIN_VALUE, 1L << 32};
    for (long offset : offsets) {
      flush(
          "a range at " + offset,
          ACCESS,
          (victim, forgery) -> //
          forgery.flush(1, Feth.RANGE, victim.address() + offset, victim.key(), 8));
    }
    for (int length : new int[] {Victim.MEMORY_BYTES + 1, Integer.MIN_VALUE, -1}) {
      flush(
          "a range of " + Integer.toUnsignedLong(length),
          ACCESS,
          (victim, forgery) -> //
          forgery.flush(1, Feth.RANGE, victim.address(), victim.key(), length));
    }
  }

  private static void flush(
      String name, int syndrome, BiFunction<Victim, Forgery, Forgery> headers) {
    alone(
        name,
        FLUSH,
        syndrome,
        victim -> //
        headers.apply(victim, victim.request(FLUSH, 0, 0)));
  }
}
