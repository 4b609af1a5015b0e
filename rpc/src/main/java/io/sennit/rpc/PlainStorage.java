// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.lang.foreign.MemorySegment;

/** Memory that belongs to the application or to the heap; lives once. */
final class PlainStorage extends Storage {
  private final MemorySegment memory;
  private final long heapBytes;
  private final Runnable onReleased;

  /** @param heapBytes that were allocated for it */
  PlainStorage(MemorySegment memory, long heapBytes, Runnable onReleased) {
    this.memory = memory;
    this.heapBytes = heapBytes;
    this.onReleased = onReleased;
  }

  @Override
  MemorySegment memory() {
    return memory;
  }

  @Override
  long heapBytes() {
    return heapBytes;
  }

  @Override
  boolean isWatched() {
    return false;
  }

  @Override
  void onLastClose() {
    onReleased.run();
  }
}
