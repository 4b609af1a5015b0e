// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;

/** The key that the responder is to invalidate; always the last header. */
public final class Ieth {
  private Ieth() {}

  /** The key of a packet whose opcode has one. */
  public static int remoteKey(MemorySegment packet, long bth, PacketOpcode opcode) {
    return Wire.int32(packet, bth + opcode.lastWordAt());
  }

  public static void write(MemorySegment packet, long bth, PacketOpcode opcode, int remoteKey) {
    Wire.int32(packet, bth + opcode.lastWordAt(), remoteKey);
  }
}
