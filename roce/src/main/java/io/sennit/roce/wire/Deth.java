// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;

/** The datagram extended header: who may come in, and who sent it. */
public final class Deth {
  private static final int AT = Bth.BYTES;
  private static final int SOURCE_AT = AT + 4;

  private Deth() {}

  /** The key that the receiving queue pair must have. */
  public static int queueKey(MemorySegment packet, long bth) {
    return Wire.int32(packet, bth + AT);
  }

  /** The queue pair that it comes from, 24 bits. */
  public static int sourceQueuePair(MemorySegment packet, long bth) {
    return Wire.int32(packet, bth + SOURCE_AT) & Wire.BITS_24;
  }

  public static void write(MemorySegment packet, long bth, int queueKey, int sourceQueuePair) {
    Wire.int32(packet, bth + AT, queueKey);
    Wire.int32(packet, bth + SOURCE_AT, sourceQueuePair);
  }
}
