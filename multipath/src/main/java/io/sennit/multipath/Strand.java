// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.QueuePair;
import org.jspecify.annotations.Nullable;

/** One life of a path: a queue pair with an epoch, and the copies that are open on it. */
final class Strand {
  final StrandPath path;
  final int epoch;
  final QueuePair queuePair;
  StrandState state = StrandState.CONNECTING;

  /** Open copies, oldest first. */
  @Nullable
  Copy oldest;

  @Nullable
  Copy newest;

  /** Posted and not completed. */
  int posted;

  int postedChunks;
  long postedBytes;

  /** The queue pair refused a post for want of room; until the next completion. */
  boolean full;

  /** Why it went down. */
  String cause = "";

  long sinceNanos;

  /** Open copies of messages, once it is down: they may yet take receives of the peer. */
  int lostMessages;

  /** Bytes of open copies of chunks, once it is down. */
  long lostBytes;

  /** Own half is connected. */
  boolean connected;

  /** The peer said READY before own half was connected. */
  boolean peerReady;

  boolean destroyed;
  long destroyAgainNanos = Long.MIN_VALUE;
  boolean fenceDue;
  boolean fenceAnswerDue;

  /** Set at destruction, cleared when the receive completions have been polled empty after it. */
  boolean receivesToDrain;

  /** The peer's half is proved to be destroyed. */
  boolean peerFenced;

  Strand(StrandPath path, int epoch, QueuePair queuePair) {
    this.path = path;
    this.epoch = epoch;
    this.queuePair = queuePair;
  }

  boolean is(StrandState expected) {
    return state == expected;
  }

  void link(Copy copy) {
    copy.previous = newest;
    copy.next = null;
    if (newest == null) {
      oldest = copy;
    } else {
      newest.next = copy;
    }
    newest = copy;
  }

  void unlink(Copy copy) {
    if (copy.previous == null) {
      oldest = copy.next;
    } else {
      copy.previous.next = copy.next;
    }
    if (copy.next == null) {
      newest = copy.previous;
    } else {
      copy.next.previous = copy.previous;
    }
    copy.previous = null;
    copy.next = null;
  }
}
