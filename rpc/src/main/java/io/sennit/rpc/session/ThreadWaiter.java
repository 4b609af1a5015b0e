// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A wait for a loop with a thread: a platform thread drives the loop meanwhile, a virtual one
 * parks, since the loop sleeps in a system call that would pin its carrier.
 */
final class ThreadWaiter implements LoopWaiter {
  private final EventLoop loop;
  private volatile boolean signalled;
  private volatile @Nullable Thread thread;

  ThreadWaiter(EventLoop loop) {
    this.loop = loop;
  }

  @Override
  public void signal() {
    signalled = true;
    Thread waiting = thread;
    if (waiting != null && waiting != Thread.currentThread()) {
      LockSupport.unpark(waiting);
      loop.wakeDriver(waiting);
    }
  }

  @Override
  public boolean isSignalled() {
    return signalled;
  }

  @Override
  public boolean await(long deadlineNanos) throws InterruptedException {
    if (loop.inLoop()) {
      throw new IllegalStateException(
          "a blocking call inside a callback of " + loop + " would wait for itself");
    }
    Thread me = Thread.currentThread();
    thread = me;
    try {
      if (!me.isVirtual()) {
        loop.drive(this, deadlineNanos);
      }
      return park(deadlineNanos);
    } finally {
      thread = null;
    }
  }

  private boolean park(long deadlineNanos) throws InterruptedException {
    while (!signalled) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting for " + loop);
      }
      long left = loop.untilNanos(deadlineNanos);
      if (left <= 0) {
        return false;
      }
      LockSupport.parkNanos(this, left);
    }
    return true;
  }

  /** The waiting thread, for whoever hands it the token. */
  @Nullable
  Thread thread() {
    return thread;
  }
}
