// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Psn;

/**
 * Measures how long answers take: smoothed time, variation, and the shortest of the last ten
 * seconds or so. Only packets that were sent once are measured.
 */
final class RoundTrips {
  private static final int SAMPLES = 64;
  private static final long MINIMUM_LIFE_NANOS = 5_000_000_000L;

  private final int[] psns = new int[SAMPLES];
  private final long[] sentNanos = new long[SAMPLES];
  private int first;
  private int count;
  private long smoothedNanos;
  private long variationNanos;
  private long minimumNanos = Long.MAX_VALUE;
  private long olderMinimumNanos = Long.MAX_VALUE;
  private long minimumSinceNanos;

  RoundTrips() {}

  /** A packet that will be answered was sent for the first time. */
  void sent(int psn, long nowNanos) {
    if (count < SAMPLES) {
      int slot = (first + count++) & (SAMPLES - 1);
      psns[slot] = psn;
      sentNanos[slot] = nowNanos;
    }
  }

  /** What is under way will be sent again: its answers would say nothing. */
  void forget() {
    count = 0;
  }

  /**
   * Everything up to a packet was answered.
   *
   * @return the time of the latest packet measured, 0 if none
   */
  long answered(int psn, long nowNanos) {
    long sample = 0;
    while (count > 0 && Psn.minus(psn, psns[first]) >= 0) {
      sample = Math.max(1, nowNanos - sentNanos[first]);
      first = (first + 1) & (SAMPLES - 1);
      count--;
    }
    if (sample > 0) {
      take(sample, nowNanos);
    }
    return sample;
  }

  private void take(long sample, long nowNanos) {
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

  /** The shortest lately; only after something was measured. */
  long minimumNanos() {
    return Math.min(minimumNanos, olderMinimumNanos);
  }

  /** After how long an answer is probably lost. */
  long timeoutNanos() {
    return smoothedNanos + 4 * variationNanos;
  }
}
