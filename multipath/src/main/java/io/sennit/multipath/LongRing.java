// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/** A bounded first-in-first-out queue of longs. */
final class LongRing {
  private final long[] items;
  private int head;
  private int size;

  LongRing(int capacity) {
    items = new long[capacity];
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Returns false if it is full. */
  boolean add(long item) {
    if (size == items.length) {
      return false;
    }
    items[(int) (((long) head + size) % items.length)] = item;
    size++;
    return true;
  }

  /** The item {@code index} places behind the head. */
  long get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return items[(int) (((long) head + index) % items.length)];
  }

  void drop(int count) {
    if (count < 0 || count > size) {
      throw new IndexOutOfBoundsException(count);
    }
    head = (int) (((long) head + count) % items.length);
    size -= count;
  }

  /** Takes the head away and returns it. */
  long poll() {
    long first = get(0);
    drop(1);
    return first;
  }

  /** Takes every occurrence away; the order of the others is kept. */
  void remove(long item) {
    for (int left = size; left > 0; left--) {
      long first = poll();
      if (first != item) {
        add(first);
      }
    }
  }
}
