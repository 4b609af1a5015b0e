// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Streams for which other threads left something to do. A stream is in it at most once, so that the
 * stack is bounded by the streams and nothing is allocated. Any thread pushes, one takes.
 */
final class DirtyStack {
  private final AtomicReference<@Nullable CallStream> top = new AtomicReference<>();

  /** Adds a stream unless it is in already; true if the stack was empty. */
  boolean push(CallStream stream) {
    if (!stream.dirty.compareAndSet(false, true)) {
      return false;
    }
    while (true) {
      CallStream below = top.get();
      stream.dirtyNext = below;
      if (top.compareAndSet(below, stream)) {
        return below == null;
      }
    }
  }

  boolean isEmpty() {
    return top.get() == null;
  }

  /** Takes everything, oldest first, linked by {@link CallStream#takeDirtyNext}. */
  @Nullable
  CallStream takeAll() {
    CallStream newest = top.getAndSet(null);
    CallStream oldest = null;
    while (newest != null) {
      CallStream below = newest.dirtyNext;
      newest.dirtyNext = oldest;
      oldest = newest;
      newest = below;
    }
    return oldest;
  }
}
