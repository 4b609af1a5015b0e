// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Bth;
import io.sennit.roce.wire.PacketCheck;
import io.sennit.roce.wire.PacketOpcode;
import java.lang.foreign.MemorySegment;

/** The packet that is being received, after all checks that need no queue pair; reused. */
final class Inbound {
  PacketOpcode opcode = PacketOpcode.ACKNOWLEDGE;
  MemorySegment packet = MemorySegment.NULL;
  long bth;
  int psn;
  long payloadAt;
  int payloadBytes;
  private int length;

  Inbound() {}

  /** Reads what {@link PacketCheck} has proved to be there. */
  void read(PacketOpcode checked, Datagram datagram) {
    read(checked, datagram.memory().segment(), datagram.offset(), datagram.length());
  }

  /** Reads a copy of what was read before. */
  void read(MemorySegment memory, long offset, int bytes) {
    PacketOpcode known = PacketCheck.opcode(memory, offset, bytes);
    if (known == null) {
      throw new IllegalStateException("what was kept is no packet");
    }
    read(known, memory, offset, bytes);
  }

  private void read(PacketOpcode checked, MemorySegment memory, long offset, int bytes) {
    opcode = checked;
    packet = memory;
    bth = offset;
    length = bytes;
    psn = Bth.psn(packet, bth);
    payloadAt = bth + checked.headerBytes();
    payloadBytes = PacketCheck.payloadBytes(packet, bth, bytes, checked);
  }

  /** Takes bytes before the payload for a header: what is left may be less than nothing. */
  void skip(int headerBytes) {
    payloadAt += headerBytes;
    payloadBytes -= headerBytes;
  }

  /** Bytes of the packet, CRC included. */
  int length() {
    return length;
  }

  int queuePair() {
    return Bth.queuePair(packet, bth);
  }

  boolean isAckRequested() {
    return Bth.isAckRequested(packet, bth);
  }
}
