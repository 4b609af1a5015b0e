// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.lang.foreign.MemorySegment;

/** Memory that belongs to the application or to the heap; lives once. */
final class PlainStorage extends Storage {
  private final MemorySegment memory;
  private final Runnable onReleased;

  PlainStorage(MemorySegment memory, Runnable onReleased) {
    this.memory = memory;
    this.onReleased = onReleased;
  }

  @Override
  MemorySegment memory() {
    return memory;
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
