// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Which of the peer's messages have been seen: a bitmap over the numbers from the oldest missing
 * one on. It never slides past a gap, so a copy that comes late is always recognised.
 */
final class SequenceWindow {
  private final long[] seen;
  private final int size;
  private long base;

  /** @param size numbers it spans, a power of two, at least 64 */
  SequenceWindow(int size) {
    this.size = size;
    seen = new long[size / 64];
  }

  /** The oldest missing number. */
  long base() {
    return base;
  }

  /** The first number that is beyond. */
  long end() {
    return base + size;
  }

  /**
   * Marks a number as seen.
   *
   * @return false, and nothing is marked, if it was seen before, or is beyond
   */
  boolean accept(long sequence) {
    if (sequence < base || sequence >= end() || has(sequence)) {
      return false;
    }
    seen[word(sequence)] |= 1L << sequence;
    while (has(base)) {
      seen[word(base)] &= ~(1L << base);
      base++;
    }
    return true;
  }

  private boolean has(long sequence) {
    return (seen[word(sequence)] & 1L << sequence) != 0;
  }

  private int word(long sequence) {
    return (int) (sequence & size - 1) >>> 6;
  }
}
