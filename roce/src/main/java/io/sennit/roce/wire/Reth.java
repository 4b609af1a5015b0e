// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;

/** The RDMA extended header: a range of the responder's memory. */
public final class Reth {
  private static final int AT = Bth.BYTES;
  private static final int KEY_AT = AT + 8;
  private static final int LENGTH_AT = AT + 12;

  /** From the BTH to behind it. */
  public static final int END = AT + 16;

  private Reth() {}

  public static long virtualAddress(MemorySegment packet, long bth) {
    return Wire.int64(packet, bth + AT);
  }

  public static int remoteKey(MemorySegment packet, long bth) {
    return Wire.int32(packet, bth + KEY_AT);
  }

  /** Bytes, unsigned. */
  public static long length(MemorySegment packet, long bth) {
    return Integer.toUnsignedLong(Wire.int32(packet, bth + LENGTH_AT));
  }

  public static void write(
      MemorySegment packet, long bth, long virtualAddress, int remoteKey, int length) {
    Wire.int64(packet, bth + AT, virtualAddress);
    Wire.int32(packet, bth + KEY_AT, remoteKey);
    Wire.int32(packet, bth + LENGTH_AT, length);
  }
}
