// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Deth;
import io.sennit.roce.wire.Grh;
import io.sennit.roce.wire.ImmDt;
import io.sennit.roce.wire.IpAddress;
import java.lang.foreign.MemorySegment;

/** A datagram that passed every check: a view, good while {@link UdReceiver#receive} runs. */
public final class UdMessage {
  private final Inbound in;
  private IpAddress source = Flow.NONE.source();
  private IpAddress destination = Flow.NONE.source();
  private int sourcePort;

  UdMessage(Inbound in) {
    this.in = in;
  }

  void from(IpAddress newSource, int newSourcePort, IpAddress newDestination) {
    source = newSource;
    sourcePort = newSourcePort;
    destination = newDestination;
  }

  /** Where it came from. A network that does not filter sources lets anyone claim this. */
  public IpAddress source() {
    return source;
  }

  /** UDP port that it came from; a RoCEv2 sender chooses it freely and does not receive there. */
  public int sourcePort() {
    return sourcePort;
  }

  /** The local address that it came to. */
  public IpAddress destination() {
    return destination;
  }

  /** The sender's queue pair, 24 bits. */
  public int sourceQueuePair() {
    return Deth.sourceQueuePair(in.packet, in.bth);
  }

  /** Whether it carries {@link #immediate}. */
  public boolean hasImmediate() {
    return in.opcode.hasImmediate();
  }

  /** The sender's 32 bits; 0 if it sent none. */
  public int immediate() {
    return hasImmediate() ? ImmDt.value(in.packet, in.bth, in.opcode) : 0;
  }

  /** Bytes of the payload, 0 to the port's MTU. */
  public int payloadBytes() {
    return in.payloadBytes;
  }

  /** The payload alone. */
  public MemorySegment payload() {
    return in.packet.asSlice(in.payloadAt, in.payloadBytes);
  }

  /**
   * Copies it as it would land in a posted receive: 40 bytes of {@link Grh}, then the payload.
   *
   * @return bytes written, those 40 included
   * @throws IndexOutOfBoundsException if the target is shorter
   */
  public int copyTo(MemorySegment target, long offset) {
    int packetBytes = BurstWriter.packetBytes(in.opcode, in.payloadBytes);
    Grh.write(target, offset, packetBytes, source, destination);
    MemorySegment.copy(in.packet, in.payloadAt, target, offset + Grh.BYTES, in.payloadBytes);
    return Grh.BYTES + in.payloadBytes;
  }
}
