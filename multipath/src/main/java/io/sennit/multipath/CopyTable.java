// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All copies that can be open at the same time, by the id that work requests carry. Made when so
 * many are first wanted at a time, and kept.
 */
final class CopyTable {
  private static final int INDEX_BITS = 20;

  private static final int FIRST_COPIES = 64;

  private final int capacity;
  private Copy[] copies;
  private int[] free;
  private int made;
  private int freeCount;
  private long serial;

  CopyTable(int capacity) {
    if (capacity > 1 << INDEX_BITS) {
      throw new IllegalArgumentException("too many work requests at a time: " + capacity);
    }
    this.capacity = capacity;
    copies = new Copy[Math.min(capacity, FIRST_COPIES)];
    free = new int[copies.length];
  }

  @Nullable
  Copy take(Strand strand, Work work) {
    if (freeCount == 0 && made == capacity) {
      return null;
    }
    Copy copy = freeCount == 0 ? make() : copies[free[--freeCount]];
    copy.id = ++serial << INDEX_BITS | copy.index;
    copy.strand = strand;
    copy.work = work;
    copy.lost = false;
    return copy;
  }

  private Copy make() {
    if (made == copies.length) {
      int more = Math.min(capacity, 2 * made);
      int[] moreFree = Arrays.copyOf(free, more); // If there is no heap for both, both stay.
      copies = Arrays.copyOf(copies, more);
      free = moreFree;
    }
    Copy copy = new Copy(made);
    copies[made++] = copy;
    return copy;
  }

  void give(Copy copy) {
    copy.id = 0;
    copy.strand = null;
    copy.work = null;
    free[freeCount++] = copy.index;
  }

  /** The open copy with this id; null if there is none. */
  @Nullable
  Copy find(long id) {
    int index = (int) (id & (1 << INDEX_BITS) - 1);
    return index < made && id != 0 && copies[index].id == id ? copies[index] : null;
  }

  int open() {
    return made - freeCount;
  }
}
