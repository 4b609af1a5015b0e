// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.util.ArrayDeque;
import java.util.Queue;
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

  /** Answers that are due about lives that are over, also of paths that are forgotten. */
  private final Queue<PathEpoch> lateAnswers = new ArrayDeque<>();

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
  }

  void onRetire(RetireListener listener) {
    retireListener = listener;
  }

  long nextTimerNanos() {
    return nextTimerNanos;
  }

  /** @param rests whether the peer does not want the path any more; only the opener says so */
  void onFence(PathEpoch named, boolean rests) {
    PathEpoch own = named.reversed();
    StrandPath path = strands.peersPath(named);
    core.dirty = true;
    core.journal.fenced(own, FrameType.FENCE, true);
    if (path == null) {
      answerLate(own);
    } else {
      onFence(path, own, rests);
    }
  }

  private void onFence(StrandPath path, PathEpoch named, boolean rests) {
    if (PathEpoch.earlier(path.epoch, named.epoch())) {
      throw new Violation("FENCE of epoch " + named.epoch() + ", never begun, of " + path.path);
    }
    if (rests && !core.session.opener() && path.epoch == named.epoch()) {
      path.resting = true;
      path.spare = true; // Even if the session began with it.
    }
    Strand strand = path.strand;
    if (strand != null && strand.epoch == named.epoch()) {
      strand.fenceAnswerDue = true;
      strands.lose(strand, path.resting ? "rests" : "fenced by the peer");
    } else {
      answerLate(named);
    }
  }

  private void answerLate(PathEpoch own) {
    if (lateAnswers.size() == 4 * core.config.maxPaths()) {
      throw new Violation("too many FENCEs of strands that are over");
    }
    lateAnswers.add(own);
  }

  void onFenceAck(PathEpoch named) {
    StrandPath path = strands.peersPath(named);
    core.journal.fenced(named.reversed(), FrameType.FENCE_ACK, true);
    if (path == null) {
      return; // Forgotten, and so fenced by both sides.
    }
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
    if (strand.fenceDue && sendFence(FrameType.FENCE, named(strand), rests(strand.path))) {
      strand.fenceDue = false;
      core.counters.increment(Counter.FENCES_SENT);
      sent++;
    }
    if (strand.fenceAnswerDue
        && core.rules.mayAnswerFence(strand.destroyed)
        && !strand.receivesToDrain
        && sendFence(FrameType.FENCE_ACK, named(strand), false)) {
      strand.fenceAnswerDue = false;
      core.counters.increment(Counter.FENCES_ANSWERED);
      sent++;
    }
    return sent;
  }

  private int speakLate() {
    int sent = 0;
    for (PathEpoch next = lateAnswers.peek();
        next != null && sendFence(FrameType.FENCE_ACK, next, false);
        next = lateAnswers.peek()) {
      lateAnswers.remove();
      core.counters.increment(Counter.FENCES_ANSWERED);
      sent++;
    }
    return sent;
  }

  private static PathEpoch named(Strand strand) {
    return new PathEpoch(strand.path.path, strand.epoch);
  }

  private boolean rests(StrandPath path) {
    return path.resting && core.session.opener();
  }

  private boolean sendFence(FrameType type, PathEpoch named, boolean rests) {
    int bytes = type == FrameType.FENCE ? PathEpoch.BYTES : ANSWER_BYTES;
    boolean sent = sender.send(type, Tier.VITAL, slot -> {
          slot.asSlice(0, bytes).fill((byte) 0);
          named.encode(slot, 0);
          if (rests) {
            PathEpoch.setResting(slot, 0);
          }
          return bytes;
        })
        >= 0;
    if (sent) {
      core.journal.fenced(named, type, false);
    }
    return sent;
  }

  /** A rebuild of this path is proof that the peer's half is destroyed; ours must be. */
  void retireForRebuild(Strand strand) {
    if (strand.fenceAnswerDue) {
      answerLate(named(strand));
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
