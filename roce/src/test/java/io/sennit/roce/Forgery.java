// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.AtomicAckEth;
import io.sennit.roce.wire.AtomicEth;
import io.sennit.roce.wire.Bth;
import io.sennit.roce.wire.Deth;
import io.sennit.roce.wire.Feth;
import io.sennit.roce.wire.Ieth;
import io.sennit.roce.wire.PacketCheck;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Reth;
import java.lang.foreign.MemorySegment;

/** A packet made by hand, with a right CRC unless the test breaks it. */
final class Forgery {
  private static final int ACKNOWLEDGE_AT = 8;

  private final byte[] bytes;
  private final MemorySegment packet;

  Forgery(PacketOpcode opcode, int queuePair, int psn, int payloadBytes) {
    int pad = -payloadBytes & 3;
    bytes = new byte[opcode.headerBytes() + payloadBytes + pad + PacketCheck.ICRC_BYTES];
    packet = MemorySegment.ofArray(bytes);
    Bth.begin(packet, 0, opcode, pad);
    Bth.address(packet, 0, queuePair, psn, true);
    for (int at = 0; at < payloadBytes; at++) {
      bytes[opcode.headerBytes() + at] = (byte) (at + psn);
    }
  }

  Forgery reth(long address, int key, int length) {
    Reth.write(packet, 0, address, key, length);
    return this;
  }

  Forgery flush(int placementType, int level, long address, int key, int length) {
    Feth.write(packet, 0, placementType, level);
    Reth.write(packet, Feth.rethBase(0), address, key, length);
    return this;
  }

  Forgery atomic(long address, int key, long swapOrAdd, long compare) {
    AtomicEth.target(packet, 0, address, key);
    AtomicEth.operands(packet, 0, swapOrAdd, compare);
    return this;
  }

  Forgery aeth(int syndrome) {
    Aeth.write(packet, 0, syndrome, 1);
    return this;
  }

  Forgery original(long value) {
    AtomicAckEth.write(packet, 0, value);
    return this;
  }

  Forgery deth(int queueKey, int sourceQueuePair) {
    Deth.write(packet, 0, queueKey, sourceQueuePair);
    return this;
  }

  /** Names the key to invalidate, as an opcode has it. */
  Forgery ieth(PacketOpcode opcode, int key) {
    Ieth.write(packet, 0, opcode, key);
    return this;
  }

  /** Asks for no acknowledgement. */
  Forgery unasked() {
    return set(ACKNOWLEDGE_AT, 0);
  }

  /** Changes one byte before the CRC is computed. */
  Forgery set(int at, int value) {
    bytes[at] = (byte) value;
    return this;
  }

  /** The packet on its way, with its CRC. */
  Copy sent(Copy.Ends ends) {
    return Sealing.sealed(bytes, ends);
  }
}
