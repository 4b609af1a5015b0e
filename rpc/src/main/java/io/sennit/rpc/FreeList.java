// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import org.jspecify.annotations.Nullable;

/** Free ranges of one size class, kept ready; a stack, so that the warmest is used first. */
final class FreeList {
  private final int limit;
  private @Nullable PooledStorage top;
  private int size;

  /** @param limit most ranges kept */
  FreeList(int limit) {
    this.limit = limit;
  }

  synchronized boolean push(PooledStorage storage) {
    if (size >= limit) {
      return false;
    }
    storage.nextFree = top;
    top = storage;
    size++;
    return true;
  }

  synchronized @Nullable PooledStorage pop() {
    PooledStorage taken = top;
    if (taken != null) {
      top = taken.nextFree;
      taken.nextFree = null;
      size--;
    }
    return taken;
  }
}
