// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Counts the sessions of a server that have not terminated. Safe from any thread. */
final class LiveSessions {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition none = lock.newCondition();
  private final Consumer<Session> onEnded;
  private int count;

  /** @param onEnded told of each session that has terminated, on its loop */
  LiveSessions(Consumer<Session> onEnded) {
    this.onEnded = onEnded;
  }

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
    private @Nullable Session live;

    @Override
    public void onReady(Session session) {
      live = session;
      add(1);
    }

    @Override
    public void onTerminated() {
      Session ended = live;
      if (ended != null) {
        live = null;
        onEnded.accept(ended);
        add(-1);
      }
    }
  }
}
