// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.RangeAllocator;
import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Registered memory of one direction, in power-of-two classes: free lists in front of buddy
 * allocators over slabs, and a region of its own for each big body. Safe from any thread; the fast
 * path takes only its class's lock.
 */
final class SlabArena {
  private static final int MOST_DOUBLINGS = 30;

  private final BodyPool pool;
  private final RegisteredMemory memory;
  private final Set<Access> access;
  private final BodyPoolConfig config;
  private final long limitBytes;
  private final FreeList[] classes;
  private final List<Slab> slabs = new ArrayList<>();
  private final WholeRegions wholes = new WholeRegions();
  private final AtomicLong usedBytes = new AtomicLong();
  private long registeredBytes;
  private boolean slabsDemanded;

  SlabArena(BodyPool pool, RegisteredMemory memory, Set<Access> access, Budget budget) {
    this.pool = pool;
    this.memory = memory;
    this.access = access;
    config = budget.config();
    limitBytes = budget.limitBytes();
    classes = new FreeList[classOf(config.slabBytes() / 2) + 1];
    for (int i = 0; i < classes.length; i++) {
      classes[i] = new FreeList(config.cachedPerClass());
    }
  }

  /** What one direction may use. */
  record Budget(BodyPoolConfig config, long limitBytes) {}

  BodyPool pool() {
    return pool;
  }

  /** Whether the peer may be allowed to write here. */
  boolean isTarget() {
    return access.contains(Access.REMOTE_WRITE);
  }

  /** Longest body that can ever be had. */
  long limitBytes() {
    return limitBytes;
  }

  /** A range of at least that many bytes, or null if there is none now. */
  @Nullable
  PooledStorage take(long bytes) {
    PooledStorage taken = find(bytes);
    if (taken != null) {
      usedBytes.addAndGet(taken.capacityBytes());
    }
    return taken;
  }

  private @Nullable PooledStorage find(long bytes) {
    int index = classOf(bytes);
    if (index >= classes.length) {
      return takeWhole(bytes);
    }
    PooledStorage cached = classes[index].pop();
    return cached != null ? cached : takeRange(BodyPoolConfig.GRANULE_BYTES << index);
  }

  /** The end of a life. */
  void giveBack(PooledStorage storage) {
    usedBytes.addAndGet(-storage.capacityBytes());
    if (storage.slab().whole()) {
      keepWhole(storage.region());
    } else if (!classes[classOf(storage.capacityBytes())].push(storage)) {
      free(storage);
    }
    pool.onGivenBack();
  }

  /**
   * Gives idle regions back to the domain; only the thread that owns the domain calls it.
   *
   * @param others whether other sessions are short of room
   * @return false if it must be tried again
   */
  synchronized boolean reclaim(boolean others) {
    if (others) {
      wholes.demandIdle();
      emptyFreeLists();
      slabsDemanded = true;
    }
    registeredBytes -= wholes.deregisterIdle(memory);
    if (slabsDemanded) {
      deregisterEmptySlabs();
    }
    return !wholes.isDemanded() && !slabsDemanded;
  }

  private void deregisterEmptySlabs() {
    slabsDemanded = false;
    for (Iterator<Slab> each = slabs.iterator(); each.hasNext(); ) {
      Slab slab = each.next();
      long length = slab.region().length();
      boolean empty = slab.isEmpty();
      if (empty && memory.deregister(slab.region(), length)) {
        each.remove();
        wholes.gone();
        registeredBytes -= length;
      } else {
        slabsDemanded |= empty; // A remote operation may still be touching it.
      }
    }
  }

  /** Bytes given out, rounding included. */
  long usedBytes() {
    return usedBytes.get();
  }

  synchronized long registeredBytes() {
    return registeredBytes;
  }

  private synchronized @Nullable PooledStorage takeRange(long bytes) {
    PooledStorage found = fromSlabs(bytes);
    if (found == null && addSlab(bytes)) {
      found = fromSlabs(bytes);
    }
    if (found == null) {
      emptyFreeLists();
      found = fromSlabs(bytes);
    }
    if (found == null) {
      demandEmptySlabs(bytes);
    }
    return found;
  }

  private @Nullable PooledStorage fromSlabs(long bytes) {
    for (Slab slab : slabs) {
      long offset = slab.ranges().allocate(bytes);
      if (offset != RangeAllocator.NONE) {
        return storage(slab, offset, bytes);
      }
    }
    return null;
  }

  private PooledStorage storage(Slab slab, long offset, long bytes) {
    boolean made = false;
    try {
      PooledStorage storage = new PooledStorage(this, slab, offset, bytes);
      made = true;
      return storage;
    } finally {
      if (!made) {
        slab.ranges().free(offset, bytes);
      }
    }
  }

  /** As long as all before it together, at most; shorter where there is no room for that. */
  private boolean addSlab(long leastBytes) {
    long wanted = config.firstSlabBytes() << Math.min(slabs.size(), MOST_DOUBLINGS);
    long length = Math.max(leastBytes, Math.min(wanted, config.slabBytes()));
    MemoryRegion region = register(length);
    while (region == null && length / 2 >= leastBytes && length > config.firstSlabBytes()) {
      length /= 2;
      region = register(length);
    }
    if (region == null) {
      return false;
    }
    boolean kept = false;
    try {
      slabs.add(Slab.shared(region, length));
      kept = true;
    } finally {
      if (!kept) {
        wholes.giveBack(region);
      }
    }
    return true;
  }

  private synchronized @Nullable PooledStorage takeWhole(long bytes) {
    MemoryRegion region = wholes.reuse(bytes);
    if (region == null) {
      region = register(roundUp(bytes));
    }
    if (region == null) {
      emptyFreeLists();
      demandEmptySlabs(roundUp(bytes));
    }
    return region == null ? null : whole(region, bytes);
  }

  private PooledStorage whole(MemoryRegion region, long bytes) {
    boolean made = false;
    try {
      PooledStorage storage = new PooledStorage(this, Slab.whole(region), 0, bytes);
      made = true;
      return storage;
    } finally {
      if (!made) {
        wholes.giveBack(region);
      }
    }
  }

  private @Nullable MemoryRegion register(long bytes) {
    if (registeredBytes + bytes > limitBytes) {
      return exhausted();
    }
    wholes.makeRoom(); // Whatever becomes of the region, it can be kept there.
    try {
      MemoryRegion region = memory.allocate(bytes, access);
      wholes.made();
      registeredBytes += region.length();
      return region;
    } catch (OutOfRegisteredMemoryException e) {
      // The domain's own limit is lower than ours, or shared with others: the same back-pressure.
      pool.onDomainExhausted(e);
      return exhausted();
    }
  }

  private @Nullable MemoryRegion exhausted() {
    if (wholes.demandIdle()) {
      pool.requestReclaim();
    }
    return null;
  }

  /**
   * Slabs that smaller bodies have left must not stand in the way of a longer one, which fits in
   * none of them. They stay where giving them back makes too little room.
   */
  private void demandEmptySlabs(long bytes) {
    long emptyBytes = emptySlabBytes();
    if (emptyBytes > 0 && limitBytes - registeredBytes + emptyBytes >= bytes) {
      slabsDemanded = true;
      pool.requestReclaim();
    }
  }

  private long emptySlabBytes() {
    long bytes = 0;
    for (Slab slab : slabs) {
      bytes += slab.isEmpty() ? slab.region().length() : 0;
    }
    return bytes;
  }

  private synchronized void keepWhole(MemoryRegion region) {
    wholes.giveBack(region);
  }

  private synchronized void free(PooledStorage storage) {
    storage.slab().ranges().free(storage.offset(), storage.capacityBytes());
  }

  /** Small ranges kept ready must not stand in the way of a larger one. */
  private void emptyFreeLists() {
    for (FreeList list : classes) {
      for (PooledStorage one = list.pop(); one != null; one = list.pop()) {
        free(one);
      }
    }
  }

  /** Few distinct sizes, so that regions of big bodies are used again; within the limit. */
  private long roundUp(long bytes) {
    long step = config.slabBytes() / 8;
    return Math.max(bytes, Math.min(limitBytes, (bytes + step - 1) / step * step));
  }

  private static int classOf(long bytes) {
    return bytes <= BodyPoolConfig.GRANULE_BYTES
        ? 0
        : 64 - Long.numberOfLeadingZeros((bytes - 1) / BodyPoolConfig.GRANULE_BYTES);
  }
}
