// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import java.util.Arrays;

/**
 * Packets under way, in the order in which they left: all of them, and those of each label. A route
 * keeps its packets in order, so that what was overtaken on its own route is lost. It grows to what
 * is under way; what is known of a packet lies side by side.
 */
final class InFlight {
  private static final int NONE = -1;

  /** As TCP's duplicate acknowledgements. */
  private static final int REORDERING = 3;

  private static final int FIRST_SLOTS = 16;
  private static final int FIELDS = 8;
  private static final int NUMBER = 0;
  private static final int SENT = 1;
  private static final int LABEL = 2;
  private static final int TURN = 3;

  /** First of two fields of a list: the slot before, and the one after. */
  private static final int ALL = 4;

  private static final int SAME_LABEL = 6;

  private final int[] turnsOf;
  private final Chain all;
  private final Chain byLabel;
  private long[] fields = {};
  private int mask;
  private int count;

  InFlight(int labels) {
    turnsOf = new int[labels];
    all = new Chain(ALL, 1);
    byLabel = new Chain(SAME_LABEL, labels);
    clear(FIRST_SLOTS);
  }

  private void clear(int slots) {
    mask = slots - 1;
    fields = new long[slots * FIELDS];
    Arrays.fill(fields, NONE);
    all.clear();
    byLabel.clear();
  }

  /** Some lists of slots, each slot in one of them at most. */
  private final class Chain {
    private final int before;
    private final int after;
    private final int[] heads;
    private final int[] tails;

    Chain(int firstField, int lists) {
      before = firstField;
      after = firstField + 1;
      heads = new int[lists];
      tails = new int[lists];
    }

    void clear() {
      Arrays.fill(heads, NONE);
      Arrays.fill(tails, NONE);
    }

    void add(int list, int slot) {
      set(slot, before, tails[list]);
      set(slot, after, NONE);
      join(list, tails[list], slot);
      tails[list] = slot;
    }

    void remove(int list, int slot) {
      int next = (int) get(slot, after);
      int last = (int) get(slot, before);
      join(list, last, next);
      if (next == NONE) {
        tails[list] = last;
      } else {
        set(next, before, last);
      }
    }

    private void join(int list, int slot, int next) {
      if (slot == NONE) {
        heads[list] = next;
      } else {
        set(slot, after, next);
      }
    }
  }

  private long get(int slot, int field) {
    return fields[slot * FIELDS + field];
  }

  private void set(int slot, int field, long value) {
    fields[slot * FIELDS + field] = value;
  }

  int count() {
    return count;
  }

  boolean has(long number) {
    return get(slot(number), NUMBER) == number;
  }

  /** Whether it is under way by that label and in that turn of it. */
  boolean left(long number, int label, int turn) {
    int slot = slot(number);
    return has(number) && get(slot, LABEL) == label && get(slot, TURN) == turn;
  }

  private int slot(long number) {
    return (int) number & mask;
  }

  /** A packet leaves; answers how many went by its label before. */
  int add(long number, int label, long nowNanos) {
    while (get(slot(number), NUMBER) != NONE) {
      grow();
    }
    int turn = turnsOf[label]++;
    place(number, nowNanos, label, turn);
    count++;
    return turn;
  }

  private void place(long number, long nowNanos, int label, long turn) {
    int slot = slot(number);
    set(slot, NUMBER, number);
    set(slot, SENT, nowNanos);
    set(slot, LABEL, label);
    set(slot, TURN, turn);
    all.add(0, slot);
    byLabel.add(label, slot);
  }

  private void grow() {
    long[] old = fields;
    int at = all.heads[0];
    clear(2 * (mask + 1));
    while (at != NONE) {
      int from = at * FIELDS;
      place(old[from + NUMBER], old[from + SENT], (int) old[from + LABEL], old[from + TURN]);
      at = (int) old[from + all.after];
    }
  }

  /** It is not under way any more; answers its label. */
  int remove(long number) {
    int slot = slot(number);
    int label = (int) get(slot, LABEL);
    set(slot, NUMBER, NONE);
    all.remove(0, slot);
    byLabel.remove(label, slot);
    count--;
    return label;
  }

  /** The packet that left first; -1 if there is none. */
  long oldest() {
    return all.heads[0] == NONE ? NONE : get(all.heads[0], NUMBER);
  }

  long sentNanos(long number) {
    return get(slot(number), SENT);
  }

  /** A packet of this label that was overtaken by several, up to that turn; -1 if there is none. */
  long overtaken(int label, int turn) {
    int first = byLabel.heads[label];
    return first != NONE && turn - (int) get(first, TURN) >= REORDERING ? get(first, NUMBER) : NONE;
  }
}
