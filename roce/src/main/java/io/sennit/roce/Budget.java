// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import java.util.ArrayDeque;

/** What may be under way towards one receive socket, shared by queue pairs. */
final class Budget {
  private final long bytes;
  private final ArrayDeque<RoceQueuePair> waiters = new ArrayDeque<>();
  private long usedBytes;

  Budget(long bytes) {
    this.bytes = bytes;
  }

  long bytes() {
    return bytes;
  }

  /** Whether so much more fits; when nothing is under way, something always does. */
  boolean admits(long more) {
    return usedBytes == 0 || usedBytes + more <= bytes;
  }

  void use(long more) {
    usedBytes += more;
  }

  /** Gives bytes back; who waited may try again. */
  void release(long less) {
    usedBytes -= less;
    while (less > 0 && !waiters.isEmpty()) {
      waiters.remove().budgetFreed();
    }
  }

  /** Called once by each queue pair until it is told that something was freed. */
  void await(RoceQueuePair queuePair) {
    waiters.add(queuePair);
  }
}
