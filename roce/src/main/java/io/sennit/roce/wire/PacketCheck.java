// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The one look at a packet's length. When it says yes, every header of the opcode, the payload, the
 * padding and the invariant CRC lie within the packet; nobody else counts lengths.
 */
public final class PacketCheck {
  /** Bytes of the invariant CRC at a packet's end. */
  public static final int ICRC_BYTES = 4;

  /** The queue pair number of multicast. */
  private static final int MULTICAST = 0xff_ffff;

  private static final ValueLayout.OfInt ICRC =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private PacketCheck() {}

  /**
   * The opcode of a packet whose lengths add up; null for all else, which is dropped without an
   * answer: too short, another version or partition, an unknown opcode (before its headers are
   * counted), more padding than payload, padding that does not fill a word.
   *
   * @param bth offset of the packet
   * @param length its bytes, CRC included
   */
  public static @Nullable PacketOpcode opcode(MemorySegment packet, long bth, int length) {
    if (length < Bth.BYTES + ICRC_BYTES) {
      return null;
    }
    PacketOpcode opcode = PacketOpcode.of(Bth.opcodeByte(packet, bth));
    if (opcode == null
        || Bth.transportVersion(packet, bth) != 0
        || !Bth.isDefaultPartition(packet, bth)
        || Bth.queuePair(packet, bth) == MULTICAST) {
      return null;
    }
    int payload = payloadBytes(packet, bth, length, opcode);
    boolean padded = (length & 3) == 0 && payload >= 0;
    return padded ? opcode : null;
  }

  /** Payload bytes of a packet; negative if there is less than its headers and padding need. */
  public static int payloadBytes(MemorySegment packet, long bth, int length, PacketOpcode opcode) {
    return length - opcode.headerBytes() - Bth.padBytes(packet, bth) - ICRC_BYTES;
  }

  /** The invariant CRC at the end of a packet. */
  public static int icrc(MemorySegment packet, long bth, int length) {
    return packet.get(ICRC, bth + length - ICRC_BYTES);
  }
}
