// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue from many threads to one, without locks; nothing is allocated after construction.
 *
 * <p>{@link #offer} is safe from any thread; {@link #poll} belongs to one consumer at a time (the
 * role may be handed over with a happens-before edge). Elements of one producer keep their order.
 */
public final class BoundedMpscQueue<T> {
  private final AtomicReferenceArray<@Nullable T> slots;
  private final AtomicLong tail = new AtomicLong();
  private final AtomicLong head = new AtomicLong();
  private final int mask;

  /** @param capacity most elements, rounded up to a power of two; 1 to 2^24 */
  public BoundedMpscQueue(int capacity) {
    if (capacity < 1 || capacity > 1 << 24) {
      throw new IllegalArgumentException("capacity must be 1 to 2^24: " + capacity);
    }
    int rounded = capacity == 1 ? 1 : Integer.highestOneBit(capacity - 1) << 1;
    slots = new AtomicReferenceArray<>(rounded);
    mask = rounded - 1;
  }

  /** Most elements. */
  public int capacity() {
    return mask + 1;
  }

  /** Adds an element unless the queue is full. */
  public boolean offer(T element) {
    long at = tail.get();
    do {
      if (at - head.get() > mask) {
        return false;
      }
      long witness = tail.compareAndExchange(at, at + 1);
      if (witness == at) {
        slots.setRelease((int) at & mask, element);
        return true;
      }
      at = witness;
    } while (true);
  }

  /**
   * Takes the oldest element, or null if there is none that is complete: a producer may have taken
   * its place in the queue and not yet filled it, in which case {@link #isEmpty()} already says
   * false.
   */
  public @Nullable T poll() {
    long at = head.getPlain();
    int slot = (int) at & mask;
    T element = slots.getAcquire(slot);
    if (element != null) {
      slots.setPlain(slot, null);
      head.setRelease(at + 1);
    }
    return element;
  }

  /** Whether no producer has taken a place that was not polled. From any thread. */
  public boolean isEmpty() {
    return head.get() == tail.get();
  }

  /** Elements, complete or not; from any thread, exact only when nobody works on the queue. */
  public int size() {
    return (int) Math.max(0, tail.get() - head.get());
  }
}
