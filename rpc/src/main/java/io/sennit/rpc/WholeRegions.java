// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.verbs.MemoryRegion;
import java.util.ArrayList;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Regions of big bodies between two uses. Registering is the dearest thing that can be done to
 * memory, so they are kept until somebody is short of room. Guarded by its arena.
 */
final class WholeRegions {
  private final ArrayList<MemoryRegion> idle = new ArrayList<>();
  private int regions;
  private boolean demanded;

  /** One more region may be given back here, without an allocation then. */
  void makeRoom() {
    idle.ensureCapacity(regions + 1);
  }

  /** There is one more. */
  void made() {
    regions++;
  }

  /** There is one less. */
  void gone() {
    regions--;
  }

  /** The tightest idle region that holds that many bytes without wasting more than half. */
  @Nullable
  MemoryRegion reuse(long bytes) {
    MemoryRegion best = null;
    for (MemoryRegion region : idle) {
      boolean fits = region.length() >= bytes && region.length() / 2 <= bytes;
      if (fits && (best == null || region.length() < best.length())) {
        best = region;
      }
    }
    if (best != null) {
      idle.remove(best);
    }
    return best;
  }

  void giveBack(MemoryRegion region) {
    idle.add(region);
  }

  /** Somebody is short of room; false if there is nothing here to give. */
  boolean demandIdle() {
    demanded = !idle.isEmpty();
    return demanded;
  }

  boolean isDemanded() {
    return demanded;
  }

  /**
   * Deregisters idle regions if somebody is short of room. Those that a remote operation may still
   * be touching stay, and are tried again the next time.
   *
   * @return bytes given back
   */
  long deregisterIdle(RegisteredMemory memory) {
    long bytes = 0;
    for (Iterator<MemoryRegion> each = idle.iterator(); demanded && each.hasNext(); ) {
      MemoryRegion region = each.next();
      long length = region.length();
      if (memory.deregister(region, length)) {
        each.remove();
        gone();
        bytes += length;
      }
    }
    demanded = demanded && !idle.isEmpty();
    return bytes;
  }
}
