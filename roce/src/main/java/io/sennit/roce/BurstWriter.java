// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Bth;
import io.sennit.roce.wire.Icrc;
import io.sennit.roce.wire.PacketOpcode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Puts packets into bursts, and keeps the bursts until a sink takes them. */
final class BurstWriter {
  /** Memory of packets without a payload. */
  static final PacketMemory EMPTY = PacketMemory.of(Arena.global().allocate(8));

  private static final int BURSTS = 8;

  private final PacketTrailer trailer = new PacketTrailer();
  private final PacketMemory probePayload = PathMtuPackets.payload();
  private final Burst[] bursts = new Burst[BURSTS];
  private final @Nullable RoceQueuePair[] owners = new RoceQueuePair[BURSTS];
  private int count;
  private @Nullable RoceQueuePair open;
  private Burst burst;
  private long bth;
  private int headerBytes;

  BurstWriter() {
    for (int at = 0; at < BURSTS; at++) {
      bursts[at] = new Burst();
    }
    burst = bursts[0];
  }

  /** What probes of a path MTU carry. */
  PacketMemory probePayload() {
    return probePayload;
  }

  boolean isFull() {
    return count == BURSTS;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** The next packets are another queue pair's. */
  void endTurn() {
    open = null;
  }

  /**
   * Makes room for a packet of a queue pair, in its last burst or in a new one.
   *
   * @param packetBytes headers, payload, padding and CRC
   * @return false if all bursts are taken
   */
  boolean makeRoom(RoceQueuePair queuePair, int packetBytes, PacketSink sink) {
    return makeRoom(queuePair, queuePair.flow(), packetBytes, sink);
  }

  /** The same for a packet that may be of another class. */
  boolean makeRoom(RoceQueuePair queuePair, Flow flow, int packetBytes, PacketSink sink) {
    if (open == queuePair && burst.dscp() == flow.dscp() && burst.fits(packetBytes)) {
      return true;
    }
    if (isFull()) {
      return false;
    }
    burst = bursts[count];
    burst.begin(flow, sink.numbersSegments(flow.localPort()));
    owners[count++] = queuePair;
    open = queuePair;
    return true;
  }

  static int packetBytes(PacketOpcode opcode, int payloadBytes) {
    return opcode.headerBytes() + payloadBytes + PacketTrailer.bytes(payloadBytes);
  }

  /** Writes the base header of the packet for which room was made. */
  void begin(PacketOpcode opcode, int payloadBytes, int psn, boolean ackRequested) {
    headerBytes = opcode.headerBytes();
    bth = burst.nextHeaderOffset();
    MemorySegment headers = burst.scratch();
    Bth.begin(headers, bth, opcode, PacketTrailer.padBytes(payloadBytes));
    int peer = open == null ? 0 : open.remoteNumber();
    Bth.address(headers, bth, peer, psn, ackRequested);
  }

  /** The packet has one more header, of so many bytes, which its opcode does not say. */
  void repeat(int bytes) {
    headerBytes += bytes;
  }

  /** Where the other headers of the packet go, at the offsets from {@link #bth}. */
  MemorySegment headers() {
    return burst.scratch();
  }

  long bth() {
    return bth;
  }

  /** Room for a bitmap as the packet's payload. */
  PacketMemory extra() {
    return burst.extra();
  }

  /** Ends a packet without payload. */
  void end(Icrc icrc) {
    end(icrc, EMPTY, 0, 0);
  }

  /** Ends the packet: payload in place, padding, CRC. */
  void end(Icrc icrc, PacketMemory memory, long offset, int length) {
    trailer.payload(memory, offset, length).end(burst, headerBytes, icrc);
  }

  /** The same with a part of a request's payload; if it lies in several ranges, with a copy. */
  void end(Icrc icrc, LocalMemory local, int at, int length) {
    trailer.payload(burst, local, at, length).end(burst, headerBytes, icrc);
  }

  /**
   * Offers the bursts to a sink.
   *
   * @return whether it took all; the rest stays
   */
  boolean flush(PacketSink sink, EngineCounters counters) {
    open = null;
    if (count == 0) {
      return true;
    }
    int taken = sink.send(bursts, count);
    for (int at = 0; at < taken; at++) {
      counters.add(EngineCounters.Kind.SENT, bursts[at].packetCount());
    }
    removeFirst(taken);
    return count == 0;
  }

  private void removeFirst(int taken) {
    for (int at = 0; at < count - taken; at++) {
      swap(at, at + taken);
    }
    count -= taken;
  }

  private void swap(int one, int other) {
    Burst burstOfOne = bursts[one];
    bursts[one] = bursts[other];
    bursts[other] = burstOfOne;
    owners[one] = owners[other];
  }

  /** Forgets what a queue pair has not got rid of. */
  void discard(RoceQueuePair queuePair) {
    forget(queuePair, null);
  }

  /**
   * Forgets the bursts with payload in this memory, since it goes: an answer, or a second copy of
   * what was acknowledged meanwhile. What else was in them is repaired like any loss.
   */
  void discard(MemorySegment memory) {
    forget(null, memory);
  }

  /** The same for one queue pair; what others send out of the memory stays. */
  void discard(RoceQueuePair queuePair, MemorySegment memory) {
    forget(queuePair, memory);
  }

  private void forget(@Nullable RoceQueuePair ofWhom, @Nullable MemorySegment memory) {
    int kept = 0;
    for (int at = 0; at < count; at++) {
      boolean whose = ofWhom == null || owners[at] == ofWhom;
      if (!whose || (memory != null && !bursts[at].carries(memory))) {
        swap(kept++, at);
      } else if (memory != null) {
        tell(owners[at]);
      }
    }
    count = kept;
    open = null;
  }

  private static void tell(@Nullable RoceQueuePair owner) {
    if (owner != null) {
      owner.packetsDiscarded();
    }
  }
}
