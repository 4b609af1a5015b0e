// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/**
 * Ends the life of a strand on both sides. Own half: ERROR (done by whoever lost it), drained,
 * destroyed. Peer's half: FENCE, until FENCE_ACK. Only when both are destroyed can no copy on it
 * touch anything any more: then its copies end, and a new life may begin.
 *
 * <p>Both sides may fence at once; a FENCE for an earlier life is answered without touching a later
 * one.
 */
final class Fencing {
  /**
   * A FENCE_ACK is a {@link PathEpoch} and 16 reserved bytes, for evidence of what was received.
   */
  static final int ANSWER_BYTES = PathEpoch.BYTES + 16;

  /** Told when a life is over on both sides. */
  interface RetireListener {
    void onRetired(StrandPath path);
  }

  private final Core core;
  private final StrandSet strands;
  private final MessageSender sender;
  private final Transfers transfers;
  private final LeaseTable leases;
  private final Poster poster;

  /** Answers about lives that are over: path index and epoch. */
  private final LongRing lateAnswers;

  private RetireListener retireListener = path -> {};
  private long nextTimerNanos = Long.MAX_VALUE;

  Fencing(
      Core core, StrandSet strands, LeaseTable leases, Poster poster, Completions.Owners owners) {
    this.core = core;
    this.strands = strands;
    this.leases = leases;
    this.poster = poster;
    sender = owners.sender();
    transfers = owners.transfers();
    lateAnswers = new LongRing(4 * core.config.maxPaths());
  }

  void onRetire(RetireListener listener) {
    retireListener = listener;
  }

  long nextTimerNanos() {
    return nextTimerNanos;
  }

  /** @param rests whether the peer does not want the path any more; only the opener says so */
  void onFence(PathEpoch named, boolean rests) {
    StrandPath path = strands.peersPath(named.path());
    if (PathEpoch.earlier(path.epoch, named.epoch())) {
      throw new Violation("FENCE of epoch " + named.epoch() + ", never begun, of " + path.path);
    }
    core.journal.fenced(path, named.epoch(), FrameType.FENCE, true);
    if (rests && !core.session.opener() && path.epoch == named.epoch()) {
      path.resting = true;
      path.spare = true; // Even if the session began with it.
    }
    Strand strand = path.strand;
    if (strand != null && strand.epoch == named.epoch()) {
      strand.fenceAnswerDue = true;
      strands.lose(strand, path.resting ? "rests" : "fenced by the peer");
    } else {
      answerLate(path, named.epoch());
    }
    core.dirty = true;
  }

  private void answerLate(StrandPath path, int epoch) {
    if (!lateAnswers.add((long) path.index << 32 | Integer.toUnsignedLong(epoch))) {
      throw new Violation("too many FENCEs of strands that are over");
    }
  }

  void onFenceAck(PathEpoch named) {
    StrandPath path = strands.peersPath(named.path());
    core.journal.fenced(path, named.epoch(), FrameType.FENCE_ACK, true);
    Strand strand = path.strand;
    if (strand != null && strand.epoch == named.epoch()) {
      if (!strand.is(StrandState.DOWN) || strand.fenceDue) {
        throw new Violation("FENCE_ACK without a FENCE");
      }
      strand.peerFenced = true;
      core.dirty = true;
    } else if (PathEpoch.earlier(path.epoch, named.epoch())) {
      throw new Violation("FENCE_ACK of epoch " + named.epoch() + ", never begun");
    }
  }

  /**
   * Goes on with every strand that is down.
   *
   * @param receivesDrained whether all completions of receives have been handled
   */
  int step(boolean receivesDrained) {
    int work = 0;
    nextTimerNanos = Long.MAX_VALUE;
    for (int i = 0; i < strands.size(); i++) {
      Strand strand = strands.path(i).strand;
      if (strand != null && strand.is(StrandState.DOWN)) {
        strand.receivesToDrain &= !receivesDrained;
        work += destroy(strand) ? 1 : 0;
        work += speak(strand);
        if (strand.destroyed && strand.peerFenced && !strand.fenceAnswerDue) {
          retire(strand);
          work++;
        }
      }
    }
    return work + speakLate();
  }

  /** Destroys the own half once it is drained; true when that has just succeeded. */
  boolean destroy(Strand strand) {
    if (strand.destroyed || !drained(strand) || notYet(strand.destroyAgainNanos)) {
      return false;
    }
    if (!strand.destroyHalves()) {
      strand.destroyAgainNanos = core.nowNanos + core.config.retryNanos();
      return !notYet(strand.destroyAgainNanos);
    }
    strand.destroyed = true;
    strand.receivesToDrain = true;
    core.dirty = true;
    leases.onPathDestroyed(strand.path);
    return true;
  }

  /** A provider that loses completions cannot keep a strand for ever: destruction ends them too. */
  private boolean drained(Strand strand) {
    return strand.posted == 0 || !notYet(strand.sinceNanos + core.config.silenceNanos());
  }

  private boolean notYet(long atNanos) {
    if (core.nowNanos < atNanos) {
      nextTimerNanos = Math.min(nextTimerNanos, atNanos);
      return true;
    }
    return false;
  }

  private int speak(Strand strand) {
    int sent = 0;
    if (strand.fenceDue && sendFence(FrameType.FENCE, strand.path, strand.epoch)) {
      strand.fenceDue = false;
      core.counters.increment(Counter.FENCES_SENT);
      sent++;
    }
    if (strand.fenceAnswerDue
        && core.rules.mayAnswerFence(strand.destroyed)
        && !strand.receivesToDrain
        && sendFence(FrameType.FENCE_ACK, strand.path, strand.epoch)) {
      strand.fenceAnswerDue = false;
      core.counters.increment(Counter.FENCES_ANSWERED);
      sent++;
    }
    return sent;
  }

  private int speakLate() {
    int sent = 0;
    while (!lateAnswers.isEmpty()) {
      long next = lateAnswers.get(0);
      StrandPath path = strands.path((int) (next >>> 32));
      if (!sendFence(FrameType.FENCE_ACK, path, (int) next)) {
        break;
      }
      lateAnswers.drop(1);
      core.counters.increment(Counter.FENCES_ANSWERED);
      sent++;
    }
    return sent;
  }

  private boolean sendFence(FrameType type, StrandPath path, int epoch) {
    PathEpoch named = new PathEpoch(path.path, epoch);
    int bytes = type == FrameType.FENCE ? PathEpoch.BYTES : ANSWER_BYTES;
    boolean sent = sender.send(type, Tier.VITAL, slot -> {
          slot.asSlice(0, bytes).fill((byte) 0);
          named.encode(slot, 0);
          if (type == FrameType.FENCE && path.resting && core.session.opener()) {
            PathEpoch.setResting(slot, 0);
          }
          return bytes;
        })
        >= 0;
    if (sent) {
      core.journal.fenced(path, epoch, type, false);
    }
    return sent;
  }

  /** A rebuild of this path is proof that the peer's half is destroyed; ours must be. */
  void retireForRebuild(Strand strand) {
    if (strand.fenceAnswerDue) {
      answerLate(strand.path, strand.epoch);
    }
    retire(strand);
  }

  private void retire(Strand strand) {
    for (Copy copy = strand.oldest; copy != null; copy = strand.oldest) {
      end(copy, strand, copy.work);
    }
    strands.retire(strand);
    retireListener.onRetired(strand.path);
  }

  private void end(Copy copy, Strand strand, @Nullable Work work) {
    if (work != null) {
      poster.end(copy, strand, work);
    }
    switch (work) {
      case MessageSlot slot -> {
        strands.found(strand, slot);
        sender.onEnded(slot);
      }
      case Chunk chunk -> {
        strands.found(strand, chunk);
        transfers.onEnded(chunk);
      }
      case null -> throw new IllegalStateException("an open copy of nothing");
    }
  }
}
