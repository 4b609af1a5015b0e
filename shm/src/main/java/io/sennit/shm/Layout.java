// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * Where things are in a domain's shared file: a header, the queue pair table, the key table, room
 * for rings, and the memory that regions are cut from. Each word has one writer, and words of
 * different writers are on different cache lines.
 *
 * @param maxQueuePairs entries of the queue pair table
 * @param maxRegions entries of the key table
 * @param ringsBytes room for rings
 * @param memoryBytes room for regions
 */
record Layout(int maxQueuePairs, int maxRegions, long ringsBytes, long memoryBytes) {
  static final int CACHE_LINE_BYTES = 64;
  static final int NONCE_BYTES = 32;
  static final long PAGE_BYTES = 4096;

  /** Header: written once by the owner before anybody else sees the file. */
  private static final long MAGIC = 0x31304d4853544e53L; // "SNTSHM01"

  private static final int MAGIC_OFFSET = 0;
  private static final int QUEUE_PAIRS_OFFSET = 8;
  private static final int REGIONS_OFFSET = 12;
  private static final int RINGS_BYTES_OFFSET = 16;
  private static final int MEMORY_BYTES_OFFSET = 24;
  private static final int NONCE_OFFSET = 64;

  /** The owner sets it to 1 before it sleeps, the peer takes it back to 0 and rings. */
  static final int SLEEPING_OFFSET = 128;

  /** Queue pair entry, owner's line: {@link #identity}, and where its receives come from and go. */
  static final int IDENTITY = 0;

  static final int RECEIVES_AT = 8;
  static final int COMPLETIONS_AT = 16;
  static final int RECEIVES_DEPTH = 24;
  static final int COMPLETIONS_DEPTH = 28;

  /** Queue pair entry, peer's line: what it is executing through this queue pair; 0 if nothing. */
  static final int IN_OPERATION = 64;

  /**
   * Queue pair entry, peer's second line, rarely written: the number of the queue pair that
   * refused.
   */
  static final int FAULT = 128;

  private static final int QUEUE_PAIR_BYTES = 192;

  /** Key entry. The key is written last, and is 0 while the entry means nothing. */
  static final int KEY = 0;

  static final int KEY_ACCESS = 4;
  static final int KEY_ADDRESS = 8;
  static final int KEY_LENGTH = 16;
  private static final int KEY_BYTES = 32;

  private static final int MOST_QUEUE_PAIRS = 1 << 16;
  private static final long MOST_BYTES = 1L << 42;

  static final int STATE_FREE = 0;
  static final int STATE_INIT = 1;
  static final int STATE_READY = 2;
  static final int STATE_ERROR = 3;

  Layout {
    if (maxQueuePairs < 1
        || maxQueuePairs > MOST_QUEUE_PAIRS
        || maxRegions < 1
        || maxRegions > Keys.MOST_REGIONS
        || !pages(ringsBytes)
        || !pages(memoryBytes)) {
      throw new IllegalArgumentException("queue pairs %d, regions %d, rings %d, memory %d"
          .formatted(maxQueuePairs, maxRegions, ringsBytes, memoryBytes));
    }
  }

  private static boolean pages(long bytes) {
    return bytes > 0 && bytes <= MOST_BYTES && bytes % PAGE_BYTES == 0;
  }

  static long roundedToPages(long bytes) {
    return (bytes + PAGE_BYTES - 1) & -PAGE_BYTES;
  }

  /** All that one look at a queue pair must find: its state, its number, and whom it listens to. */
  static long identity(int state, int number, int remoteNumber) {
    return state | (long) number << 8 | (long) remoteNumber << 32;
  }

  static int state(long identity) {
    return (int) identity & 0xff;
  }

  static int number(long identity) {
    return (int) (identity >>> 8) & 0xffffff;
  }

  long queuePairAt(int slot) {
    return PAGE_BYTES + (long) slot * QUEUE_PAIR_BYTES;
  }

  long keyAt(int slot) {
    return keysAt() + (long) slot * KEY_BYTES;
  }

  private long keysAt() {
    return PAGE_BYTES + roundedToPages((long) maxQueuePairs * QUEUE_PAIR_BYTES);
  }

  long ringsAt() {
    return keysAt() + roundedToPages((long) maxRegions * KEY_BYTES);
  }

  long memoryAt() {
    return ringsAt() + ringsBytes;
  }

  long fileBytes() {
    return memoryAt() + memoryBytes;
  }

  /** Whether a range lies within the memory that regions are cut from. */
  boolean isMemory(long address, long length) {
    long relative = address - memoryAt();
    return relative >= 0
        && length >= 0
        && length <= memoryBytes
        && relative <= memoryBytes - length;
  }

  void writeHeader(MemorySegment file, byte[] nonce) {
    file.set(ValueLayout.JAVA_LONG, MAGIC_OFFSET, MAGIC);
    file.set(ValueLayout.JAVA_INT, QUEUE_PAIRS_OFFSET, maxQueuePairs);
    file.set(ValueLayout.JAVA_INT, REGIONS_OFFSET, maxRegions);
    file.set(ValueLayout.JAVA_LONG, RINGS_BYTES_OFFSET, ringsBytes);
    file.set(ValueLayout.JAVA_LONG, MEMORY_BYTES_OFFSET, memoryBytes);
    MemorySegment.copy(nonce, 0, file, ValueLayout.JAVA_BYTE, NONCE_OFFSET, NONCE_BYTES);
  }

  /** Reads a peer's header; nothing if it does not describe exactly the file it is in. */
  static Optional<Layout> readHeader(MemorySegment file) {
    if (file.byteSize() < PAGE_BYTES || file.get(ValueLayout.JAVA_LONG, MAGIC_OFFSET) != MAGIC) {
      return Optional.empty();
    }
    try {
      Layout layout = new Layout(
          file.get(ValueLayout.JAVA_INT, QUEUE_PAIRS_OFFSET),
          file.get(ValueLayout.JAVA_INT, REGIONS_OFFSET),
          file.get(ValueLayout.JAVA_LONG, RINGS_BYTES_OFFSET),
          file.get(ValueLayout.JAVA_LONG, MEMORY_BYTES_OFFSET));
      return layout.fileBytes() == file.byteSize() ? Optional.of(layout) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  static byte[] readNonce(MemorySegment file) {
    return file.asSlice(NONCE_OFFSET, NONCE_BYTES).toArray(ValueLayout.JAVA_BYTE);
  }
}
