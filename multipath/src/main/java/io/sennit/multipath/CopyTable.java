// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/** All copies that can be open at the same time, by the id that work requests carry. */
final class CopyTable {
  private static final int INDEX_BITS = 20;

  private final Copy[] copies;
  private final int[] free;
  private int freeCount;
  private long serial;

  CopyTable(int capacity) {
    if (capacity > 1 << INDEX_BITS) {
      throw new IllegalArgumentException("too many work requests at a time: " + capacity);
    }
    copies = new Copy[capacity];
    free = new int[capacity];
    for (int i = 0; i < capacity; i++) {
      copies[i] = new Copy(i);
      free[i] = capacity - 1 - i;
    }
    freeCount = capacity;
  }

  @Nullable
  Copy take(Strand strand, Work work) {
    if (freeCount == 0) {
      return null;
    }
    Copy copy = copies[free[--freeCount]];
    copy.id = ++serial << INDEX_BITS | copy.index;
    copy.strand = strand;
    copy.work = work;
    copy.lost = false;
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
    return index < copies.length && id != 0 && copies[index].id == id ? copies[index] : null;
  }

  int open() {
    return copies.length - freeCount;
  }
}
