// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session.socket;

import io.sennit.rpc.session.bytes.StreamHost;
import java.util.PriorityQueue;

/** Tasks for later on one thread; time is given. */
final class TimerQueue {
  /** A task for later; can be cancelled by the thread of its queue. */
  static final class Timer implements StreamHost.Handle {
    private final long dueNanos;
    private final Runnable task;
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

  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>((a, b) -> Long.signum(a.dueNanos - b.dueNanos));

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
        next.task.run();
      }
    }
  }

  /** Nanoseconds until the next one is due, 0 if it is; {@code Long.MAX_VALUE} if there is none. */
  long leftNanos(long nowNanos) {
    Timer next = timers.peek();
    return next == null ? Long.MAX_VALUE : Math.max(0, next.dueNanos - nowNanos);
  }
}
