// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

/**
 * The receives that one side has posted, for the other to take in order. One producer, one
 * consumer; the producer learns from completions which receives are used up, so there is no shared
 * head.
 *
 * <p>Ring: the count of receives ever posted (owner's line), then entries of 16 bytes: address,
 * length and key.
 */
final class ReceiveRing {
  static final int TAIL = 0;
  static final int ENTRIES = Layout.CACHE_LINE_BYTES;
  static final int ENTRY_BYTES = 16;
  static final int ADDRESS = 0;
  static final int LENGTH = 8;
  static final int ENTRY_KEY = 12;

  private ReceiveRing() {}

  static long bytes(int depth) {
    return ENTRIES + (long) depth * ENTRY_BYTES;
  }

  static long entryAt(long ring, int depth, long sequence) {
    return ring + ENTRIES + (sequence & (depth - 1)) * ENTRY_BYTES;
  }
}
