// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Doubts strands and gives them up: GOOD, SUSPECT when it has been silent for longer than it ever
 * should be or one of its ports has failed, GOOD again when it answers, DOWN when several probes in
 * a row got no answer, or its port has failed, while another path of the peer does answer. All
 * paths silent together means that the peer is stopped, not that every route broke.
 *
 * <p>Silence of work is counted from when it came to the head of its queue pair, since a queue pair
 * completes in order; or from when something of it was last carried, if the provider tells, but not
 * for ever: a route that lets a packet through now and then is no good one. Own time stands still
 * while this loop is stopped.
 */
final class Watch {
  private static final long NEVER = Long.MAX_VALUE;
  private static final String PORT_FAILED = "its port has failed";
  private static final String PORT_MOVED = "its port has another address";

  /** So many times as long as it should a chunk may take of which something is carried. */
  private static final int TRICKLE = 8;

  private final Core core;
  private final StrandSet strands;
  private final Prober prober;
  private final MtuFit mtuFit;
  private long nextTimerNanos = NEVER;

  Watch(Core core, StrandSet strands, Prober prober, MtuFit mtuFit) {
    this.core = core;
    this.strands = strands;
    this.prober = prober;
    this.mtuFit = mtuFit;
  }

  long nextTimerNanos() {
    return nextTimerNanos;
  }

  /** Looks at every strand; after all completions and posts of this poll. */
  int step() {
    int changes = 0;
    nextTimerNanos = NEVER;
    for (int i = 0; i < strands.size(); i++) {
      Strand strand = strands.path(i).strand;
      if (strand != null && strand.living()) {
        changes += look(strand) ? 1 : 0;
      }
    }
    return changes;
  }

  private boolean look(Strand strand) {
    strand.look(core.nowNanos);
    if (portMoved(strand) || portFailed(strand) || mtuFit.look(strand) || givenUp(strand)) {
      return true;
    }
    if (strand.is(StrandState.PROVING)) {
      return false;
    }
    boolean doubted = strand.path.portFailed;
    boolean overdue = isOverdue(strand) || doubted;
    if (strand.is(StrandState.GOOD) && overdue) {
      strands.suspect(strand, doubted ? PORT_FAILED : "silent");
      return true;
    }
    if (strand.is(StrandState.SUSPECT) && !overdue && strand.aliveNanos() > strand.sinceNanos) {
      strands.trust(strand);
      return true;
    }
    return false;
  }

  /** Both sides give it up: what its packets name as source or destination is not there. */
  private boolean portMoved(Strand strand) {
    StrandPath path = strand.path;
    if (strand.portMoves == core.ports.moves(path.path)) {
      return false;
    }
    strands.lose(strand, PORT_MOVED);
    path.beginPauses(core.nowNanos);
    path.hurried = true;
    return true;
  }

  /**
   * What has answered since then shows that it is not the peer that is gone; and where nothing is
   * good while another own port carries something, what the strand holds is needed for that. Only
   * the side whose port it is gives the path up: what the other one knows may be old.
   */
  private boolean portFailed(Strand strand) {
    StrandPath path = strand.path;
    if (!path.ownPortFailed
        || !(prober.anotherAnswers(strand, path.ownPortFailedNanos) || needsPlace())) {
      return false;
    }
    strands.lose(strand, PORT_FAILED);
    return true;
  }

  private boolean needsPlace() {
    return strands.count(StrandState.GOOD) == 0 && core.ports.anyOwnCarries();
  }

  private boolean isOverdue(Strand strand) {
    boolean overdue = false;
    long patienceNanos = strand.path.estimate.patienceNanos();
    Copy oldest = strand.oldest;
    if (oldest != null && oldest.work != null) {
      Flow flow = strand.path.estimate.flow(oldest.work.inbound());
      long lineNanos = flow.generousNanosFor(oldest.work.bytes());
      long since = Math.max(oldest.postedNanos, strand.progressNanos(oldest));
      overdue = isPast(Math.max(since, strand.carriedNanos(oldest)), patienceNanos + lineNanos)
          || isPast(since, TRICKLE * (patienceNanos + lineNanos));
    }
    if (strand.probe.unanswered > 0) {
      overdue |=
          isPast(strand.probe.oldestPostedNanos(), strand.path.estimate.probePatienceNanos());
    }
    return overdue;
  }

  private boolean isPast(long sinceNanos, long mostNanos) {
    if (core.nowNanos - sinceNanos > mostNanos) {
      return true;
    }
    nextTimerNanos = Math.min(nextTimerNanos, sinceNanos + mostNanos + 1);
    return false;
  }

  /**
   * The others must have answered what was posted clearly later: a peer that was stopped answers
   * them one after the other too.
   */
  private boolean givenUp(Strand strand) {
    Probe probe = strand.probe;
    long patienceNanos = strand.path.estimate.probePatienceNanos();
    if (strand.is(StrandState.PROVING)) {
      patienceNanos = Math.max(patienceNanos, core.tuning().provingNanos());
    }
    if (probe.unanswered < core.tuning().missedProbes()
        || !isPast(probe.lastPostedNanos, patienceNanos)
        || !prober.anotherAnswers(strand, probe.lastPostedNanos + patienceNanos / 2)) {
      return false;
    }
    strands.lose(strand, probe.unanswered + " probes in a row were not answered");
    return true;
  }
}
