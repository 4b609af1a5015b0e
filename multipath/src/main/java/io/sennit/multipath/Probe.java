// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.QueuePair;

/**
 * The probes of one strand: WRITEs of no bytes on a queue pair without chunks, so that they never
 * wait behind one, take no receive, touch no memory and need no fence. They complete in order. A
 * few messages go the same way, for the same reason, if they have no class of their own.
 */
final class Probe {
  /** More would say nothing new. */
  static final int MOST_UNANSWERED = 8;

  /** More messages go with the chunks. */
  static final int MOST_MESSAGES = 64;

  final QueuePair queuePair;
  private final long[] ids = new long[MOST_UNANSWERED];
  private final long[] postedNanos = new long[MOST_UNANSWERED];
  private final long[] lostBefore = new long[MOST_UNANSWERED];
  private int head;

  /** Posted and not completed. */
  int unanswered;

  /** Answered in a row. */
  int answered;

  long lastPostedNanos = Long.MIN_VALUE;

  /** Connected to the peer's; a peer without one is never probed. */
  boolean connected;

  Probe(QueuePair queuePair) {
    this.queuePair = queuePair;
  }

  void posted(long id, Core core) {
    int at = (head + unanswered++) % MOST_UNANSWERED;
    ids[at] = id;
    postedNanos[at] = core.nowNanos;
    lostBefore[at] = core.lostNanos;
    lastPostedNanos = core.nowNanos;
  }

  /** Whether the next completion is this one's; if not, it is of a strand that is over. */
  boolean awaits(long id) {
    return unanswered > 0 && ids[head] == id;
  }

  /** When the oldest unanswered one was posted. */
  long oldestPostedNanos() {
    return postedNanos[head];
  }

  /** Time that had been lost when it was posted. */
  long oldestLostBefore() {
    return lostBefore[head];
  }

  void answered() {
    head = (head + 1) % MOST_UNANSWERED;
    unanswered--;
    answered++;
  }
}
