// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/**
 * Moves a strand from a congested route to another one between the same ports: a route that has
 * been much slower than the best of them for a while, after PLB (SIGCOMM 2022). Only probes count,
 * since a chunk's time is that of what its own queue pair has before it; and they are compared with
 * others and not with its own best time, so that what a sender queues itself, on the port that they
 * share, moves nobody. Nor does it while all strands are full: then it fills routes, too, and those
 * with few strands of its own less than others, and it is counted anew; what a further strand
 * brings, {@link Growth} knows. The other route is tried first and must be clearly better.
 */
final class Repath {
  private final StrandSet strands;
  private final Opening opening;
  private final GrowthTuning tuning;

  /** Round trips differ by the turns of loops: less than this is no congestion. */
  private final long floorNanos;

  private @Nullable StrandPath victim;
  private @Nullable StrandPath found;
  private int periods;

  Repath(Core core, StrandSet strands, Opening opening) {
    this.strands = strands;
    this.opening = opening;
    tuning = core.config.growth();
    floorNanos = core.tuning().probeNanos();
  }

  /** Whether another route is tried. */
  boolean isTrying() {
    return victim != null;
  }

  /**
   * A period in which there was something to do is over.
   *
   * @param full whether all strands were
   */
  void onPeriod(boolean full) {
    StrandPath slow = victim;
    if (slow != null) {
      goOn(slow);
      return;
    }
    for (int i = 0; i < strands.size(); i++) {
      StrandPath path = strands.path(i);
      path.slowPeriods = !full && isSlow(path) ? path.slowPeriods + 1 : 0;
      if (path.slowPeriods >= tuning.slowPeriods() && opening.isFree()) {
        leave(path);
      }
    }
  }

  private void leave(StrandPath slow) {
    found = opening.openBeside(slow.path, "the route of " + slow.label() + " is slow");
    if (found != null) {
      victim = slow;
      periods = 0;
    }
  }

  private boolean isSlow(StrandPath path) {
    long best = bestNanos(path);
    long own = path.estimate.probeNanos();
    return path.isGood()
        && best > 0
        && own > best + floorNanos
        && own > best / 100.0 * tuning.slowPercent();
  }

  /** The shortest round trip between the same ports; 0 if nobody else is there. */
  private long bestNanos(StrandPath path) {
    long best = 0;
    for (int i = 0; i < strands.size(); i++) {
      StrandPath other = strands.path(i);
      long nanos = other.estimate.probeNanos();
      if (other != path && other.isGood() && nanos > 0 && other.path.isBeside(path.path)) {
        best = best == 0 ? nanos : Math.min(best, nanos);
      }
    }
    return best;
  }

  private void goOn(StrandPath slow) {
    if (opening.dropLost() || !slow.isGood()) {
      decide(slow, false);
    } else if (opening.isGood() && ++periods >= tuning.stretchPeriods()) {
      decide(slow, isBetter(slow));
    }
  }

  private boolean isBetter(StrandPath slow) {
    long nanos = found == null ? 0 : found.estimate.probeNanos();
    return nanos > 0 && nanos < slow.estimate.probeNanos() / 100.0 * tuning.betterPercent();
  }

  private void decide(StrandPath slow, boolean better) {
    victim = null;
    slow.slowPeriods = 0;
    if (better && found != null) {
      opening.replace(slow, found);
    } else {
      opening.drop("is no better");
    }
    found = null;
  }
}
