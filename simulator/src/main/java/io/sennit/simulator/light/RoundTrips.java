// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

/** Smoothed round trip, its deviation, and the timer that follows (RFC 6298). */
final class RoundTrips {
  /** As in STrack's simulations. */
  private static final long LEAST_TIMER_NANOS = 100_000;

  private static final long FIRST_TIMER_NANOS = 500_000;
  private static final int MOST_DOUBLINGS = 6;

  private long smoothedNanos;
  private long deviationNanos;
  private int doublings;

  RoundTrips() {}

  void add(long nanos) {
    doublings = 0;
    if (smoothedNanos == 0) {
      smoothedNanos = nanos;
      deviationNanos = nanos / 2;
      return;
    }
    deviationNanos += (Math.abs(nanos - smoothedNanos) - deviationNanos) / 4;
    smoothedNanos += (nanos - smoothedNanos) / 8;
  }

  /** A timer has passed in silence. */
  void silent() {
    doublings = Math.min(doublings + 1, MOST_DOUBLINGS);
  }

  /** 0 if unknown. */
  long smoothedNanos() {
    return smoothedNanos;
  }

  long timerNanos() {
    long nanos = smoothedNanos == 0
        ? FIRST_TIMER_NANOS
        : Math.max(LEAST_TIMER_NANOS, smoothedNanos + 4 * deviationNanos);
    return nanos << doublings;
  }
}
