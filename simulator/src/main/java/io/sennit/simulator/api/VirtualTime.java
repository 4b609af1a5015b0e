// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import io.sennit.base.Clock;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.host.Passing;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Lets the time of a fabric pass, for one thread, one call at a time, and never for ever. Handlers
 * that run in it may wait in it.
 */
final class VirtualTime implements Passing, Clock {
  private final Thread owner = Thread.currentThread();
  private final Scheduler scheduler;
  private final Handlers handlers;
  private final long mostWaitNanos;
  private final Supplier<String> state;
  private boolean passing;
  private boolean closed;

  /**
   * Starts at zero.
   *
   * @param mostWaitNanos how long a wait without a deadline may take
   * @param state of the fabric in words, for whoever looks why nothing comes of a wait
   */
  VirtualTime(Scheduler scheduler, long mostWaitNanos, Supplier<String> state) {
    this.scheduler = scheduler;
    handlers = new Handlers(scheduler);
    this.mostWaitNanos = mostWaitNanos;
    this.state = state;
  }

  /** Refuses whoever may not touch the fabric. */
  void enter() {
    if (Thread.currentThread() != owner && !handlers.isRunning()) {
      throw new IllegalStateException("the fabric is for thread " + owner.getName() + ", not for "
          + Thread.currentThread().getName() + ": build it where you use it");
    }
    if (closed) {
      throw new IllegalStateException("the fabric is closed: build another one");
    }
  }

  void close() {
    handlers.close();
    closed = true;
  }

  Duration now() {
    return Duration.ofNanos(nanoTime());
  }

  @Override
  public long nanoTime() {
    return scheduler.nanoTime();
  }

  @Override
  public boolean mayPass() {
    return !passing || handlers.isRunning();
  }

  /** Runs application code, which may wait; in a task of the world. */
  void run(Runnable piece) {
    handlers.run(piece);
  }

  /** Up to that moment, whatever happens. */
  void passUntil(long timeNanos) {
    boolean _ = reach(() -> false, timeNanos);
  }

  @Override
  public void pass(BooleanSupplier until, long deadlineNanos) {
    boolean bounded = deadlineNanos != Scheduler.NEVER;
    long end = bounded ? deadlineNanos : scheduler.nanoTime() + mostWaitNanos;
    if (!reach(until, end) && !bounded) {
      throw new IllegalStateException("what was waited for has not come in "
          + Duration.ofNanos(mostWaitNanos) + " of virtual time: give the call a deadline, let the"
          + " fabric waitAtMost() longer, or look whether " + state.get());
    }
  }

  private boolean reach(BooleanSupplier until, long end) {
    enter();
    if (handlers.isRunning()) {
      handlers.await(until, end);
    } else {
      step(until, end);
    }
    return until.getAsBoolean();
  }

  private void step(BooleanSupplier until, long end) {
    if (passing) {
      throw new IllegalStateException("time passes already: what happens in it, such as a direct"
          + " handler or an action of at(), cannot wait; use callAsync and reply later");
    }
    passing = true;
    try {
      while (!until.getAsBoolean() && scheduler.nextNanos() <= end) {
        scheduler.step();
        handlers.look();
      }
      if (!until.getAsBoolean()) {
        scheduler.runUntil(end);
      }
    } finally {
      passing = false;
    }
  }
}
