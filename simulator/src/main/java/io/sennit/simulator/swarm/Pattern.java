// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.simulator.Seeds;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bytes that follow from a key, so that whoever knows the key can check them. They are made a block
 * at a time on the heap, since a segment is asked for its bounds at each access. Stateless.
 */
final class Pattern {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int BLOCK_BYTES = 4096;

  private Pattern() {}

  /** Fills all of a segment. */
  static void fill(MemorySegment memory, long key) {
    byte[] block = block(memory.byteSize());
    MemorySegment made = MemorySegment.ofArray(block);
    for (long at = 0; at < memory.byteSize(); at += BLOCK_BYTES) {
      make(block, key, at);
      long bytes = Math.min(BLOCK_BYTES, memory.byteSize() - at);
      MemorySegment.copy(made, 0, memory, at, bytes);
    }
  }

  /** Where a segment is first not what {@link #fill} made it; -1 if nowhere. */
  static long mismatch(MemorySegment memory, long key) {
    return mismatch(memory, key, 0);
  }

  /** The same of what lies behind so many bytes. */
  static long mismatch(MemorySegment memory, long key, long from) {
    byte[] block = block(memory.byteSize());
    MemorySegment made = MemorySegment.ofArray(block);
    for (long at = from & -BLOCK_BYTES; at < memory.byteSize(); at += BLOCK_BYTES) {
      make(block, key, at);
      long first = Math.max(from, at);
      long end = Math.min(at + BLOCK_BYTES, memory.byteSize());
      long differs = MemorySegment.mismatch(made, first - at, end - at, memory, first, end);
      if (differs >= 0) {
        return first + differs;
      }
    }
    return -1;
  }

  /** As long as is needed; whole words. */
  private static byte[] block(long bytes) {
    return new byte[(int) Math.min(BLOCK_BYTES, (bytes + Long.BYTES - 1) & -Long.BYTES)];
  }

  /** The bytes from a place on, which begins a word. */
  private static void make(byte[] block, long key, long at) {
    for (int word = 0; word < block.length; word += Long.BYTES) {
      WORD.set(block, word, Seeds.mix(key + at + word));
    }
  }
}
