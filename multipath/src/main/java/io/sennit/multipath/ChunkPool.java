// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Chunks in flight, waiting for a second copy, or with a copy that is not fenced. Made when so many
 * are first wanted at a time, and kept.
 */
final class ChunkPool {
  private final Chunk[] free;
  private int freeCount;
  private int made;

  ChunkPool(int capacity) {
    free = new Chunk[capacity];
  }

  boolean isEmpty() {
    return used() == free.length;
  }

  int capacity() {
    return free.length;
  }

  Chunk take(Transfer transfer, int length) {
    Chunk chunk = freeCount == 0 ? make() : free[--freeCount];
    chunk.transfer = transfer;
    chunk.offset = transfer.nextOffset;
    chunk.length = length;
    chunk.begin();
    return chunk;
  }

  private Chunk make() {
    if (made == free.length) {
      throw new IllegalStateException("all " + made + " chunks are in use");
    }
    made++;
    return new Chunk();
  }

  void give(Chunk chunk) {
    chunk.transfer = null;
    free[freeCount++] = chunk;
  }

  int used() {
    return made - freeCount;
  }
}
