// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Capabilities;

/**
 * How many chunks may be in flight in one direction of a path. Starts from one chunk and grows by
 * one per delivered chunk; where the provider controls congestion itself, up to the configured
 * bound and no further. Where it does not, Swift's rule takes over at the first delay above the
 * target: one chunk more per round trip below it; above it a cut by how far, at most by half, at
 * most once per round trip. Below one chunk it is kept by pacing.
 */
final class PathWindow {
  /** A hundredth of a chunk per round trip: slow, but it never stops. */
  private static final double SMALLEST = 0.01;

  private final PathTuning tuning;
  private final int most;
  private final boolean provided;
  private double chunks = 1;
  private boolean starting = true;
  private int deliveredFull;
  private long cutAtNanos = Long.MIN_VALUE;
  private long postedAtNanos;
  private long paceNanos;

  PathWindow(Core core) {
    tuning = core.tuning();
    most = core.config.chunksInFlight();
    Capabilities capabilities = core.capabilities;
    provided = capabilities.controlsCongestion();
  }

  double chunks() {
    return chunks;
  }

  /**
   * Whether it has been as large as it could for a while: what it delivers is what the path can.
   */
  boolean settled() {
    return !starting || deliveredFull >= most;
  }

  /** A new strand, or one that was silent. */
  void restart() {
    chunks = 1;
    deliveredFull = 0;
    starting = true;
  }

  void posted(long nowNanos) {
    postedAtNanos = nowNanos;
  }

  boolean admits(int inFlight, long nowNanos) {
    if (chunks >= 1) {
      return inFlight < (int) chunks;
    }
    return inFlight == 0 && nowNanos >= readyNanos();
  }

  /** When the next chunk may be posted below a window of one; past if it may be posted now. */
  long readyNanos() {
    return chunks >= 1 ? Long.MIN_VALUE : postedAtNanos + paceNanos;
  }

  /**
   * A chunk was delivered.
   *
   * @param delayNanos its round trip, without the time that own bytes take on the line
   */
  void delivered(long delayNanos, PathEstimate estimate, long nowNanos) {
    deliveredFull += chunks >= most && deliveredFull < most ? 1 : 0;
    long shortest = estimate.minRttNanos();
    long target = shortest + Math.max(tuning.queueTargetNanos(), shortest);
    if (provided || delayNanos <= target) {
      chunks = Math.min(most, chunks + (starting ? 1 : 1 / Math.max(1, chunks)));
    } else {
      starting = false;
      if (cutAtNanos == Long.MIN_VALUE || nowNanos - cutAtNanos > estimate.srttNanos()) {
        cutAtNanos = nowNanos;
        cut((double) (delayNanos - target) / delayNanos);
      }
    }
    paceNanos = (long) (estimate.srttNanos() / chunks);
  }

  private void cut(double excess) {
    double keep = 1 - tuning.cutPercent() / 100.0 * excess;
    chunks = Math.max(SMALLEST, chunks * Math.max(keep, 1 - tuning.mostCutPercent() / 100.0));
  }
}
