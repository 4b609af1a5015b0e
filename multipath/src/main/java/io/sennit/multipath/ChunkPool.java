// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/** Chunks in flight, waiting for a second copy, or with a copy that is not fenced. */
final class ChunkPool {
  private final Chunk[] free;
  private int freeCount;

  ChunkPool(int capacity) {
    free = new Chunk[capacity];
    for (int i = 0; i < capacity; i++) {
      free[i] = new Chunk();
    }
    freeCount = capacity;
  }

  boolean isEmpty() {
    return freeCount == 0;
  }

  int capacity() {
    return free.length;
  }

  Chunk take(Transfer transfer, int length) {
    Chunk chunk = free[--freeCount];
    chunk.transfer = transfer;
    chunk.offset = transfer.nextOffset;
    chunk.length = length;
    chunk.begin();
    return chunk;
  }

  void give(Chunk chunk) {
    chunk.transfer = null;
    free[freeCount++] = chunk;
  }

  int used() {
    return free.length - freeCount;
  }
}
