// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Psn;
import org.jspecify.annotations.Nullable;

/** A request with an answer of its own that was accepted, kept to repeat the answer; reused. */
final class Reply {
  @Nullable
  RoceMemoryRegion region;

  /** What has opened that memory, and may close it again. */
  @Nullable
  Reach reach;

  int firstPsn;
  int packets;
  PacketOpcode.Kind kind = PacketOpcode.Kind.READ;

  /** Asked for again since it was answered. */
  boolean repeated;

  /** Packets of it may have been written and not sent. */
  boolean discarded;

  long original;
  long virtualAddress;
  int remoteKey;
  long length;

  /** Packets {@code next} to {@code end} (exclusive) are still to be sent. */
  int next;

  int end;
  private int start;

  Reply() {}

  boolean isPending() {
    return next < end;
  }

  /** Begins with a request that reads nothing and is answered by one packet. */
  void begin(Inbound in) {
    kind = in.opcode.kind();
    region = null;
    reach = null;
    length = 0;
    firstPsn = in.psn;
    packets = 1;
  }

  /** Everything is to be sent, or what a repeated request names. */
  void rewind(int fromPacket, int toPacket) {
    start = fromPacket;
    next = fromPacket;
    end = toPacket;
  }

  /** A range is to be sent once more, with what is still to be sent and what lies between. */
  void repeat(int fromPacket, int toPacket) {
    boolean pending = isPending();
    rewind(
        pending ? Math.min(next, fromPacket) : fromPacket,
        pending ? Math.max(end, toPacket) : toPacket);
  }

  boolean covers(int psn) {
    int index = Psn.minus(psn, firstPsn);
    return index >= 0 && index < packets;
  }

  /** The opcode of packet {@link #next}. */
  PacketOpcode opcode() {
    if (kind == PacketOpcode.Kind.ATOMIC) {
      return PacketOpcode.ATOMIC_ACKNOWLEDGE;
    }
    boolean last = next == end - 1;
    if (next == start) {
      return last ? PacketOpcode.READ_RESPONSE_ONLY : PacketOpcode.READ_RESPONSE_FIRST;
    }
    return last ? PacketOpcode.READ_RESPONSE_LAST : PacketOpcode.READ_RESPONSE_MIDDLE;
  }

  int payloadBytes(int mtuBytes) {
    return (int) Math.min(mtuBytes, length - (long) next * mtuBytes);
  }
}
