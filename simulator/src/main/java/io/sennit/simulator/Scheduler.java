// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator;

import io.sennit.base.Clock;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time and what is to happen in it. Tasks run by their time, those of one moment in the
 * order in which they were scheduled; time moves only between them. Confined to one thread.
 *
 * <p>A heap of two numbers for each task: its time, and its place in the order with its slot in the
 * lowest bits. Each has four below it, which lie in memory side by side. Nothing is allocated but
 * when more tasks wait than ever before.
 */
public final class Scheduler implements Clock {
  /** Later than every moment. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final int SLOT_BITS = 24;
  private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;
  private static final int FIRST_SIZE = 1024;
  private static final int BELOW = 4;

  private long[] heap = new long[2 * FIRST_SIZE];
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
    return size == 0 ? NEVER : heap[0];
  }

  /**
   * Has a task run once.
   *
   * @param timeNanos not in the past; {@link #NEVER} is refused
   * @param argument handed to the task
   */
  public void at(long timeNanos, Task task, long argument) {
    at(timeNanos, ticket(), task, argument);
  }

  /**
   * Takes a place in the order of one moment, for a task that is scheduled later. Who has many
   * tasks one after the other needs to have only the first of them wait here.
   */
  public long ticket() {
    return order++;
  }

  /**
   * Has a task run as if it had been scheduled when the ticket was taken.
   *
   * @param ticket used once
   */
  public void at(long timeNanos, long ticket, Task task, long argument) {
    if (timeNanos < nowNanos || timeNanos == NEVER) {
      throw new IllegalArgumentException("a task for " + timeNanos + " at " + nowNanos);
    }
    if (size == freeSlots.length) {
      grow();
    }
    int slot = freeSlots[size];
    tasks[slot] = task;
    arguments[slot] = argument;
    rise(size++, timeNanos, (ticket << SLOT_BITS) | slot);
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
    heap = Arrays.copyOf(heap, 2 * larger);
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
    nowNanos = heap[0];
    int slot = (int) heap[1] & SLOT_MASK;
    Task task = tasks[slot];
    long argument = arguments[slot];
    tasks[slot] = null;
    size--;
    freeSlots[size] = slot;
    sink(heap[2 * size], heap[2 * size + 1]);
    ran++;
    if (task != null) {
      task.run(argument);
    }
    return true;
  }

  /** Runs everything that is due up to a moment, and leaves time there. */
  public void runUntil(long timeNanos) {
    while (size > 0 && heap[0] <= timeNanos) {
      step();
    }
    nowNanos = Math.max(nowNanos, timeNanos);
  }

  private void rise(int from, long time, long key) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) / BELOW;
      if (!isEarlier(time, key, parent)) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    put(at, time, key);
  }

  /** Puts what was last in the place of the first, and down to where it belongs. */
  private void sink(long time, long key) {
    int at = 0;
    for (int child = 1; child < size; child = BELOW * at + 1) {
      int first = firstOf(child);
      if (isEarlier(time, key, first)) {
        break;
      }
      move(first, at);
      at = first;
    }
    put(at, time, key);
  }

  /** The earliest of those side by side from there on. */
  private int firstOf(int child) {
    int end = Math.min(child + BELOW, size);
    int first = child;
    for (int other = child + 1; other < end; other++) {
      if (isEarlier(heap[2 * other], heap[2 * other + 1], first)) {
        first = other;
      }
    }
    return first;
  }

  private void move(int from, int to) {
    put(to, heap[2 * from], heap[2 * from + 1]);
  }

  private void put(int at, long time, long key) {
    heap[2 * at] = time;
    heap[2 * at + 1] = key;
  }

  private boolean isEarlier(long time, long key, int than) {
    long other = heap[2 * than];
    return time < other || (time == other && key < heap[2 * than + 1]);
  }
}
