// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.CompletionChannel;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** One sticky event: what comes while nobody waits ends the next wait. Thread-safe. */
final class LoopbackChannel implements CompletionChannel {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition signalled = lock.newCondition();
  private boolean event;

  @Override
  public boolean await(long timeoutNanos) {
    lock.lock();
    try {
      long leftNanos = timeoutNanos;
      while (!event && leftNanos > 0) {
        leftNanos = signalled.awaitNanos(leftNanos);
      }
      boolean seen = event;
      event = false;
      return seen;
    } catch (InterruptedException e) {
      // An early return is allowed; the interrupt is the caller's to see.
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void wake() {
    lock.lock();
    try {
      event = true;
      signalled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    wake();
  }
}
