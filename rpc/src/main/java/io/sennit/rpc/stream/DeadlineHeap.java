// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Deadlines in order of time: a binary heap whose entries know their place, so that a call that
 * ends early takes its deadline out. Times are compared by subtraction. Confined to one thread.
 */
final class DeadlineHeap {
  private static final int MIN_CAPACITY = 64;

  private @Nullable Entry[] heap = new Entry[MIN_CAPACITY];
  private int size;

  /** Who has a deadline. */
  abstract static class Entry {
    /** Not to be changed while the entry is in the heap. */
    long deadlineNanos;

    private int at = -1;
    private boolean hasDeadline;

    public final boolean hasDeadline() {
      return hasDeadline;
    }

    public final long deadlineNanos() {
      return deadlineNanos;
    }

    /** Sets the deadline; {@link OpenCall#NO_TIMEOUT}: none. */
    final void deadlineIn(long nowNanos, long timeoutNanos) {
      hasDeadline = timeoutNanos != OpenCall.NO_TIMEOUT;
      deadlineNanos = nowNanos + Math.min(timeoutNanos, Long.MAX_VALUE / 4);
    }

    /** Its time is over; it is not in the heap any more. */
    abstract void onDeadline();
  }

  int size() {
    return size;
  }

  /** The earliest deadline; Long.MAX_VALUE if there is none. */
  long nextNanos() {
    return size == 0 ? Long.MAX_VALUE : at(0).deadlineNanos;
  }

  void add(Entry entry) {
    if (entry.at >= 0) {
      throw new IllegalStateException("added twice");
    }
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, size * 2);
    }
    siftUp(size++, entry);
  }

  /** Removes the entry if it is there. */
  void remove(Entry entry) {
    if (entry.at < 0) {
      return;
    }
    int hole = entry.at;
    entry.at = -1;
    Entry last = at(--size);
    heap[size] = null;
    if (hole == size) {
      return;
    }
    if (hole > 0 && isBefore(last, at((hole - 1) / 2))) {
      siftUp(hole, last);
    } else {
      siftDown(hole, last);
    }
  }

  /** Takes out the earliest entry if its time has come. */
  @Nullable
  Entry pollExpired(long nowNanos) {
    if (size == 0 || at(0).deadlineNanos - nowNanos > 0) {
      return null;
    }
    Entry first = at(0);
    remove(first);
    return first;
  }

  private void siftUp(int from, Entry entry) {
    int hole = from;
    while (hole > 0 && isBefore(entry, at((hole - 1) / 2))) {
      place(hole, at((hole - 1) / 2));
      hole = (hole - 1) / 2;
    }
    place(hole, entry);
  }

  private void siftDown(int from, Entry entry) {
    int hole = from;
    for (int child = 2 * hole + 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && isBefore(at(child + 1), at(child))) {
        child++;
      }
      if (!isBefore(at(child), entry)) {
        break;
      }
      place(hole, at(child));
      hole = child;
    }
    place(hole, entry);
  }

  private void place(int index, Entry entry) {
    heap[index] = entry;
    entry.at = index;
  }

  private Entry at(int index) {
    Entry entry = heap[index];
    if (entry == null) {
      throw new IllegalStateException("no entry at " + index + " of " + size);
    }
    return entry;
  }

  private static boolean isBefore(Entry a, Entry b) {
    return a.deadlineNanos - b.deadlineNanos < 0;
  }
}
