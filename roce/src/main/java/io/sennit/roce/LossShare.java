// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * Which share of a round trip's bytes is lost. A plain network loses a little for reasons that have
 * nothing to do with congestion: up to {@value #TOLERATED} counts as nothing.
 */
final class LossShare {
  private static final double TOLERATED = 0.05;

  /** What it takes to tell how much is lost. */
  private static final long ROUND_BYTES = 256 << 10;

  private final RoundTrips roundTrips;
  private long sinceNanos;
  private boolean begun;
  private long bytes;
  private long lostBytes;

  LossShare(RoundTrips roundTrips) {
    this.roundTrips = roundTrips;
  }

  /** So many bytes have arrived: the share of a round that ends by that, 0 if none does. */
  double acknowledged(long more, long nowNanos) {
    bytes += more;
    return endRound(nowNanos);
  }

  /** So many bytes were lost: as {@link #acknowledged}. */
  double lost(long more, long nowNanos) {
    bytes += more;
    lostBytes += more;
    return endRound(nowNanos);
  }

  private double endRound(long nowNanos) {
    if (!begun) {
      sinceNanos = nowNanos; // the origin of time is arbitrary
      begun = true;
    }
    if (bytes < ROUND_BYTES || nowNanos - sinceNanos < roundTrips.smoothedNanos()) {
      return 0;
    }
    double share = lostBytes / (double) bytes;
    sinceNanos = nowNanos;
    bytes = 0;
    lostBytes = 0;
    return share > TOLERATED ? share : 0;
  }
}
