// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import java.lang.foreign.MemorySegment;

/** The initiator's end of the peer's {@link ReceiveRing}: takes receives in order. */
final class PeerReceives {
  private final Peer peer;
  private final long ring;
  private final int depth;
  private long taken;
  private long seenPosted;

  /** The receive at hand, copied out of the ring by {@link #look}. */
  private long address;

  private int length;
  private int key;

  PeerReceives(Peer peer, long ring, int depth) {
    this.peer = peer;
    this.ring = ring;
    this.depth = depth;
  }

  static long bytes(int depth) {
    return ReceiveRing.bytes(depth);
  }

  boolean isAt(long otherRing, int otherDepth) {
    return ring == otherRing && depth == otherDepth;
  }

  /** Whether there is a receive; its fields are then those of this object until {@link #take}. */
  boolean look() throws MalformedPeerException {
    MemorySegment file = peer.file();
    if (taken == seenPosted) {
      long posted = Words.acquireLong(file, ring + ReceiveRing.TAIL);
      if (posted - taken < 0 || posted - taken > depth) {
        throw new MalformedPeerException(posted + " receives posted after " + taken);
      }
      seenPosted = posted;
    }
    if (taken == seenPosted) {
      return false;
    }
    long entry = ReceiveRing.entryAt(ring, depth, taken);
    address = Words.opaqueLong(file, entry + ReceiveRing.ADDRESS);
    length = Words.opaqueInt(file, entry + ReceiveRing.LENGTH);
    key = Words.opaqueInt(file, entry + ReceiveRing.ENTRY_KEY);
    if (length < 0) {
      throw new MalformedPeerException("a receive of " + length + " bytes");
    }
    return true;
  }

  long address() {
    return address;
  }

  int length() {
    return length;
  }

  int key() {
    return key;
  }

  long sequence() {
    return taken;
  }

  int ringPage() {
    return (int) (ring / Layout.PAGE_BYTES);
  }

  /** Uses up the receive at hand. */
  void take() {
    taken++;
  }
}
