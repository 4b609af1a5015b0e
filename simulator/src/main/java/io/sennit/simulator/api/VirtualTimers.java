// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import io.sennit.simulator.host.HostProcess;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The timers of a process in virtual time. They are dropped with the process, and no future
 * completes. For those who may touch the fabric; whoever waits for one of its futures uses
 * {@link Fabric#await}.
 */
final class VirtualTimers extends AbstractExecutorService implements ScheduledExecutorService {
  private static final long ONCE = 0;

  private final HostProcess process;
  private final VirtualTime time;

  VirtualTimers(HostProcess process, VirtualTime time) {
    this.process = process;
    this.time = time;
  }

  @Override
  public void execute(Runnable command) {
    Future<?> _ = schedule(command, 0, TimeUnit.NANOSECONDS);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return schedule(Executors.callable(command), delay, unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    return start(new Timer<>(callable, unit.toNanos(delay), ONCE));
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long initialDelay, long period, TimeUnit unit) {
    requirePositive(period);
    return start(
        new Timer<>(Executors.callable(command), unit.toNanos(initialDelay), unit.toNanos(period)));
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long initialDelay, long delay, TimeUnit unit) {
    requirePositive(delay);
    return start(
        new Timer<>(Executors.callable(command), unit.toNanos(initialDelay), -unit.toNanos(delay)));
  }

  private static void requirePositive(long period) {
    if (period <= 0) {
      throw new IllegalArgumentException("a period of " + period + ": give a positive one");
    }
  }

  private <V> Timer<V> start(Timer<V> timer) {
    time.enter();
    process.at(timer.dueNanos, timer::due);
    return timer;
  }

  /** Always throws: they end with the process. */
  @Override
  public void shutdown() {
    throw new UnsupportedOperationException("the timers are the host's: they end when it crashes");
  }

  /** Always throws: they end with the process. */
  @Override
  public List<Runnable> shutdownNow() {
    throw new UnsupportedOperationException("the timers are the host's: they end when it crashes");
  }

  @Override
  public boolean isShutdown() {
    return process.isOver();
  }

  @Override
  public boolean isTerminated() {
    return process.isOver();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return process.isOver();
  }

  /** One task, which runs as a handler. */
  private final class Timer<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
    private final long periodNanos;
    private long dueNanos;

    /** @param periodNanos positive: from due to due; negative: from end to begin; 0: once */
    private Timer(Callable<V> callable, long delayNanos, long periodNanos) {
      super(callable);
      this.periodNanos = periodNanos;
      dueNanos = later(delayNanos);
    }

    /** Saturates instead of overflowing. */
    private static long sum(long nanos, long other) {
      return other > 0 && nanos > Long.MAX_VALUE - other ? Long.MAX_VALUE : nanos + other;
    }

    private long later(long nanos) {
      return sum(time.nanoTime(), nanos);
    }

    private void due() {
      if (!isDone()) {
        time.run(this);
      }
    }

    @Override
    public void run() {
      if (!isPeriodic()) {
        super.run();
      } else if (runAndReset()) {
        dueNanos = periodNanos > 0 ? sum(dueNanos, periodNanos) : later(-periodNanos);
        Future<?> _ = start(this);
      }
    }

    @Override
    public boolean isPeriodic() {
      return periodNanos != ONCE;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(dueNanos - time.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}
