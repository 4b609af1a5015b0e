// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Numbers in network order at any offset. */
final class Wire {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /** The low 24 bits. */
  static final int BITS_24 = 0xff_ffff;

  private Wire() {}

  static int int8(MemorySegment packet, long at) {
    return packet.get(ValueLayout.JAVA_BYTE, at) & 0xff;
  }

  /** Unsigned. */
  static int int16(MemorySegment packet, long at) {
    return packet.get(SHORT, at) & 0xffff;
  }

  static int int32(MemorySegment packet, long at) {
    return packet.get(INT, at);
  }

  static long int64(MemorySegment packet, long at) {
    return packet.get(LONG, at);
  }

  static void int16(MemorySegment packet, long at, int value) {
    packet.set(SHORT, at, (short) value);
  }

  static void int32(MemorySegment packet, long at, int value) {
    packet.set(INT, at, value);
  }

  static void int64(MemorySegment packet, long at, long value) {
    packet.set(LONG, at, value);
  }
}
