// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.SharedReceiveQueue;

/** The owner's end of a {@link ReceiveRing}: the ring is for the peer, the truth is kept here. */
final class ShmSharedReceiveQueue implements SharedReceiveQueue {
  private static final int FREE = -1;

  private final ShmDomain domain;
  private final Own own;
  private final int depth;
  private final int slots;
  private final long ring;
  private final long[] ids;
  private final int[] lengths;
  private final int[] sequences;
  private final boolean[] used;
  private long next;
  private int posted;

  ShmSharedReceiveQueue(ShmDomain domain, int depth) {
    this.domain = domain;
    this.own = domain.own();
    this.depth = depth;
    slots = depth == 1 ? 1 : Integer.highestOneBit(depth - 1) << 1;
    ring = own.allocateRing(ReceiveRing.bytes(slots));
    ids = new long[slots];
    lengths = new int[slots];
    sequences = new int[slots];
    used = new boolean[slots];
  }

  ShmDomain domain() {
    return domain;
  }

  long ring() {
    return ring;
  }

  int slots() {
    return slots;
  }

  int ringPage() {
    return (int) (ring / Layout.PAGE_BYTES);
  }

  @Override
  public PostStatus post(long id, MemoryRegion region, long offsetBytes, int lengthBytes) {
    int right = Keys.bit(Access.LOCAL_WRITE);
    if (lengthBytes < 0
        || !(region instanceof ShmMemoryRegion target)
        || !target.permits(domain, offsetBytes, lengthBytes, right)) {
      return PostStatus.INVALID;
    }
    int slot = (int) (next & (slots - 1));
    if (posted == depth || used[slot]) {
      return PostStatus.QUEUE_FULL;
    }
    ids[slot] = id;
    lengths[slot] = lengthBytes;
    sequences[slot] = (int) next;
    used[slot] = true;
    posted++;
    long entry = ReceiveRing.entryAt(ring, slots, next);
    Words.opaqueLong(own.file(), entry + ReceiveRing.ADDRESS, target.address() + offsetBytes);
    Words.opaqueInt(own.file(), entry + ReceiveRing.LENGTH, lengthBytes);
    Words.opaqueInt(own.file(), entry + ReceiveRing.ENTRY_KEY, target.remoteKey());
    next++;
    Words.releaseLong(own.file(), ring + ReceiveRing.TAIL, next);
    return PostStatus.POSTED;
  }

  /** One range: more would make every receive of the ring as long as the longest. */
  @Override
  public PostStatus post(long id, ScatterGatherList ranges) {
    return ShmDomain.CAPABILITIES.admits(ranges)
        ? post(id, ranges.region(0), ranges.offset(0), ranges.length())
        : PostStatus.INVALID;
  }

  @Override
  public int posted() {
    return posted;
  }

  /** The slot of an outstanding receive, or -1 if the peer names one that is none. */
  int find(int sequence) {
    int slot = sequence & (slots - 1);
    return used[slot] && sequences[slot] == sequence ? slot : FREE;
  }

  int length(int slot) {
    return lengths[slot];
  }

  /** Ends a receive and returns its id. */
  long finish(int slot) {
    used[slot] = false;
    posted--;
    return ids[slot];
  }
}
