// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.MemoryRegion;

/**
 * Memory that the peer may WRITE, once. Ends when the peer's DONE has arrived and no copy of the
 * WRITE can touch the memory any more, or when the peer declines it, or with the session.
 */
final class Grant extends Lease {
  /** DONE has arrived. */
  boolean done;

  /** The writer said that no copy can touch the memory; counts once DONE has arrived. */
  boolean writerReleased;

  /** Bit i: own half of path i must be destroyed first. */
  long unfencedPaths;

  Grant(int index) {
    super(index);
  }

  @Override
  void begin(long newId, MemoryRegion newRegion, long newOffset, long newLength) {
    super.begin(newId, newRegion, newOffset, newLength);
    done = false;
    writerReleased = false;
    unfencedPaths = 0;
  }
}
