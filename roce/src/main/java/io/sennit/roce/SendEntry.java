// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Feth;
import io.sennit.roce.wire.Ieth;
import io.sennit.roce.wire.ImmDt;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Psn;
import io.sennit.roce.wire.Reth;
import io.sennit.verbs.MemoryWindow;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PlacementType;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A posted work request, and which packets it consists of; reused. */
final class SendEntry {
  /** What a packet costs besides its payload, in windows and budgets. */
  static final int OVERHEAD_BYTES = 64;

  @Nullable
  SendEntry next;

  Opcode opcode = Opcode.SEND;
  long id;
  int length;
  long remoteAddress;
  int remoteKey;
  int immediate;
  long compare;
  long swapOrAdd;

  final LocalMemory local = new LocalMemory();
  boolean unsignalled;
  int invalidatedKey;

  @Nullable
  MemoryWindow window;

  int keyTail;
  int windowRights;
  private PlacementType placement = PlacementType.GLOBAL_VISIBILITY;
  private int flushedBytes;
  private boolean flushesAll;

  /** Some packet of it was sent. */
  boolean begun;

  /** The local range was refused: fails when everything before it is done. */
  boolean refused;

  int firstPsn;
  int packets;

  /**
   * Its number among the messages to the peer, 24 bits; that of the last one before it if local.
   */
  int message;

  private int mtu;
  private @Nullable PacketMemory inlineMemory;

  SendEntry() {}

  /** Takes everything from a request but its memory. */
  void fill(WorkRequest request, int mtuBytes) {
    opcode = request.opcode();
    id = request.id();
    length = request.length();
    remoteAddress = request.remoteAddress();
    remoteKey = request.remoteKey();
    immediate = request.immediate();
    compare = request.compare();
    swapOrAdd = request.swapOrAdd();
    unsignalled = !request.isSignalled();
    mtu = mtuBytes;
    invalidatedKey = request.invalidatedKey();
    window = request.window();
    if (window != null) {
      keyTail = request.keyTail();
      windowRights = RoceMemoryRegion.bits(request.windowAccess());
    }
    placement = request.placement();
    flushedBytes = request.flushedBytes();
    flushesAll = request.flushesAll();
    packets = packets();
    refused = false;
    begun = false;
  }

  private int packets() {
    if (opcode.isLocal()) {
      return 0;
    }
    return isAtomic() ? 1 : Psn.packets(length, mtu);
  }

  /** The payload is copied now. */
  void copy(ScatterGatherList ranges, int mostBytes) {
    PacketMemory target = inlineMemory;
    if (target == null) {
      target = PacketMemory.of(Arena.ofAuto().allocate(mostBytes));
      inlineMemory = target;
    }
    local.copy(ranges, target);
  }

  void release() {
    window = null;
    local.release();
  }

  /** Whether it ends in a receive of the peer's. */
  boolean takesReceive() {
    return switch (opcode) {
      case SEND, SEND_WITH_IMMEDIATE, SEND_WITH_INVALIDATE, WRITE_WITH_IMMEDIATE -> true;
      default -> false;
    };
  }

  boolean isRead() {
    return opcode == Opcode.READ;
  }

  /** Whether it is answered as a READ is: ATOMIC_WRITE and FLUSH are as one of nothing. */
  boolean awaitsReadResponse() {
    return opcode.isAnswered() && !isAtomic();
  }

  /** Whether it is ended here, when everything before it is over: nothing is asked of the peer. */
  boolean endsHere() {
    return refused || opcode.isLocal();
  }

  boolean bindsWindow() {
    return opcode == Opcode.BIND_WINDOW;
  }

  boolean isAtomic() {
    return opcode.isAtomic();
  }

  /** Writes what stands in the last header of a packet, if it has such a one. */
  void writeLastWord(PacketOpcode packet, MemorySegment headers, long bth) {
    if (packet.hasImmediate()) {
      ImmDt.write(headers, bth, packet, immediate);
    } else if (packet.hasInvalidate()) {
      Ieth.write(headers, bth, packet, invalidatedKey);
    }
  }

  /** Writes the headers of a FLUSH. */
  void writeFlush(MemorySegment headers, long bth) {
    boolean visible = placement == PlacementType.GLOBAL_VISIBILITY;
    int type = visible ? Feth.GLOBAL_VISIBILITY : Feth.PERSISTENCE;
    Feth.write(headers, bth, type, flushesAll ? Feth.REGION : Feth.RANGE);
    Reth.write(headers, Feth.rethBase(bth), remoteAddress, remoteKey, flushedBytes);
  }

  int endPsn() {
    return Psn.plus(firstPsn, packets);
  }

  /** Payload of packet {@code index}; of a READ that of its response. */
  int payloadBytes(int index) {
    return index == packets - 1 ? length - index * mtu : mtu;
  }

  /** Payload of what answers packet {@code index}. */
  int answerBytes(int index) {
    return isRead() ? payloadBytes(index) : 0;
  }

  /** Bytes that packets {@code from} to {@code to} (exclusive) are counted as while under way. */
  long costBytes(int from, int to) {
    long payload = Math.min((long) to * mtu, length) - (long) from * mtu;
    return payload + (long) (to - from) * OVERHEAD_BYTES;
  }

  /** The opcode of packet {@code index}. */
  PacketOpcode packetOpcode(int index) {
    boolean first = index == 0;
    boolean last = index == packets - 1;
    return switch (opcode) {
      case SEND ->
        first
            ? (last ? PacketOpcode.SEND_ONLY : PacketOpcode.SEND_FIRST)
            : (last ? PacketOpcode.SEND_LAST : PacketOpcode.SEND_MIDDLE);
      case SEND_WITH_IMMEDIATE ->
        first
            ? (last ? PacketOpcode.SEND_ONLY_IMMEDIATE : PacketOpcode.SEND_FIRST)
            : (last ? PacketOpcode.SEND_LAST_IMMEDIATE : PacketOpcode.SEND_MIDDLE);
      case SEND_WITH_INVALIDATE ->
        first
            ? (last ? PacketOpcode.SEND_ONLY_INVALIDATE : PacketOpcode.SEND_FIRST)
            : (last ? PacketOpcode.SEND_LAST_INVALIDATE : PacketOpcode.SEND_MIDDLE);
      case WRITE ->
        first
            ? (last ? PacketOpcode.WRITE_ONLY : PacketOpcode.WRITE_FIRST)
            : (last ? PacketOpcode.WRITE_LAST : PacketOpcode.WRITE_MIDDLE);
      case WRITE_WITH_IMMEDIATE ->
        first
            ? (last ? PacketOpcode.WRITE_ONLY_IMMEDIATE : PacketOpcode.WRITE_FIRST)
            : (last ? PacketOpcode.WRITE_LAST_IMMEDIATE : PacketOpcode.WRITE_MIDDLE);
      case READ -> PacketOpcode.READ_REQUEST;
      case COMPARE_AND_SWAP -> PacketOpcode.COMPARE_SWAP;
      case FETCH_AND_ADD -> PacketOpcode.FETCH_ADD;
      case ATOMIC_WRITE -> PacketOpcode.ATOMIC_WRITE;
      case FLUSH -> PacketOpcode.FLUSH;
      case BIND_WINDOW, LOCAL_INVALIDATE, RECEIVE, RECEIVE_WITH_IMMEDIATE ->
        throw new IllegalStateException(opcode + " is no work request");
    };
  }
}
