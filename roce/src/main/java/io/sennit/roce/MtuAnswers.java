// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import org.jspecify.annotations.Nullable;

/** Probes of a peer that are to be answered, in their order; one too many is dropped. */
final class MtuAnswers {
  /** A round has fewer. */
  private static final int MOST = 16;

  private final int[] serials = new int[MOST];
  private final int[] sizes = new int[MOST];
  private int first;
  private int count;
  private @Nullable RoceQueuePair owner;

  MtuAnswers() {}

  /**
   * A probe has come; what came to another queue pair before is forgotten.
   *
   * @return false if it is dropped
   */
  boolean add(RoceQueuePair queuePair, int serial, int bytes) {
    if (owner != queuePair) {
      owner = queuePair;
      count = 0;
    }
    if (count == MOST) {
      return false;
    }
    int at = (first + count++) % MOST;
    serials[at] = serial;
    sizes[at] = bytes;
    return true;
  }

  /** Whether a queue pair has something to answer. */
  boolean isDue(RoceQueuePair queuePair) {
    return count > 0 && owner == queuePair;
  }

  int serial() {
    return serials[first];
  }

  int bytes() {
    return sizes[first];
  }

  /** The oldest is answered. */
  void remove() {
    first = (first + 1) % MOST;
    count--;
  }

  /** A queue pair is over. */
  void forget(RoceQueuePair queuePair) {
    if (owner == queuePair) {
      owner = null;
      count = 0;
    }
  }
}
