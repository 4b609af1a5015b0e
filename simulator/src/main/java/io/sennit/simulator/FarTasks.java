// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator;

import java.util.Arrays;

/**
 * Tasks by time and then by key: a heap of two numbers for each. Every task has four below it,
 * which lie in memory side by side.
 */
final class FarTasks {
  private static final int BELOW = 4;

  private long[] heap;
  private int size;

  FarTasks(int capacity) {
    heap = new long[2 * capacity];
  }

  void grow(int capacity) {
    heap = Arrays.copyOf(heap, 2 * capacity);
  }

  /** When the first is due; {@link Scheduler#NEVER} if there is none. */
  long nextNanos() {
    return size == 0 ? Scheduler.NEVER : heap[0];
  }

  /** Of the first, which there is. */
  long nextKey() {
    return heap[1];
  }

  void add(long timeNanos, long key) {
    rise(size++, timeNanos, key);
  }

  /** Takes the first away, which there is. */
  void remove() {
    size--;
    sink(heap[2 * size], heap[2 * size + 1]);
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
