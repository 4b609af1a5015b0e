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
   * A strand delivered something that the peer cannot have sent. Strands are counted, not packets:
   * an attacker who can insert one packet can insert many, and all that arrive on a strand before
   * it ends count once.
   *
   * @param strand that delivered it, which ends; null if it is gone already
   * @param what was wrong, the end of a sentence
   */
  void met(@Nullable Strand strand, String what) {
    core.counters.increment(Counter.INTRUSIONS);
    if (strand == null || !strand.living()) {
      return;
    }
    count(what);
    if (!core.failure.failed()) {
      LOG.warn(
          "a strand ends, since the peer broke the protocol or somebody inserts packets: {}", what);
    }
    strands.lose(strand, what);
  }

  /** The same over the lifeline: each counts, since no strand ends. */
  void metOnLifeline(String what) {
    core.counters.increment(Counter.INTRUSIONS);
    count(what);
  }

  private void count(String what) {
    forgive();
    counted++;
    if (counted > core.config.intrusions().mostAtOnce()) {
      core.failure.set("the peer broke the protocol: " + what + ", for the " + counted
          + "th time in a row: its program is broken, or somebody on the way inserts packets");
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
}
