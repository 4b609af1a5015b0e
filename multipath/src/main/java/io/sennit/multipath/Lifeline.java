// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * What happens while no strand lives: the frames that can heal the braid go over the lifeline,
 * again and again, and after the silence limit the session fails.
 */
final class Lifeline {
  private static final long NEVER = Long.MAX_VALUE;

  private final Core core;
  private final StrandSet strands;
  private final MessageSender sender;
  private boolean connected;
  private boolean everLived;
  private long deadlineNanos = NEVER;
  private long relayAtNanos = NEVER;
  private long relayedSequence = -1;

  Lifeline(Core core, StrandSet strands, MessageSender sender) {
    this.core = core;
    this.strands = strands;
    this.sender = sender;
  }

  void onConnected() {
    connected = true;
  }

  long nextTimerNanos() {
    return Math.min(deadlineNanos, relayAtNanos);
  }

  /**
   * Looks whether a strand lives.
   *
   * @param sent own sequences taken so far: something new is relayed at once
   */
  int step(long sent) {
    everLived |= strands.proved() > 0;
    if (!connected || strands.proved() > 0) {
      deadlineNanos = NEVER;
      relayAtNanos = NEVER;
      return 0;
    }
    long nowNanos = core.nowNanos;
    if (deadlineNanos == NEVER) {
      deadlineNanos = nowNanos + core.config.silenceNanos();
      // A session that only starts needs no help: the peer's READY is under way.
      relayAtNanos = everLived ? nowNanos : nowNanos + core.config.lifelineRepeatNanos();
      relayedSequence = everLived ? -1 : sent;
    }
    if (nowNanos >= deadlineNanos) {
      core.failure.set("no strand to the peer lives since " + core.config.silenceNanos() / 1_000_000
          + " ms" + (strands.lastLoss().isEmpty() ? "" : "; " + strands.lastLoss()));
      return 1;
    }
    if (nowNanos < relayAtNanos && relayedSequence == sent) {
      return 0;
    }
    relayedSequence = sent;
    relayAtNanos = nowNanos + core.config.lifelineRepeatNanos();
    return sender.relayVital();
  }
}
