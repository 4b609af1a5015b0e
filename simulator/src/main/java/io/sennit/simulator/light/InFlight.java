// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import java.util.Arrays;

/**
 * Packets under way, in the order in which they left: all of them, and those of each label. A route
 * keeps its packets in order, so that what was overtaken on its own route is lost.
 */
final class InFlight {
  private static final int NONE = -1;

  /** As TCP's duplicate acknowledgements. */
  private static final int REORDERING = 3;

  private final int mask;
  private final long[] numbers;
  private final long[] sentNanos;
  private final int[] labels;
  private final int[] turns;
  private final Chain all;
  private final Chain byLabel;
  private final int[] turnsOf;
  private int count;

  InFlight(int capacity, int labels) {
    mask = capacity - 1;
    numbers = new long[capacity];
    Arrays.fill(numbers, NONE);
    sentNanos = new long[capacity];
    this.labels = new int[capacity];
    turns = new int[capacity];
    turnsOf = new int[labels];
    all = new Chain(capacity, 1);
    byLabel = new Chain(capacity, labels);
  }

  /** Some lists of slots, each slot in one of them at most. */
  private static final class Chain {
    private final int[] heads;
    private final int[] tails;
    private final int[] before;
    private final int[] after;

    Chain(int capacity, int lists) {
      heads = new int[lists];
      tails = new int[lists];
      before = new int[capacity];
      after = new int[capacity];
      Arrays.fill(heads, NONE);
      Arrays.fill(tails, NONE);
    }

    void add(int list, int slot) {
      before[slot] = tails[list];
      after[slot] = NONE;
      if (tails[list] == NONE) {
        heads[list] = slot;
      } else {
        after[tails[list]] = slot;
      }
      tails[list] = slot;
    }

    void remove(int list, int slot) {
      if (before[slot] == NONE) {
        heads[list] = after[slot];
      } else {
        after[before[slot]] = after[slot];
      }
      if (after[slot] == NONE) {
        tails[list] = before[slot];
      } else {
        before[after[slot]] = before[slot];
      }
    }
  }

  int count() {
    return count;
  }

  boolean has(long number) {
    return numbers[slot(number)] == number;
  }

  /** Whether it is under way by that label and in that turn of it. */
  boolean left(long number, int label, int turn) {
    int slot = slot(number);
    return has(number) && labels[slot] == label && turns[slot] == turn;
  }

  private int slot(long number) {
    return (int) number & mask;
  }

  /** A packet leaves; answers how many went by its label before. */
  int add(long number, int label, long nowNanos) {
    int slot = slot(number);
    numbers[slot] = number;
    sentNanos[slot] = nowNanos;
    labels[slot] = label;
    turns[slot] = turnsOf[label]++;
    all.add(0, slot);
    byLabel.add(label, slot);
    count++;
    return turns[slot];
  }

  /** It is not under way any more; answers its label. */
  int remove(long number) {
    int slot = slot(number);
    numbers[slot] = NONE;
    all.remove(0, slot);
    byLabel.remove(labels[slot], slot);
    count--;
    return labels[slot];
  }

  /** The packet that left first; -1 if there is none. */
  long oldest() {
    return all.heads[0] == NONE ? NONE : numbers[all.heads[0]];
  }

  long sentNanos(long number) {
    return sentNanos[slot(number)];
  }

  /** A packet of this label that was overtaken by several, up to that turn; -1 if there is none. */
  long overtaken(int label, int turn) {
    int first = byLabel.heads[label];
    return first != NONE && turn - turns[first] >= REORDERING ? numbers[first] : NONE;
  }
}
