// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;

/**
 * The FLUSH extended header of IBTA's memory placement extensions: what is to become of what was
 * written, and of how much of it. The RDMA extended header stands behind it.
 */
public final class Feth {
  /** Bit of {@link #placementType}. */
  public static final int GLOBAL_VISIBILITY = 1;

  /** Bit of {@link #placementType}. */
  public static final int PERSISTENCE = 2;

  /** A {@link #selectivityLevel}: the range of the RDMA extended header. */
  public static final int RANGE = 0;

  /** A {@link #selectivityLevel}: all that its key opens. */
  public static final int REGION = 1;

  static final int BYTES = 4;
  private static final int AT = Bth.BYTES;
  private static final int TYPE_MASK = 0xf;
  private static final int LEVEL_SHIFT = 4;
  private static final int LEVEL_MASK = 3;

  private Feth() {}

  /** Bits 3 to 0. */
  public static int placementType(MemorySegment packet, long bth) {
    return Wire.int32(packet, bth + AT) & TYPE_MASK;
  }

  /** Bits 5 and 4. */
  public static int selectivityLevel(MemorySegment packet, long bth) {
    return (Wire.int32(packet, bth + AT) >>> LEVEL_SHIFT) & LEVEL_MASK;
  }

  /** Where {@link Reth} is to be told that the base header is. */
  public static long rethBase(long bth) {
    return bth + BYTES;
  }

  public static void write(MemorySegment packet, long bth, int placementType, int level) {
    Wire.int32(packet, bth + AT, level << LEVEL_SHIFT | placementType);
  }
}
