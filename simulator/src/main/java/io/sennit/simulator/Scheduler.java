// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator;

import io.sennit.base.Clock;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time and what is to happen in it. Tasks run by their time, those of one moment in the
 * order in which they were scheduled; time moves only between them. Confined to one thread.
 *
 * <p>A task has a slot, and a key: its place in the order with its slot in the lowest bits. Most
 * are due soon, such as packets ({@link NearTasks}); others are timers ({@link FarTasks}). Nothing
 * is allocated but when more tasks wait than ever before.
 */
public final class Scheduler implements Clock {
  /** Later than every moment. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final int SLOT_BITS = 24;
  private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;
  private static final int FIRST_SIZE = 1024;

  private final NearTasks near = new NearTasks(FIRST_SIZE);
  private final FarTasks far = new FarTasks(FIRST_SIZE);
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
    return near.isDue() ? nowNanos : Math.min(near.nextNanos(nowNanos), far.nextNanos());
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
    int slot = freeSlots[size++];
    keep(slot, task);
    arguments[slot] = argument;
    add(timeNanos, slot, (ticket << SLOT_BITS) | slot);
  }

  /** Often it is there already, and the collector has more work with a reference that changes. */
  @SuppressWarnings("ReferenceEquality")
  private void keep(int slot, Task task) {
    if (tasks[slot] != task) {
      tasks[slot] = task;
    }
  }

  private void add(long timeNanos, int slot, long key) {
    if (timeNanos - nowNanos >= NearTasks.SPAN_NANOS) {
      far.add(timeNanos, key);
    } else if (timeNanos == nowNanos && near.isDue()) {
      near.addDue(key);
    } else {
      near.add(timeNanos, slot, key);
    }
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
    near.grow(larger);
    far.grow(larger);
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
    int slot = (int) next() & SLOT_MASK;
    Task task = tasks[slot];
    freeSlots[--size] = slot;
    ran++;
    if (task != null) {
      task.run(arguments[slot]);
    }
    return true;
  }

  /** Moves time to the next task, which there is, and takes it; answers its key. */
  private long next() {
    if (!near.isDue()) {
      nowNanos = come();
    }
    boolean isFar = far.nextNanos() == nowNanos && (!near.isDue() || far.nextKey() < near.dueKey());
    long key = isFar ? far.nextKey() : near.dueKey();
    if (isFar) {
      far.remove();
    } else {
      near.removeDue();
    }
    return key;
  }

  /** Answers the moment that comes. */
  private long come() {
    long nearNanos = near.nextNanos(nowNanos);
    if (far.nextNanos() < nearNanos) {
      return far.nextNanos();
    }
    near.come(nearNanos);
    return nearNanos;
  }

  /** Runs everything that is due up to a moment, and leaves time there. */
  public void runUntil(long timeNanos) {
    while (nextNanos() <= timeNanos) {
      step();
    }
    nowNanos = Math.max(nowNanos, timeNanos);
  }
}
