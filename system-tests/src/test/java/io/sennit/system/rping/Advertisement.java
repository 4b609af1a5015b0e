// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.rping;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** What each message of rping is: where bytes lie, big-endian; in an answer nothing is meant. */
record Advertisement(long address, int remoteKey, int size) {
  static final int BYTES = 16;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  void write(MemorySegment into, long at) {
    into.set(LONG, at, address);
    into.set(INT, at + 8, remoteKey);
    into.set(INT, at + 12, size);
  }

  static Advertisement read(MemorySegment from, long at) {
    return new Advertisement(from.get(LONG, at), from.get(INT, at + 8), from.get(INT, at + 12));
  }
}
