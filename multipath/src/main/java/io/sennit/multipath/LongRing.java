// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/** A bounded first-in-first-out queue of longs; takes the memory that it has needed so far. */
final class LongRing {
  private static final int FIRST_ITEMS = 16;

  private final int capacity;
  private long[] items;
  private int head;
  private int size;

  LongRing(int capacity) {
    this.capacity = capacity;
    items = new long[Math.min(capacity, FIRST_ITEMS)];
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Returns false if it is full. */
  boolean add(long item) {
    if (size == capacity) {
      return false;
    }
    if (size == items.length) {
      grow();
    }
    items[(int) (((long) head + size) % items.length)] = item;
    size++;
    return true;
  }

  private void grow() {
    long[] longer = new long[Math.min(capacity, 2 * size)];
    System.arraycopy(items, head, longer, 0, size - head);
    System.arraycopy(items, 0, longer, size - head, head);
    items = longer;
    head = 0;
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
