// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * How long answers take: smoothed time, variation, and the shortest of the last ten seconds or so.
 */
final class RoundTrips {
  private static final long MINIMUM_LIFE_NANOS = 5_000_000_000L;

  private long smoothedNanos;
  private long variationNanos;
  private long minimumNanos = Long.MAX_VALUE;
  private long olderMinimumNanos = Long.MAX_VALUE;
  private long minimumSinceNanos;

  RoundTrips() {}

  /** An answer took so long; more than 0. */
  void take(long sample, long nowNanos) {
    if (smoothedNanos == 0) {
      smoothedNanos = sample;
      variationNanos = sample / 2;
    } else {
      variationNanos += (Math.abs(sample - smoothedNanos) - variationNanos) / 4;
      smoothedNanos += (sample - smoothedNanos) / 8;
    }
    if (nowNanos - minimumSinceNanos > MINIMUM_LIFE_NANOS) {
      olderMinimumNanos = minimumNanos;
      minimumNanos = sample;
      minimumSinceNanos = nowNanos;
    }
    minimumNanos = Math.min(minimumNanos, sample);
  }

  /** 0 if nothing was measured. */
  long smoothedNanos() {
    return smoothedNanos;
  }

  /** The shortest lately; 0 if nothing was measured. */
  long minimumNanos() {
    return smoothedNanos == 0 ? 0 : Math.min(minimumNanos, olderMinimumNanos);
  }

  /** After how long an answer is probably lost. */
  long timeoutNanos() {
    return smoothedNanos + 4 * variationNanos;
  }
}
