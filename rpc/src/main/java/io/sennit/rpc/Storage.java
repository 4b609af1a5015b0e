// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The memory behind one or several {@link Body} handles, with the number of handles that are open.
 *
 * <p>Pooled storage lives again and again; each life has a number, so that a handle of an earlier
 * life can neither reach nor release what a later one owns. Life and count share one word, so one
 * compare-and-set decides both. Safe from any thread.
 */
abstract class Storage {
  private static final int COUNT_BITS = 32;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

  /** Upper half: number of this life; lower half: open handles, 0 between lives. */
  private final AtomicLong state = new AtomicLong();

  private volatile boolean lent;
  private @Nullable CompletableFuture<Void> released;

  abstract MemorySegment memory();

  /** Called once per life, by the thread that closed the last handle. */
  abstract void onLastClose();

  /** The registered range behind it; null if there is none. */
  @Nullable
  PooledStorage pooled() {
    return null;
  }

  /** Bytes of an array that was made for the body; 0 if it is the application's, or pooled. */
  long heapBytes() {
    return 0;
  }

  /** Whether handles that are dropped without being closed are reported. */
  abstract boolean isWatched();

  /** Begins a life with one open handle; only for whoever took this storage off its free list. */
  final int begin() {
    lent = false;
    int life = (int) (state.get() >>> COUNT_BITS) + 1;
    state.set(word(life, 1));
    return life;
  }

  /** Adds a handle; false if that life is over. */
  final boolean acquire(int life) {
    while (true) {
      long seen = state.get();
      if (!isAlive(seen, life)) {
        return false;
      }
      if ((seen & COUNT_MASK) == COUNT_MASK) {
        throw new IllegalStateException("too many handles of one body");
      }
      if (state.compareAndSet(seen, seen + 1)) {
        return true;
      }
    }
  }

  /** Takes a handle away; every handle does it exactly once. */
  final void release() {
    if ((state.decrementAndGet() & COUNT_MASK) == 0) {
      try {
        completeReleased();
      } finally {
        onLastClose();
      }
    }
  }

  /** From now on until the end of this life the memory is only given out read-only. */
  final void lend() {
    lent = true;
  }

  final boolean isLent() {
    return lent;
  }

  /** Completes when that life ends; never on the thread that ends it, which may be a loop. */
  final synchronized CompletableFuture<Void> whenReleased(int life) {
    if (!isAlive(state.get(), life)) {
      return CompletableFuture.completedFuture(null);
    }
    if (released == null) {
      released = new CompletableFuture<>();
    }
    return released.copy();
  }

  private void completeReleased() {
    CompletableFuture<Void> waiting = takeReleased();
    if (waiting == null) {
      return;
    }
    boolean elsewhere = false;
    try {
      Thread.startVirtualThread(() -> waiting.complete(null));
      elsewhere = true;
    } finally {
      if (!elsewhere) {
        waiting.complete(null); // There is no memory for a thread, and nobody else will.
      }
    }
  }

  private synchronized @Nullable CompletableFuture<Void> takeReleased() {
    CompletableFuture<Void> waiting = released;
    released = null;
    return waiting;
  }

  private static boolean isAlive(long word, int life) {
    return (int) (word >>> COUNT_BITS) == life && (word & COUNT_MASK) != 0;
  }

  private static long word(int life, long count) {
    return (long) life << COUNT_BITS | count;
  }
}
