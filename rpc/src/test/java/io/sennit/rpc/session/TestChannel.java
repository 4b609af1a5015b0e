// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.CompletionChannel;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A channel without a device: exactly one event per wake, remembered until the next await. */
final class TestChannel implements CompletionChannel {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean event;
  private boolean awaiting;
  private boolean closed;

  @Override
  public boolean await(long timeoutNanos) {
    lock.lock();
    try {
      awaiting = true;
      long left = timeoutNanos;
      // Like a system call, an interruption does not end it.
      boolean interrupted = Thread.interrupted();
      long endNanos = System.nanoTime() + left;
      while (!event && left > 0) {
        try {
          left = changed.awaitNanos(left);
        } catch (InterruptedException e) {
          interrupted = true;
          left = endNanos - System.nanoTime();
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      boolean seen = event;
      event = false;
      awaiting = false;
      return seen;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void wake() {
    lock.lock();
    try {
      event = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isAwaiting() {
    lock.lock();
    try {
      return awaiting;
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
  }
}
