// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Bth;
import io.sennit.roce.wire.Icrc;
import io.sennit.roce.wire.PacketCheck;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/** Gives any bytes the CRC that a sender at some address would give them. */
final class Sealing {
  /** Fewer bytes have no room for a header and a CRC. */
  static final int LEAST_BYTES = Bth.BYTES + PacketCheck.ICRC_BYTES;

  private static final ValueLayout.OfInt ICRC =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Sealing() {}

  /** Overwrites the last four bytes, if there are enough. */
  static Copy sealed(byte[] bytes, Copy.Ends ends) {
    return sealed(bytes, ends, 0);
  }

  /** As if the packet had some IPv4 identification. */
  static Copy sealed(byte[] bytes, Copy.Ends ends, int identification) {
    if (bytes.length >= LEAST_BYTES) {
      Icrc icrc = Icrc.between(
          ends.source(), ends.sourcePort(), ends.destination(), ends.destinationPort());
      MemorySegment packet = MemorySegment.ofArray(bytes);
      int end = bytes.length - PacketCheck.ICRC_BYTES;
      CRC32 crc = new CRC32();
      icrc.packet(bytes.length, identification);
      icrc.take(0, packet, 0, Bth.BYTES);
      icrc.begin(crc, Bth.BYTES);
      crc.update(bytes, Bth.BYTES, end - Bth.BYTES);
      packet.set(ICRC, end, (int) crc.getValue());
    }
    return new Copy(bytes, 0, ends);
  }
}
