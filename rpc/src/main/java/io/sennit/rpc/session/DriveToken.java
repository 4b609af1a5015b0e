// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Who runs the loop at this moment. Taken by trying, never by waiting: whoever does not get it
 * joins the waiters, tries once more (so that a release in between is not missed), and parks.
 */
final class DriveToken {
  private final AtomicReference<@Nullable Thread> holder = new AtomicReference<>();
  private final ConcurrentLinkedQueue<ThreadWaiter> waiters = new ConcurrentLinkedQueue<>();

  boolean tryAcquire(Thread thread) {
    return holder.compareAndSet(null, thread);
  }

  void release() {
    holder.set(null);
  }

  @Nullable
  Thread holder() {
    return holder.get();
  }

  boolean heldBy(Thread thread) {
    return holder.get() == thread;
  }

  boolean isFree() {
    return holder.get() == null;
  }

  void join(ThreadWaiter waiter) {
    waiters.add(waiter);
  }

  /**
   * False if somebody has handed the token to this waiter, which then must use it or pass it on.
   */
  boolean leave(ThreadWaiter waiter) {
    return waiters.remove(waiter);
  }

  boolean hasWaiters() {
    return !waiters.isEmpty();
  }

  /** Wakes one waiter that still waits, and makes it responsible; false if there is none. */
  boolean handOver() {
    for (ThreadWaiter next = waiters.poll(); next != null; next = waiters.poll()) {
      Thread thread = next.thread();
      if (thread != null) {
        LockSupport.unpark(thread);
        return true;
      }
    }
    return false;
  }
}
