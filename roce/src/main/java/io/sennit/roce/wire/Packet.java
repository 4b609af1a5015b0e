// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A packet as a value, for tests and logs. Numbers of headers that the opcode does not have are 0.
 *
 * @param queuePair that it is for
 * @param payloadBytes without padding
 */
public record Packet(
    PacketOpcode opcode,
    int queuePair,
    int psn,
    boolean ackRequested,
    long virtualAddress,
    int remoteKey,
    long length,
    int syndrome,
    int payloadBytes) {
  /** The value of a packet; null if {@link PacketCheck} refuses it. */
  public static @Nullable Packet read(MemorySegment packet, long bth, int length) {
    PacketOpcode opcode = PacketCheck.opcode(packet, bth, length);
    if (opcode == null) {
      return null;
    }
    boolean flush = opcode == PacketOpcode.FLUSH;
    boolean reth = flush
        || opcode == PacketOpcode.READ_REQUEST
        || opcode == PacketOpcode.ATOMIC_WRITE
        || (opcode.kind() == PacketOpcode.Kind.WRITE && opcode.place().begins());
    long range = flush ? Feth.rethBase(bth) : bth;
    boolean aeth = opcode.kind() == PacketOpcode.Kind.ACKNOWLEDGE
        || opcode.kind() == PacketOpcode.Kind.ATOMIC_ACKNOWLEDGE
        || (opcode.kind() == PacketOpcode.Kind.READ_RESPONSE
            && opcode.place() != PacketOpcode.Place.MIDDLE);
    return new Packet(
        opcode,
        Bth.queuePair(packet, bth),
        Bth.psn(packet, bth),
        Bth.isAckRequested(packet, bth),
        reth ? Reth.virtualAddress(packet, range) : 0,
        reth ? Reth.remoteKey(packet, range) : 0,
        reth ? Reth.length(packet, range) : 0,
        aeth ? Aeth.syndrome(packet, bth) : 0,
        PacketCheck.payloadBytes(packet, bth, length, opcode));
  }
}
