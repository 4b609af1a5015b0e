// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/** A peer that something is wanted of, and that nobody hears for the silence limit, is lost. */
final class Silence {
  private static final long NEVER = Long.MAX_VALUE;

  private final Core core;
  private final StrandSet strands;
  private boolean waiting;
  private long sinceNanos;

  Silence(Core core, StrandSet strands) {
    this.core = core;
    this.strands = strands;
  }

  long nextTimerNanos() {
    return waiting ? sinceNanos + core.config.silenceNanos() : NEVER;
  }

  /** Looks what has come; after the completions of this poll. */
  int step() {
    boolean waited = waiting;
    waiting = isAnythingAwaited();
    if (!waited || core.heard) {
      sinceNanos = core.nowNanos;
    }
    if (!waiting || core.nowNanos - sinceNanos < core.config.silenceNanos()) {
      return 0;
    }
    long millis = core.config.silenceNanos() / 1_000_000;
    core.failure.set("no strand brought an answer of the peer for " + millis + " ms");
    return 1;
  }

  private boolean isAnythingAwaited() {
    for (int i = 0; i < strands.size(); i++) {
      Strand strand = strands.path(i).strand;
      if (strand != null
          && strand.living()
          && (strand.oldest != null || strand.probe.unanswered > 0)) {
        return true;
      }
    }
    return false;
  }
}
