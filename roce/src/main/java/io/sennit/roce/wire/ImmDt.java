// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;

/** 32 bits for the peer's completion; always the last header. */
public final class ImmDt {
  private ImmDt() {}

  /** The bits of a packet whose opcode has them. */
  public static int value(MemorySegment packet, long bth, PacketOpcode opcode) {
    return Wire.int32(packet, bth + opcode.lastWordAt());
  }

  public static void write(MemorySegment packet, long bth, PacketOpcode opcode, int value) {
    Wire.int32(packet, bth + opcode.lastWordAt(), value);
  }
}
