// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Queue pairs by when they want to be looked at: a binary heap. A deadline that moves later is only
 * noticed when the earlier one is reached, so that the usual case costs nothing.
 */
final class Timers {
  static final int NOWHERE = -1;
  private static final int FIRST_SIZE = 64;

  private @Nullable RoceQueuePair[] heap = new RoceQueuePair[FIRST_SIZE];
  private int size;

  Timers() {}

  /** Sees to it that a queue pair is looked at no later than its deadline. */
  void schedule(RoceQueuePair queuePair) {
    long deadlineNanos = queuePair.deadlineNanos();
    if (deadlineNanos == Engine.NO_TIMER) {
      return;
    }
    if (queuePair.timerIndex == NOWHERE) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, 2 * size);
      }
      queuePair.timerNanos = deadlineNanos;
      rise(size++, queuePair);
    } else if (deadlineNanos - queuePair.timerNanos < 0) {
      queuePair.timerNanos = deadlineNanos;
      rise(queuePair.timerIndex, queuePair);
    }
  }

  /** When the next one is to be looked at, {@link Engine#NO_TIMER} if none is. */
  long nextNanos() {
    RoceQueuePair first = heap[0];
    return first == null ? Engine.NO_TIMER : first.timerNanos;
  }

  /** Looks at those whose time has come; again, if one throws: nothing else would look at it. */
  void run(long nowNanos) {
    for (RoceQueuePair due = takeDue(nowNanos); due != null; due = takeDue(nowNanos)) {
      try {
        due.timers(nowNanos);
      } finally {
        schedule(due);
      }
    }
  }

  /** Takes one whose time has come; null if there is none. */
  private @Nullable RoceQueuePair takeDue(long nowNanos) {
    RoceQueuePair first = heap[0];
    if (first == null || first.timerNanos - nowNanos > 0) {
      return null;
    }
    remove(first);
    return first;
  }

  void remove(RoceQueuePair queuePair) {
    int index = queuePair.timerIndex;
    if (index == NOWHERE) {
      return;
    }
    queuePair.timerIndex = NOWHERE;
    RoceQueuePair last = at(--size);
    heap[size] = null;
    if (last != queuePair) {
      rise(index, last);
      sink(last.timerIndex, last);
    }
  }

  private RoceQueuePair at(int index) {
    RoceQueuePair there = heap[index];
    if (there == null) {
      throw new IllegalStateException("no timer at " + index + " of " + size);
    }
    return there;
  }

  private void rise(int from, RoceQueuePair queuePair) {
    int index = from;
    while (index > 0 && queuePair.timerNanos - at((index - 1) / 2).timerNanos < 0) {
      put(index, at((index - 1) / 2));
      index = (index - 1) / 2;
    }
    put(index, queuePair);
  }

  private void sink(int from, RoceQueuePair queuePair) {
    int index = from;
    for (int child = earlierChild(index); child < size; child = earlierChild(index)) {
      if (at(child).timerNanos - queuePair.timerNanos >= 0) {
        break;
      }
      put(index, at(child));
      index = child;
    }
    put(index, queuePair);
  }

  private int earlierChild(int index) {
    int left = 2 * index + 1;
    int right = left + 1;
    return right < size && at(right).timerNanos - at(left).timerNanos < 0 ? right : left;
  }

  private void put(int index, RoceQueuePair queuePair) {
    heap[index] = queuePair;
    queuePair.timerIndex = index;
  }
}
