// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;

/**
 * The bitmap that may follow the AETH of an acknowledgement between two Sennit ends, in the place
 * of a payload: which packets behind the acknowledged one have arrived although one before them is
 * missing. The first bit of the first byte stands for the packet behind the acknowledged one.
 */
public final class Sack {
  /** How far ahead of a missing packet others are kept. */
  public static final int MOST_PACKETS = 1024;

  /** The longest bitmap. */
  public static final int MOST_BYTES = MOST_PACKETS / Byte.SIZE;

  private Sack() {}

  /** Whether a payload can be a bitmap: whole words, and not more than there are. */
  public static boolean isPlausible(int payloadBytes) {
    return payloadBytes > 0 && payloadBytes <= MOST_BYTES && payloadBytes % Long.BYTES == 0;
  }

  /** Bytes of a bitmap for so many packets. */
  public static int bytes(int packets) {
    return Math.ceilDiv(packets, Long.SIZE) * Long.BYTES;
  }

  /** 64 bits of a bitmap at an offset of some memory, the first one lowest. */
  public static long word(MemorySegment packet, long bitmapAt, int word) {
    return Long.reverse(Wire.int64(packet, bitmapAt + (long) word * Long.BYTES));
  }

  /** Writes 64 bits, the first one lowest. */
  public static void write(MemorySegment packet, long bitmapAt, int word, long bits) {
    Wire.int64(packet, bitmapAt + (long) word * Long.BYTES, Long.reverse(bits));
  }
}
