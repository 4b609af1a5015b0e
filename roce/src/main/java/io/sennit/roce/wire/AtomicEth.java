// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;

/** The atomic extended header: a word of the responder's memory and what to do with it. */
public final class AtomicEth {
  private static final int AT = Bth.BYTES;
  private static final int KEY_AT = AT + 8;
  private static final int SWAP_OR_ADD_AT = AT + 12;
  private static final int COMPARE_AT = AT + 20;

  private AtomicEth() {}

  public static long virtualAddress(MemorySegment packet, long bth) {
    return Wire.int64(packet, bth + AT);
  }

  public static int remoteKey(MemorySegment packet, long bth) {
    return Wire.int32(packet, bth + KEY_AT);
  }

  public static long swapOrAdd(MemorySegment packet, long bth) {
    return Wire.int64(packet, bth + SWAP_OR_ADD_AT);
  }

  public static long compare(MemorySegment packet, long bth) {
    return Wire.int64(packet, bth + COMPARE_AT);
  }

  /** Writes which word. */
  public static void target(MemorySegment packet, long bth, long virtualAddress, int remoteKey) {
    Wire.int64(packet, bth + AT, virtualAddress);
    Wire.int32(packet, bth + KEY_AT, remoteKey);
  }

  /** Writes what to do with it. */
  public static void operands(MemorySegment packet, long bth, long swapOrAdd, long compare) {
    Wire.int64(packet, bth + SWAP_OR_ADD_AT, swapOrAdd);
    Wire.int64(packet, bth + COMPARE_AT, compare);
  }
}
