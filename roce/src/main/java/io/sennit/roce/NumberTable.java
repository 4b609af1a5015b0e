// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.base.Randomness;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds things by numbers that nobody can guess: every number is drawn at random until its low bits
 * name a free slot, so that a look-up is one array access, and none is drawn again soon.
 *
 * <p>Any thread; look-ups take no lock.
 */
final class NumberTable<T extends Numbered> {
  private static final int FIRST_SLOTS = 64;
  private static final int REMEMBERED = 1024;

  private final Randomness randomness;
  private final int most;
  private final int numberMask;
  private final int[] retired = new int[REMEMBERED];
  private volatile AtomicReferenceArray<@Nullable T> slots;
  private int retirements;
  private int size;

  /**
   * Makes an empty table.
   *
   * @param most things at the same time
   * @param bits of a number; 0, 1 and the highest are never drawn
   */
  NumberTable(Randomness randomness, int most, int bits) {
    this.randomness = randomness;
    this.most = most;
    numberMask = -1 >>> (Integer.SIZE - bits);
    slots = new AtomicReferenceArray<>(FIRST_SLOTS);
  }

  /** The thing of a number; null if there is none. */
  @Nullable
  T find(int number) {
    AtomicReferenceArray<@Nullable T> now = slots;
    T there = now.get(number & (now.length() - 1));
    return there != null && there.number() == number ? there : null;
  }

  /** Whether there is no room. */
  synchronized boolean isFull() {
    return size >= most;
  }

  /** Draws a number that may be added as long as nothing else is. */
  int draw() {
    return draw(number -> false);
  }

  /** The same where some numbers mean something else already. */
  synchronized int draw(IntPredicate elsewhere) {
    if (2 * size >= slots.length()) {
      grow();
    }
    int number;
    do {
      number = randomness.nextInt() & numberMask;
    } while (isTaken(number) || elsewhere.test(number));
    return number;
  }

  private boolean isTaken(int number) {
    if (number == 0 || number == 1 || number == numberMask) {
      return true;
    }
    for (int at = 0; at < REMEMBERED; at++) {
      if (retired[at] == number) {
        return true;
      }
    }
    return slots.get(number & (slots.length() - 1)) != null;
  }

  /** Twice the slots: numbers that differed in fewer low bits still do. */
  private void grow() {
    AtomicReferenceArray<@Nullable T> old = slots;
    AtomicReferenceArray<@Nullable T> larger = new AtomicReferenceArray<>(2 * old.length());
    for (int at = 0; at < old.length(); at++) {
      T there = old.get(at);
      if (there != null) {
        larger.set(there.number() & (larger.length() - 1), there);
      }
    }
    slots = larger;
  }

  synchronized void add(T thing) {
    slots.set(thing.number() & (slots.length() - 1), thing);
    size++;
  }

  synchronized void remove(T thing) {
    if (find(thing.number()) != null) {
      slots.set(thing.number() & (slots.length() - 1), null);
      retired[retirements++ & (REMEMBERED - 1)] = thing.number();
      size--;
    }
  }
}
