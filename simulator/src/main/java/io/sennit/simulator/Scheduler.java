// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator;

import io.sennit.base.Clock;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time and what is to happen in it. Tasks run by their time, those of one moment in the
 * order in which they were scheduled; time moves only between them. Confined to one thread.
 *
 * <p>A binary heap of two numbers for each task: its time, and its place in the order with its slot
 * in the lowest bits. Nothing is allocated but when more tasks wait than ever before.
 */
public final class Scheduler implements Clock {
  /** Later than every moment. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final int SLOT_BITS = 24;
  private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;
  private static final int FIRST_SIZE = 1024;

  private long[] times = new long[FIRST_SIZE];
  private long[] keys = new long[FIRST_SIZE];
  private @Nullable Task[] tasks = new Task[FIRST_SIZE];
  private long[] arguments = new long[FIRST_SIZE];
  private int[] freeSlots = new int[FIRST_SIZE];
  private int size;
  private long order;
  private long nowNanos;
  private long ran;

  /** Starts at time 0 with nothing to do. */
  public Scheduler() {
    free(0);
  }

  private void free(int from) {
    for (int slot = from; slot < freeSlots.length; slot++) {
      freeSlots[slot] = slot;
    }
  }

  /** Virtual nanoseconds since the world began. */
  @Override
  public long nanoTime() {
    return nowNanos;
  }

  /** Tasks that wait. */
  public int waiting() {
    return size;
  }

  /** Tasks run so far. */
  public long ran() {
    return ran;
  }

  /** When the next task is due; {@link #NEVER} if none waits. */
  public long nextNanos() {
    return size == 0 ? NEVER : times[0];
  }

  /**
   * Has a task run once.
   *
   * @param timeNanos not in the past; {@link #NEVER} is refused
   * @param argument handed to the task
   */
  public void at(long timeNanos, Task task, long argument) {
    if (timeNanos < nowNanos || timeNanos == NEVER) {
      throw new IllegalArgumentException("a task for " + timeNanos + " at " + nowNanos);
    }
    if (size == times.length) {
      grow();
    }
    int slot = freeSlots[size];
    tasks[slot] = task;
    arguments[slot] = argument;
    rise(size++, timeNanos, (order++ << SLOT_BITS) | slot);
  }

  /** Has a task run once, so much later than now. */
  public void after(long delayNanos, Task task, long argument) {
    at(nowNanos + delayNanos, task, argument);
  }

  private void grow() {
    if (size > SLOT_MASK) {
      throw new IllegalStateException("more than " + size + " tasks wait");
    }
    int larger = 2 * size;
    times = Arrays.copyOf(times, larger);
    keys = Arrays.copyOf(keys, larger);
    tasks = Arrays.copyOf(tasks, larger);
    arguments = Arrays.copyOf(arguments, larger);
    freeSlots = Arrays.copyOf(freeSlots, larger);
    free(size);
  }

  /** Moves time to the next task and runs it; false if none waits. */
  public boolean step() {
    if (size == 0) {
      return false;
    }
    nowNanos = times[0];
    int slot = (int) keys[0] & SLOT_MASK;
    Task task = tasks[slot];
    long argument = arguments[slot];
    tasks[slot] = null;
    size--;
    freeSlots[size] = slot;
    sink(times[size], keys[size]);
    ran++;
    if (task != null) {
      task.run(argument);
    }
    return true;
  }

  /** Runs everything that is due up to a moment, and leaves time there. */
  public void runUntil(long timeNanos) {
    while (size > 0 && times[0] <= timeNanos) {
      step();
    }
    nowNanos = Math.max(nowNanos, timeNanos);
  }

  private void rise(int from, long time, long key) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (!isEarlier(time, key, parent)) {
        break;
      }
      times[at] = times[parent];
      keys[at] = keys[parent];
      at = parent;
    }
    times[at] = time;
    keys[at] = key;
  }

  /** Puts what was last in the place of the first, and down to where it belongs. */
  private void sink(long time, long key) {
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isEarlier(times[child + 1], keys[child + 1], child)) {
        child++;
      }
      if (isEarlier(time, key, child)) {
        break;
      }
      times[at] = times[child];
      keys[at] = keys[child];
      at = child;
    }
    times[at] = time;
    keys[at] = key;
  }

  private boolean isEarlier(long time, long key, int than) {
    return time < times[than] || (time == times[than] && key < keys[than]);
  }
}
