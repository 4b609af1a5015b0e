// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Bth;
import io.sennit.roce.wire.PacketCheck;
import io.sennit.roce.wire.RcOpcode;
import java.lang.foreign.MemorySegment;

/** The packet that is being received, after all checks that need no queue pair; reused. */
final class Inbound {
  RcOpcode opcode = RcOpcode.ACKNOWLEDGE;
  MemorySegment packet = MemorySegment.NULL;
  long bth;
  int psn;
  long payloadAt;
  int payloadBytes;

  Inbound() {}

  /** Reads what {@link PacketCheck} has proved to be there. */
  void read(RcOpcode checked, Datagram datagram) {
    opcode = checked;
    packet = datagram.memory().segment();
    bth = datagram.offset();
    psn = Bth.psn(packet, bth);
    payloadAt = bth + checked.headerBytes();
    payloadBytes = PacketCheck.payloadBytes(packet, bth, datagram.length(), checked);
  }

  int queuePair() {
    return Bth.queuePair(packet, bth);
  }

  boolean isAckRequested() {
    return Bth.isAckRequested(packet, bth);
  }
}
