// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Icrc;
import io.sennit.roce.wire.PacketCheck;
import io.sennit.roce.wire.RcOpcode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/** Ends a packet that stands alone in its burst: padding and invariant CRC. */
final class PacketTrailer {
  private static final byte[] PADDING = new byte[4];
  private static final ValueLayout.OfInt ICRC =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final CRC32 crc = new CRC32();

  private PacketMemory memory = BurstWriter.EMPTY;
  private long offset;
  private int length;

  PacketTrailer() {}

  static int padBytes(int payloadBytes) {
    return -payloadBytes & 3;
  }

  /** Says where the payload of the next packet lies. */
  PacketTrailer payload(PacketMemory newMemory, long newOffset, int newLength) {
    memory = newMemory;
    offset = newOffset;
    length = newLength;
    return this;
  }

  /** Adds the packet whose headers were written to the burst. */
  void end(Burst burst, RcOpcode opcode, Icrc icrc) {
    int pad = padBytes(length);
    icrc.packet(BurstWriter.packetBytes(opcode, length), burst.nextIdentification());
    icrc.begin(crc, burst.scratch(), burst.nextHeaderOffset(), opcode.headerBytes());
    memory.crc(crc, offset, length);
    crc.update(PADDING, 0, pad);
    long trailer = burst.nextTrailerOffset();
    MemorySegment.copy(PADDING, 0, burst.scratch(), ValueLayout.JAVA_BYTE, trailer, pad);
    burst.scratch().set(ICRC, trailer + pad, (int) crc.getValue());
    int trailerBytes = pad + PacketCheck.ICRC_BYTES;
    burst.add(opcode.headerBytes(), memory.segment(), offset, length, trailerBytes);
  }
}
