// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A range of a registered region; lives again each time its pool hands it out. */
final class PooledStorage extends Storage {
  /** Link of the free list that holds it; guarded by that list. */
  @Nullable
  PooledStorage nextFree;

  private final SlabArena home;
  private final Slab slab;
  private final long offset;
  private final long capacityBytes;
  private final MemorySegment memory;

  PooledStorage(SlabArena home, Slab slab, long offset, long capacityBytes) {
    this.home = home;
    this.slab = slab;
    this.offset = offset;
    this.capacityBytes = capacityBytes;
    memory = slab.region().segment().asSlice(offset, capacityBytes);
  }

  @Override
  MemorySegment memory() {
    return memory;
  }

  @Override
  boolean isWatched() {
    return home.pool().config().reportLeaks();
  }

  @Override
  void onLastClose() {
    home.giveBack(this);
  }

  @Override
  PooledStorage pooled() {
    return this;
  }

  /** Whether the peer may be allowed to write here. */
  boolean isTarget() {
    return home.isTarget();
  }

  BodyPool pool() {
    return home.pool();
  }

  Slab slab() {
    return slab;
  }

  MemoryRegion region() {
    return slab.region();
  }

  /** Where it begins in its region. */
  long offset() {
    return offset;
  }

  long capacityBytes() {
    return capacityBytes;
  }
}
