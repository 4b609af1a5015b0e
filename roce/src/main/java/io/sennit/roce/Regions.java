// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.Access;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The memory of one domain, within its bound. Any thread. */
final class Regions {
  private final RoceDomain domain;
  private final long mostBytes;
  private final NumberTable<RoceMemoryRegion> byKey;
  private final Set<RoceMemoryRegion> all = new HashSet<>();
  private final Windows windows;
  private long usedBytes;
  private boolean closed;

  Regions(RoceDomain domain, long memoryBytes) {
    this.domain = domain;
    mostBytes =
        memoryBytes > Long.MAX_VALUE / 2 ? memoryBytes : RoceMemoryRegion.pages(memoryBytes);
    Engine engine = domain.engine();
    windows = new Windows(engine);
    byKey = new NumberTable<>(engine.randomness(), engine.config().maxRegions(), Integer.SIZE);
  }

  Windows windows() {
    return windows;
  }

  /** What a key opens to the peer; null if nothing. */
  @Nullable
  Reach reach(int key) {
    RoceMemoryRegion region = byKey.find(key);
    return region == null ? windows.find(key) : region;
  }

  synchronized RoceMemoryWindow allocateWindow() {
    checkOpen();
    return windows.allocate(this);
  }

  /** Whether some region's key begins like a window's. */
  synchronized boolean hasKeyOf(int head) {
    return all.stream().anyMatch(region -> RoceMemoryWindow.head(region.remoteKey()) == head);
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the protection domain is closed");
    }
  }

  synchronized RoceMemoryRegion allocate(long bytes, Set<Access> access) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("a memory region of " + bytes + " bytes");
    }
    checkOpen();
    if (byKey.isFull()) {
      throw new OutOfRegisteredMemoryException(
          "all " + all.size() + " memory regions of the protection domain are in use;"
              + " allocate fewer and larger ones");
    }
    long leftBytes = mostBytes - usedBytes;
    if (bytes > leftBytes || RoceMemoryRegion.pages(bytes) > leftBytes) {
      throw new OutOfRegisteredMemoryException("no room for " + bytes + " bytes: " + leftBytes
          + " of " + mostBytes + " bytes of registered memory are left; raise memoryBytes");
    }
    RoceMemoryRegion made = make(bytes, access);
    keep(made);
    byKey.add(made);
    usedBytes += RoceMemoryRegion.pages(bytes);
    return made;
  }

  private void keep(RoceMemoryRegion made) {
    boolean kept = false;
    try {
      all.add(made);
      kept = true;
    } finally {
      if (!kept) {
        made.deregister(); // Only the heap is full.
      }
    }
  }

  /** Makes one whose key is no window's. */
  private RoceMemoryRegion make(long bytes, Set<Access> access) {
    int key;
    do {
      key = byKey.draw();
    } while (windows.hasKey(key));
    try {
      return new RoceMemoryRegion(domain, bytes, access, key);
    } catch (OutOfMemoryError e) {
      throw new OutOfRegisteredMemoryException(
          "the JVM has no memory for a region of " + bytes + " bytes: " + e.getMessage());
    }
  }

  /** The peer cannot reach it any more. */
  synchronized void hide(RoceMemoryRegion region) {
    byKey.remove(region);
  }

  synchronized void gaveBack(RoceMemoryRegion region) {
    if (all.remove(region)) {
      usedBytes -= RoceMemoryRegion.pages(region.length());
    }
  }

  /**
   * Gives everything back; nothing can be allocated any more.
   *
   * @return false if something is still in use
   */
  boolean close() {
    windows.close();
    boolean free = true;
    for (RoceMemoryRegion region : endAllocation()) {
      free &= region.deregister();
    }
    return free;
  }

  private synchronized List<RoceMemoryRegion> endAllocation() {
    closed = true;
    return new ArrayList<>(all);
  }
}
