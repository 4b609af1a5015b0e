// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread's wait for one event that the loop will bring, such as the answer of a call.
 *
 * <p>A platform thread drives the loop while it waits; a virtual thread parks, since the loop
 * sleeps in a system call that would pin its carrier. {@link #signal()} is safe from any thread and
 * may come before {@link #await}; one thread awaits, once or several times. Made by
 * {@link EventLoop#waiter()}.
 */
public final class LoopWaiter {
  private final EventLoop loop;
  private volatile boolean signalled;
  private volatile @Nullable Thread thread;

  LoopWaiter(EventLoop loop) {
    this.loop = loop;
  }

  /** Ends the wait, now or when it begins; further signals do nothing. */
  public void signal() {
    signalled = true;
    Thread waiting = thread;
    if (waiting != null && waiting != Thread.currentThread()) {
      LockSupport.unpark(waiting);
      loop.wakeDriver(waiting);
    }
  }

  /** Whether {@link #signal()} was called. */
  public boolean isSignalled() {
    return signalled;
  }

  /**
   * Waits for {@link #signal()}.
   *
   * @param deadlineNanos absolute on the loop's clock; {@code Long.MAX_VALUE}: no deadline
   * @return false if the deadline passed first
   * @throws InterruptedException if the thread was interrupted before or during the wait; an
   *     interruption of a thread that drives is seen within {@link EventLoopConfig#driveNanos}
   * @throws IllegalStateException inside a callback of the loop, which would wait for itself
   */
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
