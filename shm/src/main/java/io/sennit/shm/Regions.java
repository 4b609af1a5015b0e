// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.base.Randomness;
import io.sennit.base.RangeAllocator;
import io.sennit.shm.os.OsException;
import io.sennit.shm.os.SharedFile;
import io.sennit.verbs.Access;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The memory of a domain and the regions cut from it. Pages are taken from the machine when a
 * region is allocated and given back when it is freed. Safe from any thread.
 */
final class Regions {
  /** The allocator keeps two bytes a granule: this bounds it to 128 KiB a domain. */
  private static final long MOST_GRANULES = 1 << 16;

  private static final String RAISE = "raise its registered memory (DomainConfig.memoryBytes).";

  private final ReentrantLock lock = new ReentrantLock();
  private final Own own;
  private final Keys keys;
  private final RangeAllocator ranges;
  private final long budgetBytes;
  private final Set<ShmMemoryRegion> live = new LinkedHashSet<>();
  private long usedBytes;
  private boolean closed;

  Regions(Own own, long budgetBytes, Randomness randomness) {
    this.own = own;
    this.budgetBytes = Layout.roundedToPages(budgetBytes);
    keys = new Keys(own.file(), own.layout(), randomness);
    long capacity = own.layout().memoryBytes();
    ranges = new RangeAllocator(capacity, Math.max(Layout.PAGE_BYTES, capacity / MOST_GRANULES));
  }

  ShmMemoryRegion allocate(ShmDomain domain, long bytes, Set<Access> access) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("a region of " + bytes + " bytes");
    }
    lock.lock();
    try {
      checkBounds(bytes);
      long pages = Layout.roundedToPages(bytes);
      long offset = takeRange(pages);
      long address = own.layout().memoryAt() + offset;
      int key = keys.publish(address, bytes, access);
      ShmMemoryRegion.Place place = new ShmMemoryRegion.Place(address, key, Keys.bits(access));
      ShmMemoryRegion region = new ShmMemoryRegion(domain, bytes, place);
      usedBytes += pages;
      live.add(region);
      return region;
    } finally {
      lock.unlock();
    }
  }

  private void checkBounds(long bytes) {
    if (closed) {
      throw new IllegalStateException("the protection domain is closed");
    }
    if (bytes > budgetBytes - usedBytes) {
      throw new OutOfRegisteredMemoryException(
          ("A shared-memory session has %,d of %,d bytes left, %,d are wanted; " + RAISE)
              .formatted(budgetBytes - usedBytes, budgetBytes, bytes));
    }
    if (keys.isFull()) {
      throw new OutOfRegisteredMemoryException(
          "A shared-memory session has at most %,d memory regions; use fewer, larger ones."
              .formatted(own.layout().maxRegions()));
    }
  }

  private long takeRange(long pages) {
    long offset = ranges.allocate(pages);
    if (offset == RangeAllocator.NONE) {
      throw new OutOfRegisteredMemoryException(
          ("The %,d bytes left of a shared-memory session are in pieces shorter than %,d; " + RAISE)
              .formatted(budgetBytes - usedBytes, pages));
    }
    try {
      long at = own.layout().memoryAt() + offset;
      own.shared().commit(at, pages);
      SharedFile.populate(own.file().asSlice(at, pages));
      return offset;
    } catch (OsException e) {
      ranges.free(offset, pages);
      throw new OutOfRegisteredMemoryException("The machine gave no memory: "
          + e.reason()
          + "; give the container or the machine more, or lower the sessions' registered memory.");
    }
  }

  void revoke(ShmMemoryRegion region) {
    keys.revoke(region.remoteKey());
  }

  /**
   * Gives a region's memory back to the machine; only after the fence, and when nobody can see it.
   */
  void free(ShmMemoryRegion region) {
    lock.lock();
    try {
      long pages = Layout.roundedToPages(region.length());
      giveBack(region.address(), pages);
      ranges.free(region.address() - own.layout().memoryAt(), pages);
      keys.free(region.remoteKey());
      usedBytes -= pages;
      live.remove(region);
    } finally {
      lock.unlock();
    }
  }

  private void giveBack(long address, long pages) {
    try {
      own.shared().release(address, pages);
    } catch (OsException e) {
      // It stays committed, which costs memory until the session ends; its bytes must go.
      own.file().asSlice(address, pages).fill((byte) 0);
    }
  }

  /** No more regions from now on. */
  List<ShmMemoryRegion> close() {
    lock.lock();
    try {
      closed = true;
      return new ArrayList<>(live);
    } finally {
      lock.unlock();
    }
  }
}
