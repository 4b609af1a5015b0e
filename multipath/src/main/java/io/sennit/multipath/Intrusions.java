// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What no peer would send that keeps to the protocol, and whoever can read its packets may have put
 * among them: it ends the strand that it came by, which is rebuilt with other numbers. A peer that
 * is broken would do it again and again: too many in a row end the session, and say what it was.
 *
 * <p>Where packets are authenticated it is the peer's own doing, and would end the session at once:
 * that is to be decided here.
 */
final class Intrusions {
  private static final Logger LOG = LoggerFactory.getLogger(Intrusions.class);

  private final Core core;
  private final StrandSet strands;
  private int counted;
  private long forgivenNanos;

  Intrusions(Core core, StrandSet strands) {
    this.core = core;
    this.strands = strands;
  }

  /**
   * Something came that cannot have come.
   *
   * @param strand by which; null if it is over, or it came over the lifeline
   * @param what a sentence's end
   */
  void met(@Nullable Strand strand, String what) {
    core.counters.increment(Counter.INTRUSIONS);
    forgive();
    counted++;
    IntrusionTuning tuning = core.config.intrusions();
    if (counted > tuning.mostAtOnce()) {
      core.failure.set("the peer broke the protocol: " + what + ", for the " + counted
          + "th time in a row: its program is broken, or somebody on the way inserts packets");
    } else if (strand != null && strand.living()) {
      LOG.warn(
          "a strand ends, since the peer broke the protocol or somebody inserts packets: {}", what);
      strands.lose(strand, what);
    }
  }

  private void forgive() {
    long forgiveNanos = core.config.intrusions().forgiveNanos();
    long periods = counted == 0 ? 0 : (core.nowNanos - forgivenNanos) / forgiveNanos;
    if (counted <= periods) {
      counted = 0;
      forgivenNanos = core.nowNanos;
    } else {
      counted -= (int) periods;
      forgivenNanos += periods * forgiveNanos;
    }
  }

  /** The strand that a queue pair of this side belongs to; null if it is over. */
  @Nullable
  Strand strandOf(int queuePair) {
    for (int i = 0; i < strands.size(); i++) {
      Strand strand = strands.path(i).strand;
      if (strand != null && strand.has(queuePair)) {
        return strand;
      }
    }
    return null;
  }
}
