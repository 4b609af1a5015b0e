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
    return Math.min(deadlineNanos, relayAtNanos);
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
      sender.relayOldest();
    }
    return due || relayed != sender.vitals() || (everGood && (news || lost)) ? relay() : 0;
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
