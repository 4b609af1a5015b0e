// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the sessions of a server that have not terminated. Safe from any thread. */
final class LiveSessions {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition none = lock.newCondition();
  private int count;

  SessionListener newListener() {
    return new Counting();
  }

  int count() {
    lock.lock();
    try {
      return count;
    } finally {
      lock.unlock();
    }
  }

  /** False if the time was over before the last one terminated. */
  boolean awaitNone(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (count > 0 && left > 0) {
        left = none.awaitNanos(left);
      }
      return count == 0;
    } finally {
      lock.unlock();
    }
  }

  private void add(int change) {
    lock.lock();
    try {
      count += change;
      if (count == 0) {
        none.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private final class Counting implements SessionListener {
    private boolean counted;

    @Override
    public void onReady(Session session) {
      counted = true;
      add(1);
    }

    @Override
    public void onShutdown(StatusCode code, String cause) {}

    @Override
    public void onTerminated() {
      if (counted) {
        counted = false;
        add(-1);
      }
    }
  }
}
