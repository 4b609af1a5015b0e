// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Whether the packets of strands fit their paths, where the provider probes them. A strand whose
 * packets are too long carries nothing but small things and is made anew at once; one that could
 * have longer ones is made anew when nothing else is amiss, one after the other.
 */
final class MtuFit {
  /** So many times the patience for a new strand it may take until it is known. */
  private static final int PATIENCE = 10;

  private final Core core;
  private final StrandSet strands;

  MtuFit(Core core, StrandSet strands) {
    this.core = core;
    this.strands = strands;
  }

  /** Whether a strand is known to carry its own packets; not for ever, if nobody ever knows. */
  boolean isProved(Strand strand) {
    int carriedBytes = strand.queuePair.pathMtuBytes();
    return carriedBytes == 0
        ? strand.queuePair.mtuBytes() == 0
            || core.nowNanos - strand.sinceNanos > PATIENCE * core.tuning().provingNanos()
        : carriedBytes >= strand.queuePair.mtuBytes();
  }

  /** Gives a strand up that does not fit; whether it did. */
  boolean look(Strand strand) {
    if (!strand.hasWrongMtu() || !(strand.isTooLong() || mayGrow(strand))) {
      return false;
    }
    strand.resized = true;
    strands.lose(
        strand,
        "it carries packets of " + strand.queuePair.pathMtuBytes() + " bytes now, not of "
            + strand.queuePair.mtuBytes());
    return true;
  }

  private boolean mayGrow(Strand strand) {
    return core.session.opener()
        && strand.is(StrandState.GOOD)
        && strands.count(StrandState.CONNECTING)
                + strands.count(StrandState.PROVING)
                + strands.count(StrandState.DOWN)
            == 0;
  }
}
