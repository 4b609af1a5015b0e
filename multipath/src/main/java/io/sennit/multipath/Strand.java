// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairState;
import org.jspecify.annotations.Nullable;

/** One life of a path: a queue pair with an epoch, and the copies that are open on it. */
final class Strand {
  final StrandPath path;
  final int epoch;
  final QueuePair queuePair;
  final Probe probe;

  /** Of messages, in a class of their own, if they have one. */
  private final @Nullable QueuePair messages;

  /** Whether messages beside the chunks go there, and say nothing of the class of these. */
  private boolean apart;

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

  /** Of messages beside the chunks. */
  int controlBytes;

  int controlMessages;

  /** The queue pair refused a post for want of room; until the next completion. */
  boolean full;

  /** Has copies that were posted outside of a poll, when nobody knew the time. */
  boolean unstamped;

  /** When a copy last succeeded on the queue pair of the chunks, and beside it. */
  long progressNanos = Long.MIN_VALUE;

  long controlProgressNanos = Long.MIN_VALUE;

  /** What the queue pair of the chunks had carried at the last look, and when that last grew. */
  private long answeredBytes;

  long carriedNanos = Long.MIN_VALUE;

  /**
   * When a copy or a probe last succeeded, and the latest time at which one that did was posted.
   */
  long heardNanos = Long.MIN_VALUE;

  long answeredPostNanos = Long.MIN_VALUE;

  /** Why it went down. */
  String cause = "";

  long sinceNanos;

  /** When it first became good. */
  long provedNanos;

  /** Bytes of open copies of chunks, once it is down. */
  long lostBytes;

  /** Own half is connected. */
  boolean connected;

  /** The peer said READY before own half was connected. */
  boolean peerReady;

  /** How often its ports had got other addresses when it was made. */
  int portMoves;

  /** It is given up for one with other packets. */
  boolean resized;

  boolean destroyed;
  long destroyAgainNanos = Long.MIN_VALUE;
  boolean fenceDue;
  boolean fenceAnswerDue;

  /** Set at destruction, cleared when the receive completions have been polled empty after it. */
  boolean receivesToDrain;

  /** The peer's half is proved to be destroyed. */
  boolean peerFenced;

  Strand(StrandPath path, int epoch, Halves halves) {
    this.path = path;
    this.epoch = epoch;
    queuePair = halves.data();
    probe = new Probe(halves.probes());
    messages = halves.messages();
  }

  /** Own queue pairs of a new strand; none for messages if these go with the probes. */
  record Halves(QueuePair data, QueuePair probes, @Nullable QueuePair messages) {}

  /** Where messages go that are not to wait behind chunks. */
  QueuePair beside() {
    return apart && messages != null ? messages : probe.queuePair;
  }

  /** Whether one of this side's queue pairs has this number. */
  boolean has(int number) {
    return queuePair.number() == number
        || probe.queuePair.number() == number
        || (messages != null && messages.number() == number);
  }

  boolean isApart() {
    return apart;
  }

  /** Of the messages' queue pair; empty if they have none of their own. */
  byte[] messageAddress() {
    return messages == null ? new byte[0] : messages.address();
  }

  /** The peer has a queue pair for messages, too, if this side has one. */
  void connectMessages(byte[] address) {
    if (messages != null) {
      messages.connect(address);
      apart = true;
    }
  }

  boolean is(StrandState expected) {
    return state == expected;
  }

  boolean living() {
    return state.living();
  }

  /**
   * Whether it would go beside the chunks, so that it does not wait for them: messages, as long as
   * they do not hold up the probes.
   */
  boolean goesBeside(Work work, PathTuning tuning) {
    return work instanceof MessageSlot
        && probe.connected
        && controlMessages < Probe.MOST_MESSAGES
        && controlBytes + work.bytes() <= tuning.controlBytes();
  }

  /** Since when the queue pair of this copy has been with what is in front of it. */
  long progressNanos(Copy copy) {
    return copy.control ? controlProgressNanos : progressNanos;
  }

  /** When something of it, or of what is in front of it, was last carried, if that is known. */
  long carriedNanos(Copy copy) {
    return copy.control ? Long.MIN_VALUE : carriedNanos;
  }

  /** This copy has succeeded. */
  void progressed(Copy copy, long nowNanos) {
    if (copy.control) {
      controlProgressNanos = nowNanos;
    } else {
      progressNanos = nowNanos;
    }
  }

  /**
   * Looks whether something was carried: where many share a link, a chunk takes long that never
   * stands still.
   */
  void look(long nowNanos) {
    long bytes = queuePair.answeredBytes();
    if (bytes != answeredBytes) {
      answeredBytes = bytes;
      carriedNanos = nowNanos;
    }
  }

  /** When something last succeeded, or was carried. */
  long aliveNanos() {
    return Math.max(heardNanos, carriedNanos);
  }

  /** What was posted then has succeeded in another class than the chunks': the peer is there. */
  void answered(long postedNanos) {
    answeredPostNanos = Math.max(answeredPostNanos, postedNanos);
  }

  /** What was posted then has succeeded. */
  void heard(long postedNanos, long nowNanos) {
    heardNanos = nowNanos;
    answered(postedNanos);
  }

  /** Whether its packets are longer than its path carries, or shorter than they could be. */
  boolean hasWrongMtu() {
    int carriedBytes = queuePair.pathMtuBytes();
    return carriedBytes != 0 && carriedBytes != queuePair.mtuBytes();
  }

  /** Whether they are longer. */
  boolean isTooLong() {
    int carriedBytes = queuePair.pathMtuBytes();
    return carriedBytes != 0 && carriedBytes < queuePair.mtuBytes();
  }

  /** Whether the provider has given an own half up. */
  boolean isInError() {
    return queuePair.state() == QueuePairState.ERROR
        || probe.queuePair.state() == QueuePairState.ERROR
        || (messages != null && messages.state() == QueuePairState.ERROR);
  }

  /** Own halves take nothing any more; completions of what they held follow. */
  void toError() {
    queuePair.toError();
    probe.queuePair.toError();
    if (messages != null) {
      messages.toError();
    }
  }

  /** True if no inbound request can touch memory through it any more. */
  boolean destroyHalves() {
    boolean probesDestroyed = probe.queuePair.destroy();
    boolean messagesDestroyed = messages == null || messages.destroy();
    return queuePair.destroy() && probesDestroyed && messagesDestroyed;
  }

  /** Gives the time to what was posted before it was known. */
  void stamp(long nowNanos) {
    for (Copy copy = newest;
        copy != null && copy.postedNanos == Copy.NOT_YET;
        copy = copy.previous) {
      copy.postedNanos = nowNanos;
    }
    unstamped = false;
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
