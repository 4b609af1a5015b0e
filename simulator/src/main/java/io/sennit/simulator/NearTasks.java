// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator;

import java.util.Arrays;

/**
 * Tasks of the next {@link #SPAN_NANOS}: a list for each nanosecond, and one bit that says whether
 * there is anything in it. To add one costs the same however many there are. Those of the moment
 * that comes first are sorted when it comes.
 */
final class NearTasks {
  /** Longer than a packet takes over most links. */
  static final int SPAN_NANOS = 1 << 15;

  private static final int MASK = SPAN_NANOS - 1;
  private static final int WORDS = SPAN_NANOS / Long.SIZE;
  private static final int NONE = -1;
  private static final int FIRST_DUE = 64;

  private final int[] lists = new int[SPAN_NANOS];
  private final long[] words = new long[WORDS];
  private final long[] busyWords = new long[WORDS / Long.SIZE];

  /** By slot. */
  private long[] keys;

  /** By slot: the one that was added before to the same list. */
  private int[] before;

  /** Of the moment that has come, from {@link #dueFrom} on. */
  private long[] due = new long[FIRST_DUE];

  private int dueFrom = FIRST_DUE;

  NearTasks(int capacity) {
    Arrays.fill(lists, NONE);
    keys = new long[capacity];
    before = new int[capacity];
  }

  void grow(int capacity) {
    keys = Arrays.copyOf(keys, capacity);
    before = Arrays.copyOf(before, capacity);
  }

  /** Adds one for a moment that has not come. */
  void add(long timeNanos, int slot, long key) {
    int at = (int) timeNanos & MASK;
    keys[slot] = key;
    before[slot] = lists[at];
    lists[at] = slot;
    int word = at / Long.SIZE;
    words[word] |= 1L << at;
    busyWords[word / Long.SIZE] |= 1L << word;
  }

  /** The earliest moment of all, as seen from now on; {@link Scheduler#NEVER} if there is none. */
  long nextNanos(long nowNanos) {
    int at = (int) nowNanos & MASK;
    int found = firstFrom(at);
    if (found == NONE) {
      found = firstFrom(0);
    }
    return found == NONE ? Scheduler.NEVER : nowNanos + ((found - at) & MASK);
  }

  private int firstFrom(int at) {
    int word = at / Long.SIZE;
    long bits = words[word] & (-1L << at);
    if (bits == 0) {
      word = firstWordFrom(word + 1);
      bits = word == NONE ? 0 : words[word];
    }
    return bits == 0 ? NONE : word * Long.SIZE + Long.numberOfTrailingZeros(bits);
  }

  private int firstWordFrom(int word) {
    long mask = -1L << word;
    for (int at = word / Long.SIZE; at < busyWords.length; at++) {
      long bits = busyWords[at] & mask;
      if (bits != 0) {
        return at * Long.SIZE + Long.numberOfTrailingZeros(bits);
      }
      mask = -1;
    }
    return NONE;
  }

  /** A moment has come that has tasks: they are due. */
  void come(long timeNanos) {
    int at = (int) timeNanos & MASK;
    dueFrom = due.length;
    for (int slot = lists[at]; slot != NONE; slot = before[slot]) {
      push(keys[slot]);
    }
    lists[at] = NONE;
    int word = at / Long.SIZE;
    words[word] &= ~(1L << at);
    if (words[word] == 0) {
      busyWords[word / Long.SIZE] &= ~(1L << word);
    }
    Arrays.sort(due, dueFrom, due.length);
  }

  private void push(long key) {
    if (dueFrom == 0) {
      int more = due.length;
      long[] larger = new long[2 * more];
      System.arraycopy(due, 0, larger, more, more);
      due = larger;
      dueFrom = more;
    }
    due[--dueFrom] = key;
  }

  /** Adds one for the moment that has come. */
  void addDue(long key) {
    push(key);
    int at = dueFrom;
    for (; at + 1 < due.length && due[at + 1] < key; at++) {
      due[at] = due[at + 1];
    }
    due[at] = key;
  }

  boolean isDue() {
    return dueFrom < due.length;
  }

  /** Of the first that is due. */
  long dueKey() {
    return due[dueFrom];
  }

  /** Takes the first that is due away. */
  void removeDue() {
    dueFrom++;
  }
}
