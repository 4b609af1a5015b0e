// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * What happens while no strand carries anything: the frames that can heal the braid go over the
 * lifeline, again and again; if no strand lives, the session fails after the silence limit. While
 * some are only doubted, as when the peer is stopped, that limit does not run, and the frames go as
 * often as the pause between repeats lets them; at once if there is another one, if the last strand
 * has been lost, or if there are news of ports: then it may be that none of the strands will ever
 * be of use again.
 */
final class Lifeline {
  private static final long NEVER = Long.MAX_VALUE;

  /** The longest pause between relays of the same messages, in {@code lifelineRepeatNanos}. */
  private static final long LONGEST_PAUSE = 8;

  private final Core core;
  private final StrandSet strands;
  private final MessageSender sender;
  private boolean connected;
  private boolean everGood;
  private boolean idle = true;
  private boolean renewed;
  private int seenChanges;
  private long deadlineNanos = NEVER;
  private long relayAtNanos = NEVER;

  /** When the oldest messages are relayed, if they must be; pauses double while none arrives. */
  private long oldestAtNanos = NEVER;

  private long oldestPauseNanos;
  private long received;

  /** How many vital frames had been sent at the last relay. */
  private long relayed;

  Lifeline(Core core, StrandSet strands, MessageSender sender) {
    this.core = core;
    this.strands = strands;
    this.sender = sender;
  }

  void onConnected() {
    connected = true;
  }

  /** There is another one, which has carried nothing yet. */
  void onRenewed() {
    renewed = true;
    core.dirty = true;
  }

  long nextTimerNanos() {
    return Math.min(deadlineNanos, Math.min(relayAtNanos, oldestAtNanos));
  }

  /** Looks whether a strand carries anything, or lives at least. */
  int step() {
    boolean news = renewed || seenChanges != core.ports.changes();
    renewed = false;
    seenChanges = core.ports.changes();
    everGood |= strands.proved() > 0;
    if (!connected || strands.count(StrandState.GOOD) > 0) {
      idle = true;
      deadlineNanos = NEVER;
      relayAtNanos = NEVER;
      oldestAtNanos = NEVER;
      // Whether the good ones still are is not known, if ports are not what they were.
      return connected && news && everGood ? relay() : 0;
    }
    beginIdle();
    boolean lost = watchDeadline();
    if (core.failure.failed()) {
      return 1;
    }
    boolean due = core.nowNanos >= relayAtNanos;
    if (due) {
      tell();
    }
    boolean now = due || relayed != sender.vitals() || (everGood && (news || lost));
    return (now ? relay() : 0) + relayOldest();
  }

  /** Follows the vital frames, on a timer of its own that they do not postpone. */
  private int relayOldest() {
    if (core.nowNanos < oldestAtNanos) {
      return 0;
    }
    boolean moved = received != sender.receivedTo();
    received = sender.receivedTo();
    int sent = sender.relayOldest();
    long repeatNanos = core.config.lifelineRepeatNanos();
    oldestPauseNanos = sent == 0 || moved
        ? repeatNanos
        : Math.min(2 * oldestPauseNanos, LONGEST_PAUSE * repeatNanos);
    oldestAtNanos = core.nowNanos + oldestPauseNanos;
    return sent;
  }

  private void tell() {
    if (everGood) {
      core.listener.onNothingCarried();
    }
  }

  /** A session that only starts needs no help: the peer's READY is under way. */
  private void beginIdle() {
    if (idle) {
      idle = false;
      relayAtNanos = core.nowNanos + core.config.lifelineRepeatNanos();
      oldestPauseNanos = core.config.lifelineRepeatNanos();
      oldestAtNanos = relayAtNanos;
      relayed = sender.vitals();
      tell();
    }
  }

  /** Whether the last strand has just been lost. */
  private boolean watchDeadline() {
    long nowNanos = core.nowNanos;
    if (strands.proved() > 0) {
      deadlineNanos = NEVER;
      return false;
    }
    if (deadlineNanos == NEVER) {
      deadlineNanos = nowNanos + core.config.silenceNanos();
      return true;
    }
    if (nowNanos >= deadlineNanos) {
      core.failure.set("no strand to the peer lives since " + core.config.silenceNanos() / 1_000_000
          + " ms" + (strands.lastLoss().isEmpty() ? "" : "; " + strands.lastLoss()));
    }
    return false;
  }

  private int relay() {
    relayed = sender.vitals();
    relayAtNanos = idle ? NEVER : core.nowNanos + core.config.lifelineRepeatNanos();
    return sender.relayVital();
  }
}
