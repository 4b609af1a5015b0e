// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.simulator.Seeds;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Bytes that follow from a key, so that whoever knows the key can check them. Stateless. */
final class Pattern {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private Pattern() {}

  /** Fills all of a segment. */
  static void fill(MemorySegment memory, long key) {
    long whole = memory.byteSize() & -Long.BYTES;
    for (long at = 0; at < whole; at += Long.BYTES) {
      memory.set(WORD, at, word(key, at));
    }
    for (long at = whole; at < memory.byteSize(); at++) {
      memory.set(ValueLayout.JAVA_BYTE, at, tail(key, whole, at));
    }
  }

  /** Where a segment is first not what {@link #fill} made it; -1 if nowhere. */
  static long mismatch(MemorySegment memory, long key) {
    return mismatch(memory, key, 0);
  }

  /** The same of what lies behind so many bytes. */
  static long mismatch(MemorySegment memory, long key, long from) {
    long whole = memory.byteSize() & -Long.BYTES;
    for (long at = from & -Long.BYTES; at < whole; at += Long.BYTES) {
      long differs = memory.get(WORD, at) ^ word(key, at);
      long skipped = Math.max(0, from - at);
      long counted = differs & (-1L << (Byte.SIZE * skipped));
      if (counted != 0) {
        return at + Long.numberOfTrailingZeros(counted) / Byte.SIZE;
      }
    }
    for (long at = Math.max(from, whole); at < memory.byteSize(); at++) {
      if (memory.get(ValueLayout.JAVA_BYTE, at) != tail(key, whole, at)) {
        return at;
      }
    }
    return -1;
  }

  private static long word(long key, long at) {
    return Long.reverseBytes(Seeds.mix(key + at));
  }

  private static byte tail(long key, long whole, long at) {
    return (byte) (word(key, whole) >>> (Byte.SIZE * (at - whole)));
  }
}
