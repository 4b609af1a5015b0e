// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.WorkRequest;

/**
 * When paths are probed. A new strand, one probe after the other, until it is proved. A suspect
 * one, and while there is one all others too, every round trip. One that has work under way, when
 * it has been silent for a round trip. One that is idle, seldom.
 */
final class Prober {
  private static final long NEVER = Long.MAX_VALUE;
  private static final int PATH_SHIFT = 48;

  private final Core core;
  private final PathTuning tuning;
  private final StrandSet strands;
  private final MtuFit mtuFit;
  private final Intrusions intrusions;
  private final WorkRequest request = new WorkRequest();
  private long serial;
  private long nextTimerNanos = NEVER;

  Prober(Core core, StrandSet strands, MtuFit mtuFit, Intrusions intrusions) {
    this.core = core;
    this.strands = strands;
    this.mtuFit = mtuFit;
    this.intrusions = intrusions;
    tuning = core.tuning();
  }

  /** Whether the completion of this id is a probe's. */
  static boolean owns(long id) {
    return id < 0;
  }

  long nextTimerNanos() {
    return nextTimerNanos;
  }

  /** Probes what is due. */
  int step() {
    int posted = 0;
    nextTimerNanos = NEVER;
    for (int i = 0; i < strands.size(); i++) {
      Strand strand = strands.path(i).strand;
      if (strand != null && strand.living() && strand.probe.connected) {
        if (dueNanos(strand) <= core.nowNanos && post(strand)) {
          posted++;
        }
        nextTimerNanos = Math.min(nextTimerNanos, dueNanos(strand));
      }
    }
    return posted;
  }

  private long dueNanos(Strand strand) {
    Probe probe = strand.probe;
    long roundNanos = Math.max(strand.path.estimate.srttNanos(), tuning.probeNanos());
    if (probe.unanswered > 0) {
      boolean enough = probe.unanswered >= tuning.missedProbes();
      return enough ? NEVER : probe.lastPostedNanos + roundNanos;
    }
    if (strand.is(StrandState.PROVING)) {
      return core.nowNanos;
    }
    long heardNanos = Math.max(strand.aliveNanos(), probe.lastPostedNanos);
    if (strands.count(StrandState.SUSPECT) > 0) {
      return probe.lastPostedNanos + roundNanos; // What others answer is what a verdict needs.
    }
    Copy oldest = strand.oldest;
    if (oldest == null) {
      return heardNanos + tuning.idleProbeNanos();
    }
    return Math.min(
        Math.max(heardNanos, oldest.postedNanos) + roundNanos,
        probe.lastPostedNanos + tuning.refreshNanos());
  }

  private boolean post(Strand strand) {
    long id = Long.MIN_VALUE | (long) strand.path.index << PATH_SHIFT | serial++;
    PostStatus status = strand.probe.queuePair.post(request.reset(Opcode.WRITE, id));
    if (status == PostStatus.POSTED) {
      strand.probe.posted(id, core);
      core.counters.increment(Counter.PROBES);
      return true;
    }
    strands.lose(strand, "its probes' queue pair answers " + status);
    return false;
  }

  void onCompletion(long id, CompletionStatus status) {
    int index = (int) (id >>> PATH_SHIFT) & 0x7fff;
    if (index >= strands.size()) {
      core.counters.increment(Counter.STRAY_COMPLETIONS);
      return;
    }
    Strand strand = strands.path(index).strand;
    if (strand == null || !strand.probe.awaits(id)) {
      return; // Of a strand that is over.
    }
    if (status != CompletionStatus.SUCCESS) {
      strand.probe.answered();
      if (!status.isPathFailure()) {
        judge(strand, status);
      }
      strands.lose(strand, "a probe failed: " + status.words()); // Unless it is lost already.
    } else {
      answered(strand, strand.probe);
    }
  }

  private void judge(Strand strand, CompletionStatus status) {
    if (status.isPeersWord()) {
      intrusions.met(strand, "a probe failed: " + status.words());
    } else {
      String path = core.log.name(strand.path.path);
      core.failure.set("a probe failed on path " + path + ": " + status.words());
    }
  }

  private void answered(Strand strand, Probe probe) {
    long postedNanos = probe.oldestPostedNanos();
    if (core.measured(postedNanos, probe.oldestLostBefore())) {
      strand.path.estimate.probed(core.nowNanos - postedNanos, core.nowNanos);
      strand.path.stats.estimate(strand.path.estimate);
    }
    probe.answered();
    strand.heard(postedNanos, core.nowNanos);
    core.heard = true;
    if (strand.is(StrandState.PROVING)
        && strand.probe.answered >= tuning.goodProbes()
        && mtuFit.isProved(strand)) {
      strands.makeGood(strand);
    }
  }

  /** Whether some other path of the peer has answered what was posted then or later. */
  boolean anotherAnswers(Strand silent, long postedNanos) {
    for (int i = 0; i < strands.size(); i++) {
      Strand other = strands.path(i).strand;
      if (other != null
          && other != silent
          && other.living()
          && other.answeredPostNanos >= postedNanos) {
        return true;
      }
    }
    return false;
  }
}
