// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import org.jspecify.annotations.Nullable;

/**
 * The completions of receives, written by the peer that used them up. One producer, one consumer.
 * An entry is there once its stamp is its sequence plus one: entry and stamp share a cache line, so
 * that news is one line away.
 *
 * <p>Ring: the count of entries ever consumed (owner's line), the overflow flag (peer's line), then
 * entries of 32 bytes.
 */
final class CompletionRing {
  static final int HEAD = 0;
  static final int OVERFLOW = Layout.CACHE_LINE_BYTES;
  static final int ENTRIES = 2 * Layout.CACHE_LINE_BYTES;
  static final int ENTRY_BYTES = 32;

  static final int STAMP = 0;

  /** Which receive of which ring: its sequence, and the ring's place in pages. */
  static final int RECEIVE = 8;

  static final int RECEIVE_RING = 12;
  static final int LENGTH = 16;
  static final int IMMEDIATE = 20;

  /** The owner's queue pair: its number, and the {@link Kind} in the top byte. */
  static final int QUEUE_PAIR = 24;

  static final int QUEUE_PAIR_SLOT = 28;

  /** What an entry says. */
  enum Kind {
    RECEIVED(1),
    RECEIVED_IMMEDIATE(2),
    TOO_LONG(3),
    NOT_ALLOWED(4),
    SENT_IMMEDIATE(5);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }

    /** The kind, or null if there is none of that code. */
    static @Nullable Kind of(int code) {
      return switch (code) {
        case 1 -> RECEIVED;
        case 2 -> RECEIVED_IMMEDIATE;
        case 3 -> TOO_LONG;
        case 4 -> NOT_ALLOWED;
        case 5 -> SENT_IMMEDIATE;
        default -> null;
      };
    }
  }

  /** What an entry tells besides; never outlives the call that makes it, so it costs nothing. */
  record Received(int length, int immediate) {}

  private CompletionRing() {}

  static long bytes(int depth) {
    return ENTRIES + (long) depth * ENTRY_BYTES;
  }

  static long entryAt(long ring, int depth, long sequence) {
    return ring + ENTRIES + (sequence & (depth - 1)) * ENTRY_BYTES;
  }
}
