// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.LastResort;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Tells a listener whether all threads turn, for as long as it is open. */
final class ThreadWatch implements Threads.Watch {
  private static final String NAME = "sennit-thread-watch";
  private static final long PAUSE_NANOS = 1_000_000_000;

  private final Consumer<Boolean> listener;
  private final LastResort lastResort;
  private final Thread thread;
  private boolean known;
  private boolean turning;
  private volatile boolean closed;

  ThreadWatch(Consumer<Boolean> listener) {
    this.listener = listener;
    thread = Thread.ofPlatform().daemon().name(NAME).unstarted(this::run);
    lastResort = new LastResort(NAME, () -> {});
    lastResort.start(thread);
  }

  private void run() {
    lastResort.live(this::look);
    lastResort.close();
  }

  private void look() {
    while (!closed) {
      lastResort.turned(LastResort.nanoTime());
      try {
        tell(Threads.areTurning());
      } catch (RuntimeException e) {
        lastResort.caught(e);
      }
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
  }

  private void tell(boolean now) {
    if (!closed && (!known || now != turning)) {
      listener.accept(now);
      known = true;
      turning = now;
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
