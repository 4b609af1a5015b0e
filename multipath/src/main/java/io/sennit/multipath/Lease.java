// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.MemoryRegion;
import org.jspecify.annotations.Nullable;

/**
 * Own memory that the peer may touch. Confined to the owner thread; its place is used again, its id
 * is not.
 */
abstract sealed class Lease permits Grant, Loan {
  final int index;

  /** 0 while it is not in use. */
  long id;

  long length;
  private @Nullable MemoryRegion region;
  private long offset;
  private @Nullable Runnable onReleased;

  Lease(int index) {
    this.index = index;
  }

  /** What to tell the peer. */
  final RemoteSpan span() {
    MemoryRegion lent = region;
    if (lent == null) {
      throw new IllegalStateException("the lease has ended");
    }
    return new RemoteSpan(lent.address() + offset, lent.remoteKey(), length, id);
  }

  void begin(long newId, MemoryRegion newRegion, long newOffset, long newLength) {
    id = newId;
    region = newRegion;
    offset = newOffset;
    length = newLength;
  }

  void onReleased(Runnable newOnReleased) {
    onReleased = newOnReleased;
  }

  /** Forgets everything, then tells the user. */
  void clear() {
    Runnable last = onReleased;
    id = 0;
    region = null;
    onReleased = null;
    if (last != null) {
      last.run();
    }
  }
}
