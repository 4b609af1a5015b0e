// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.util.Arrays;

/** The labels that {@link Reps} keeps: a ring of the last ones that came back without a mark. */
final class Entropies {
  private final int[] labels;
  private final boolean[] fresh;
  private int head;
  private int count;
  private int turn;

  /** @param size how many are kept */
  Entropies(int size) {
    labels = new int[size];
    fresh = new boolean[size];
  }

  /** Keeps one, in place of the oldest. */
  void add(int label) {
    labels[head] = label;
    fresh[head] = true;
    head = (head + 1) % labels.length;
    count = Math.min(count + 1, labels.length);
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Returns the oldest label not used since it was stored, or -1. */
  int takeFresh() {
    for (int at = 0; at < labels.length; at++) {
      int slot = (head + at) % labels.length;
      if (fresh[slot]) {
        fresh[slot] = false;
        return labels[slot];
      }
    }
    return -1;
  }

  /** The next in turn, used or not; of some. */
  int takeAny() {
    int slot = turn % count;
    turn = slot + 1;
    fresh[slot] = false;
    return labels[slot];
  }

  void clear() {
    Arrays.fill(fresh, false);
    head = 0;
    count = 0;
    turn = 0;
  }
}
