// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A life of its own on memory that another handle keeps taken; lives once. */
final class ForkedStorage extends Storage {
  private final Body kept;
  private final Runnable onReleased;

  /** @param kept closed at the end of this life */
  ForkedStorage(Body kept, Runnable onReleased) {
    this.kept = kept;
    this.onReleased = onReleased;
  }

  @Override
  MemorySegment memory() {
    return kept.storage().memory();
  }

  @Override
  @Nullable
  PooledStorage pooled() {
    return kept.storage().pooled();
  }

  @Override
  boolean isWatched() {
    return kept.storage().isWatched();
  }

  @Override
  void onLastClose() {
    kept.close();
    onReleased.run();
  }
}
