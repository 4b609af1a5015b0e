// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;

/** What an atomic found, behind the AETH. */
public final class AtomicAckEth {
  private static final int AT = Bth.BYTES + 4;

  private AtomicAckEth() {}

  public static long original(MemorySegment packet, long bth) {
    return Wire.int64(packet, bth + AT);
  }

  public static void write(MemorySegment packet, long bth, long original) {
    Wire.int64(packet, bth + AT, original);
  }
}
