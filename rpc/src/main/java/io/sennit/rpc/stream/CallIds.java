// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.util.BitSet;

/**
 * Which of the client's call ids the server has seen. The client numbers its REQUESTs 1, 2, 3… in
 * the order of their sequences, so that ids which are missing below the newest one are in the
 * braid's window, and a small bitmap is enough to tell an early message of a call from a stale one
 * for ever.
 */
final class CallIds {
  /** How far the newest id may be ahead of the oldest missing one. */
  static final int WINDOW = 1 << 16;

  private final BitSet seenAbove = new BitSet(WINDOW);
  private long floor;
  private long count;

  /** Whether the id can belong to a correct client. */
  boolean isPlausible(long id) {
    return id > 0 && id - floor <= WINDOW;
  }

  boolean hasSeen(long id) {
    return id <= floor || seenAbove.get(bit(id));
  }

  /** Marks a plausible id that was not seen before. */
  void see(long id) {
    if (!isPlausible(id) || hasSeen(id)) {
      throw new IllegalStateException("call id " + id + " with floor " + floor);
    }
    seenAbove.set(bit(id));
    count++;
    while (seenAbove.get(bit(floor + 1))) {
      floor++;
      seenAbove.clear(bit(floor));
    }
  }

  /** Ids seen. */
  long count() {
    return count;
  }

  private static int bit(long id) {
    return (int) (id & (WINDOW - 1));
  }
}
