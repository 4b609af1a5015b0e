// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.RangeAllocator;
import io.sennit.verbs.MemoryRegion;

/**
 * One registered region cut into ranges, or handed out whole. Guarded by its arena.
 *
 * @param region the memory
 * @param ranges what of it is in use
 * @param whole whether it was registered for one big body and is given back with it
 */
record Slab(MemoryRegion region, RangeAllocator ranges, boolean whole) {
  /** A slab that is cut into ranges. */
  static Slab shared(MemoryRegion region, long bytes) {
    return new Slab(region, new RangeAllocator(bytes, BodyPoolConfig.GRANULE_BYTES), false);
  }

  /** Whether no body is in it. */
  boolean isEmpty() {
    return ranges.usedBytes() == 0;
  }

  /** A region for one body. */
  static Slab whole(MemoryRegion region) {
    return new Slab(region, new RangeAllocator(1, 1), true);
  }
}
