// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Icrc;
import io.sennit.roce.wire.PacketCheck;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/** Ends packets: payload in place, padding, invariant CRC. */
final class PacketTrailer {
  private static final byte[] ZEROS = new byte[4];
  private static final MemorySegment PADDING = MemorySegment.ofArray(ZEROS);
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

  /** Padding and CRC behind so many bytes of payload. */
  static int bytes(int payloadBytes) {
    return padBytes(payloadBytes) + PacketCheck.ICRC_BYTES;
  }

  /** Says where the payload of the next packet lies. */
  PacketTrailer payload(PacketMemory newMemory, long newOffset, int newLength) {
    memory = newMemory;
    offset = newOffset;
    length = newLength;
    return this;
  }

  /** The same of a part of a request's payload; if it lies in several ranges, of a copy. */
  PacketTrailer payload(Burst burst, LocalMemory local, int at, int newLength) {
    int range = local.range(at, newLength);
    if (range >= 0) {
      return payload(local.memory(range), local.offset(range, at), newLength);
    }
    PacketMemory together = burst.gathered();
    long gatheredAt = burst.takeGathered(newLength);
    local.gather(at, newLength, together.segment(), gatheredAt);
    return payload(together, gatheredAt, newLength);
  }

  /** Adds the packet whose headers, so many bytes of them, were written to the burst. */
  void end(Burst burst, int headerBytes, Icrc icrc) {
    int pad = padBytes(length);
    int trailerBytes = bytes(length);
    icrc.packet(headerBytes + length + trailerBytes, burst.nextIdentification());
    icrc.take(0, burst.scratch(), burst.nextHeaderOffset(), headerBytes);
    int bytes = headerBytes + length + pad;
    if (bytes <= Icrc.MOST_BYTES) {
      icrc.take(headerBytes, memory.segment(), offset, length);
      icrc.take(headerBytes + length, PADDING, 0, pad);
      icrc.begin(crc, bytes);
    } else {
      icrc.begin(crc, headerBytes);
      memory.crc(crc, offset, length);
      crc.update(ZEROS, 0, pad);
    }
    long trailer = burst.nextTrailerOffset();
    MemorySegment.copy(PADDING, 0, burst.scratch(), trailer, pad);
    burst.scratch().set(ICRC, trailer + pad, (int) crc.getValue());
    burst.add(headerBytes, memory.segment(), offset, length, trailerBytes);
  }
}
