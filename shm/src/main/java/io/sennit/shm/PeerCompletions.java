// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import java.lang.foreign.MemorySegment;

/** The initiator's end of the peer's {@link CompletionRing}: reports receives as used up. */
final class PeerCompletions {
  private final Peer peer;
  private final long ring;
  private final int depth;
  private long written;
  private long seenConsumed;

  PeerCompletions(Peer peer, long ring, int depth) {
    this.peer = peer;
    this.ring = ring;
    this.depth = depth;
  }

  static long bytes(int depth) {
    return CompletionRing.bytes(depth);
  }

  boolean isAt(long otherRing, int otherDepth) {
    return ring == otherRing && depth == otherDepth;
  }

  /** Whether one more fits. If not, the peer is told that its queue overflowed: its own error. */
  boolean hasRoom() throws MalformedPeerException {
    if (written - seenConsumed < depth) {
      return true;
    }
    long consumed = Words.acquireLong(peer.file(), ring + CompletionRing.HEAD);
    if (written - consumed < 0 || written - consumed > depth) {
      throw new MalformedPeerException(consumed + " completions consumed of " + written);
    }
    seenConsumed = consumed;
    if (written - consumed < depth) {
      return true;
    }
    Words.releaseInt(peer.file(), ring + CompletionRing.OVERFLOW, 1);
    return false;
  }

  /** Publishes the use of a receive by a peer's queue pair; there must be room. */
  void publish(
      CompletionRing.Kind kind,
      PeerReceives receive,
      PeerQueuePair target,
      CompletionRing.Received received) {
    MemorySegment file = peer.file();
    long entry = CompletionRing.entryAt(ring, depth, written);
    Words.opaqueInt(file, entry + CompletionRing.RECEIVE, (int) receive.sequence());
    Words.opaqueInt(file, entry + CompletionRing.RECEIVE_RING, receive.ringPage());
    Words.opaqueInt(file, entry + CompletionRing.LENGTH, received.length());
    Words.opaqueInt(file, entry + CompletionRing.IMMEDIATE, received.immediate());
    Words.opaqueInt(file, entry + CompletionRing.QUEUE_PAIR, kind.code() << 24 | target.number());
    Words.opaqueInt(file, entry + CompletionRing.QUEUE_PAIR_SLOT, target.slot());
    written++;
    Words.releaseLong(file, entry + CompletionRing.STAMP, written);
  }
}
