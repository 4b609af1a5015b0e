// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.SharedReceiveQueue;
import org.jspecify.annotations.Nullable;

/** Receives in the order of their posts; entries are made once and then reused. */
final class RoceSharedReceiveQueue implements SharedReceiveQueue {
  private static final int LOCAL_WRITE = RoceMemoryRegion.bit(Access.LOCAL_WRITE);

  private final RoceDomain domain;
  private final int depth;
  private @Nullable ReceiveEntry first;
  private @Nullable ReceiveEntry last;
  private @Nullable ReceiveEntry unused;
  private int posted;

  RoceSharedReceiveQueue(RoceDomain domain, int depth) {
    this.domain = domain;
    this.depth = depth;
  }

  RoceDomain domain() {
    return domain;
  }

  @Override
  public PostStatus post(long id, MemoryRegion region, long offsetBytes, int lengthBytes) {
    if (lengthBytes < 0
        || !(region instanceof RoceMemoryRegion target)
        || !target.permits(domain, offsetBytes, lengthBytes, LOCAL_WRITE)) {
      return PostStatus.INVALID;
    }
    if (posted == depth) {
      return PostStatus.QUEUE_FULL;
    }
    ReceiveEntry entry = fresh(id);
    entry.local.borrow(target, offsetBytes, lengthBytes);
    append(entry);
    return PostStatus.POSTED;
  }

  @Override
  public PostStatus post(long id, ScatterGatherList ranges) {
    if (!RoceDomain.CAPABILITIES.admits(ranges)
        || !LocalMemory.permits(ranges, domain, LOCAL_WRITE)) {
      return PostStatus.INVALID;
    }
    if (posted == depth) {
      return PostStatus.QUEUE_FULL;
    }
    ReceiveEntry entry = fresh(id);
    entry.local.borrow(ranges);
    append(entry);
    return PostStatus.POSTED;
  }

  private ReceiveEntry fresh(long id) {
    ReceiveEntry entry = unused;
    if (entry == null) {
      entry = new ReceiveEntry(this);
    }
    unused = entry.next;
    entry.next = null;
    entry.id = id;
    return entry;
  }

  private void append(ReceiveEntry entry) {
    ReceiveEntry before = last;
    if (before == null) {
      first = entry;
    } else {
      before.next = entry;
    }
    last = entry;
    posted++;
  }

  boolean isEmpty() {
    return first == null;
  }

  /** Takes the oldest receive for a message; the queue pair gives it back when it completed. */
  @Nullable
  ReceiveEntry take() {
    ReceiveEntry entry = first;
    if (entry != null) {
      first = entry.next;
      if (first == null) {
        last = null;
      }
      entry.next = null;
      posted--;
    }
    return entry;
  }

  void giveBack(ReceiveEntry entry) {
    entry.local.release();
    entry.next = unused;
    unused = entry;
  }

  /** The domain ends: nothing will be received any more. */
  void drop() {
    for (ReceiveEntry entry = take(); entry != null; entry = take()) {
      giveBack(entry);
    }
  }

  @Override
  public int posted() {
    return posted;
  }
}
