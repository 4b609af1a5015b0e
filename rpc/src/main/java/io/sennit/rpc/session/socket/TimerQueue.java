// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session.socket;

import io.sennit.base.LastResort;
import io.sennit.rpc.session.bytes.StreamHost;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Tasks for later on one thread; time is given. A heap in which each timer knows its place, so that
 * one that is cancelled leaves at once and keeps nothing alive. A task that throws is run again
 * after a pause, since timers are what ends everything that waits; not for ever, since it may be
 * the task's own fault.
 */
final class TimerQueue {
  private static final int FIRST_CAPACITY = 16;
  private static final int NOWHERE = -1;
  private static final long AGAIN_NANOS = 100_000_000;
  private static final int MOST_TRIES = 100;

  /** A task for later; can be cancelled by the thread of its queue. */
  static final class Timer implements StreamHost.Handle {
    private final TimerQueue queue;
    private long dueNanos;
    private @Nullable Runnable task;
    private int tries;
    private int index = NOWHERE;

    private Timer(TimerQueue queue, long dueNanos, Runnable task) {
      this.queue = queue;
      this.dueNanos = dueNanos;
      this.task = task;
    }

    @Override
    public void cancel() {
      task = null;
      if (index != NOWHERE) {
        queue.remove(this);
      }
    }

    private boolean isBefore(Timer other) {
      return dueNanos - other.dueNanos < 0;
    }
  }

  private final LastResort lastResort;
  private @Nullable Timer[] heap = new Timer[FIRST_CAPACITY];
  private int size;

  TimerQueue(LastResort lastResort) {
    this.lastResort = lastResort;
  }

  Timer at(long dueNanos, Runnable task) {
    Timer timer = new Timer(this, dueNanos, task);
    // One place more than there are: for the one that runs, should it have to run again.
    if (size + 1 >= heap.length) {
      heap = Arrays.copyOf(heap, 2 * heap.length);
    }
    rise(timer, size++);
    return timer;
  }

  /** Timers that are neither cancelled nor run. */
  int size() {
    return size;
  }

  void run(long nowNanos) {
    for (Timer next = heap[0]; next != null && next.dueNanos - nowNanos <= 0; next = heap[0]) {
      remove(next);
      run(next, nowNanos);
    }
  }

  private void run(Timer timer, long nowNanos) {
    Runnable task = timer.task;
    try {
      if (task != null) {
        task.run();
      }
      timer.task = null;
    } catch (Throwable thrown) {
      lastResort.caught(thrown);
      timer.tries++;
      if (timer.tries < MOST_TRIES && timer.task != null) {
        timer.dueNanos = nowNanos + AGAIN_NANOS;
        rise(timer, size++);
      }
    }
  }

  /** Nanoseconds until the next one is due, 0 if it is; {@code Long.MAX_VALUE} if there is none. */
  long leftNanos(long nowNanos) {
    Timer next = heap[0];
    return next == null ? Long.MAX_VALUE : Math.max(0, next.dueNanos - nowNanos);
  }

  private void remove(Timer timer) {
    int hole = timer.index;
    timer.index = NOWHERE;
    Timer last = get(--size);
    heap[size] = null;
    if (last != timer) {
      sink(last, hole);
      rise(last, last.index);
    }
  }

  private void rise(Timer timer, int from) {
    int at = from;
    while (at > 0 && timer.isBefore(get((at - 1) / 2))) {
      put(get((at - 1) / 2), at);
      at = (at - 1) / 2;
    }
    put(timer, at);
  }

  private void sink(Timer timer, int from) {
    int at = from;
    int child = firstOfChildren(at);
    while (child < size && get(child).isBefore(timer)) {
      put(get(child), at);
      at = child;
      child = firstOfChildren(at);
    }
    put(timer, at);
  }

  private int firstOfChildren(int at) {
    int left = 2 * at + 1;
    return left + 1 < size && get(left + 1).isBefore(get(left)) ? left + 1 : left;
  }

  private Timer get(int at) {
    Timer timer = heap[at];
    if (timer == null) {
      throw new IllegalStateException("no timer at " + at + " of " + size);
    }
    return timer;
  }

  private void put(Timer timer, int at) {
    heap[at] = timer;
    timer.index = at;
  }
}
