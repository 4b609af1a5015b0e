// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Psn;
import io.sennit.roce.wire.Sack;
import java.util.Arrays;

/**
 * A bit for each of {@value #PACKETS} consecutive packets, wherever in the sequence they are: who
 * clears the bits of what is over may go on without end.
 */
final class PacketBits {
  static final int PACKETS = Sack.MOST_PACKETS;
  private static final int MASK = PACKETS - 1;

  private final long[] words = new long[PACKETS / Long.SIZE];
  private int count;

  PacketBits() {}

  boolean isEmpty() {
    return count == 0;
  }

  boolean get(int psn) {
    return (words[(psn & MASK) / Long.SIZE] >>> psn & 1) != 0;
  }

  /** Whether it was not set before. */
  boolean set(int psn) {
    boolean added = !get(psn);
    if (added) {
      words[(psn & MASK) / Long.SIZE] |= 1L << psn;
      count++;
    }
    return added;
  }

  /** Whether it was set before. */
  boolean clear(int psn) {
    boolean removed = get(psn);
    if (removed) {
      words[(psn & MASK) / Long.SIZE] &= ~(1L << psn);
      count--;
    }
    return removed;
  }

  void clear() {
    if (count > 0) {
      Arrays.fill(words, 0);
      count = 0;
    }
  }

  /** 64 bits from a packet on, the first one lowest. */
  long word(int psn) {
    int at = (psn & MASK) / Long.SIZE;
    int shift = psn & (Long.SIZE - 1);
    long low = words[at] >>> shift;
    return shift == 0 ? low : low | words[(at + 1) % words.length] << (Long.SIZE - shift);
  }

  /** The first packet from one on, and before another, whose bit is so; the other if none is. */
  int next(int fromPsn, int endPsn, boolean set) {
    int left = Psn.minus(endPsn, fromPsn);
    for (int at = 0; at < left; at += Long.SIZE) {
      long word = word(Psn.plus(fromPsn, at));
      int step = Long.numberOfTrailingZeros(set ? word : ~word);
      if (step < Long.SIZE) {
        return at + step < left ? Psn.plus(fromPsn, at + step) : endPsn;
      }
    }
    return endPsn;
  }
}
