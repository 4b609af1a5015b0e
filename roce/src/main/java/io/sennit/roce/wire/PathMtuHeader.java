// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;

/**
 * The header of a probe of the path MTU and of its answer; the sequence number of the BTH is the
 * probe's, and its answer repeats it. All sizes are payload bytes, as of a queue pair's MTU.
 */
public final class PathMtuHeader {
  /** Its length. */
  public static final int BYTES = 8;

  private static final int AT = Bth.BYTES;
  private static final int PORT_AT = AT + 2;
  private static final int SENDS_AT = AT + 4;
  private static final int EDITION_AT = AT + 6;

  private PathMtuHeader() {}

  /**
   * The size that is probed, which the answer repeats; 0: none, the packet is as short as it is.
   */
  public static int probedBytes(MemorySegment packet, long bth) {
    return Wire.int16(packet, bth + AT);
  }

  /** What the link of the sender's port takes. */
  public static int portBytes(MemorySegment packet, long bth) {
    return Wire.int16(packet, bth + PORT_AT);
  }

  /** What is known to get from the sender to the receiver; 0: not known yet. */
  public static int sendsBytes(MemorySegment packet, long bth) {
    return Wire.int16(packet, bth + SENDS_AT);
  }

  /** Grows with each change of the two before it, and wraps: what is older is not believed. */
  public static int edition(MemorySegment packet, long bth) {
    return Wire.int16(packet, bth + EDITION_AT);
  }

  /** Writes what the packet is about. */
  public static void write(MemorySegment packet, long bth, int probedBytes) {
    Wire.int16(packet, bth + AT, probedBytes);
  }

  /** Writes what its sender knows. */
  public static void write(
      MemorySegment packet, long bth, int portBytes, int sendsBytes, int edition) {
    Wire.int16(packet, bth + PORT_AT, portBytes);
    Wire.int16(packet, bth + SENDS_AT, sendsBytes);
    Wire.int16(packet, bth + EDITION_AT, edition);
  }
}
