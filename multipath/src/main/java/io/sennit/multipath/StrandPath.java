// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import org.jspecify.annotations.Nullable;

/** A path and what is remembered of it; outlives its strands. */
final class StrandPath {
  final int index;
  final Path path;
  final PathEstimate estimate;
  final PathStats stats = new PathStats();

  /** The newest life there ever was on it. */
  int epoch;

  /** The life that is not over: alive, or dead and not fenced by both sides. */
  @Nullable
  Strand strand;

  /** Pause before the next rebuild, and when it ends; only the opener rebuilds. */
  long pauseNanos;

  long rebuildAtNanos = Long.MAX_VALUE;

  /** Since when it is tried again and again: was made, lost, or wanted anew. */
  long pausesSinceNanos;

  /** How many there were since it has its place. */
  int lives;

  /** One of its ports carries nothing, and since when. */
  boolean portFailed;

  long portFailedNanos;

  /** It is the own one, and since when. */
  boolean ownPortFailed;

  long ownPortFailedNanos;

  /** Closed until the opener wants it again: nothing is rebuilt. */
  boolean resting;

  /** Added to those that the session began with; rests again when there is little to do. */
  boolean spare;

  /** It rests since there was nothing to do, not since it brought nothing. */
  boolean worthwhile;

  /** Carries no chunks for a while, to see what the others move without it. */
  boolean leftOut;

  /** Added for a port that came later, and has never carried anything. */
  boolean unproved;

  /** The log says that it does not work. */
  boolean toldOfFailure;

  /** Periods in a row that it has been slower than another route between its ports. */
  int slowPeriods;

  /** What the packets of the last life had that did not fit the path; 0 if there was none. */
  private int wrongMtuBytes;

  /** The next life begins as soon as the last one is over. */
  boolean hurried;

  /** A frame about the current strand is to be sent: REBUILD, REBUILD_ACK or READY. */
  boolean rebuildDue;

  boolean rebuildAnswerDue;
  boolean readyDue;

  StrandPath(int index, Path path, Core core) {
    this.index = index;
    this.path = path;
    pausesSinceNanos = core.nowNanos;
    estimate = new PathEstimate(core);
  }

  /** Bit of this path in a set of paths. */
  long bit() {
    return 1L << index;
  }

  /**
   * What has worked so long is lost. Each loss is a stall, so what works for less than twice the
   * pause before it comes back after one that is twice as long.
   */
  void worked(long nanos, Core core) {
    pausesSinceNanos = core.nowNanos;
    boolean tooShort = nanos < 2 * pauseNanos;
    pauseNanos = tooShort ? Math.min(2 * pauseNanos, core.config.rebuildSoonNanos()) : 0;
  }

  /**
   * The next life has other packets, and begins at once; not if the last one had the same, since
   * then it does not help.
   */
  void hurryForMtu(int mtuBytes) {
    hurried |= mtuBytes != wrongMtuBytes;
    wrongMtuBytes = mtuBytes;
  }

  /** However long it has been away: it is wanted now. */
  void beginPauses(long nowNanos) {
    pauseNanos = 0;
    pausesSinceNanos = nowNanos;
  }

  /** Whether its strand carries traffic. */
  boolean isGood() {
    return strand != null && strand.is(StrandState.GOOD);
  }

  /** Whether its strand is not its first one. */
  boolean rebuilt() {
    return lives > 1;
  }

  /** Whether it counts among the paths that a braid may have. */
  boolean holdsPlace() {
    return strand != null || !(resting || unproved || portFailed);
  }

  String label() {
    return PathSnapshot.label(path);
  }

  PathSnapshot snapshot() {
    return stats.snapshot(path);
  }
}
