// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.sennit.base.ManualClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs tasks in the thread that moves the clock, each at its moment. It never has a thread. */
final class ManualTimers extends ScheduledThreadPoolExecutor {
  final ManualClock clock = new ManualClock();
  private final List<Timer> timers = new ArrayList<>();

  ManualTimers() {
    super(0);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    Timer timer = new Timer(command, clock.nanoTime() + Math.max(0, unit.toNanos(delay)));
    timers.add(timer);
    return timer;
  }

  /** Tasks that are neither over nor cancelled. */
  int waiting() {
    timers.removeIf(FutureTask::isDone);
    return timers.size();
  }

  void advance(long nanos) {
    long endNanos = clock.nanoTime() + nanos;
    while (waiting() > 0) {
      Timer next = timers.stream().min(Comparator.naturalOrder()).orElseThrow();
      if (next.dueNanos > endNanos) {
        break;
      }
      clock.advance(next.dueNanos - clock.nanoTime());
      next.run();
    }
    clock.advance(endNanos - clock.nanoTime());
  }

  private final class Timer extends FutureTask<Void> implements ScheduledFuture<Void> {
    private final long dueNanos;

    private Timer(Runnable command, long dueNanos) {
      super(command, null);
      this.dueNanos = dueNanos;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(dueNanos - clock.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}
