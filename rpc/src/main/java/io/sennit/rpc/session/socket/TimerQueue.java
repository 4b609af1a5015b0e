// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session.socket;

import io.sennit.base.LastResort;
import io.sennit.rpc.session.bytes.StreamHost;
import java.util.PriorityQueue;

/**
 * Tasks for later on one thread; time is given. A task that throws is run again after a pause,
 * since timers are what ends everything that waits; not for ever, since it may be the task's own
 * fault.
 */
final class TimerQueue {
  private static final long AGAIN_NANOS = 100_000_000;
  private static final int MOST_TRIES = 100;

  /** A task for later; can be cancelled by the thread of its queue. */
  static final class Timer implements StreamHost.Handle {
    private final Runnable task;
    private long dueNanos;
    private int tries;
    private boolean cancelled;

    private Timer(long dueNanos, Runnable task) {
      this.dueNanos = dueNanos;
      this.task = task;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  private final LastResort lastResort;
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>((a, b) -> Long.signum(a.dueNanos - b.dueNanos));

  TimerQueue(LastResort lastResort) {
    this.lastResort = lastResort;
  }

  Timer at(long dueNanos, Runnable task) {
    Timer timer = new Timer(dueNanos, task);
    timers.add(timer);
    return timer;
  }

  void run(long nowNanos) {
    for (Timer next = timers.peek(); next != null; next = timers.peek()) {
      if (!next.cancelled && next.dueNanos - nowNanos > 0) {
        return;
      }
      timers.remove();
      if (!next.cancelled) {
        run(next, nowNanos);
      }
    }
  }

  private void run(Timer timer, long nowNanos) {
    try {
      timer.task.run();
    } catch (Throwable thrown) {
      lastResort.caught(thrown);
      timer.tries++;
      if (timer.tries < MOST_TRIES) {
        timer.dueNanos = nowNanos + AGAIN_NANOS;
        timers.add(timer);
      }
    }
  }

  /** Nanoseconds until the next one is due, 0 if it is; {@code Long.MAX_VALUE} if there is none. */
  long leftNanos(long nowNanos) {
    Timer next = timers.peek();
    return next == null ? Long.MAX_VALUE : Math.max(0, next.dueNanos - nowNanos);
  }
}
