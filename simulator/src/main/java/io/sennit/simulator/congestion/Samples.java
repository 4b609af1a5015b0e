// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.congestion;

import java.util.Arrays;

/** Numbers in order. */
final class Samples {
  private final long[] sorted;

  private Samples(long[] sorted) {
    this.sorted = sorted;
  }

  static Samples of(long[] any) {
    long[] sorted = any.clone();
    Arrays.sort(sorted);
    return new Samples(sorted);
  }

  /**
   * The least that so many per cent are not above; 0 if there is none.
   *
   * @param percent 1 to 100
   */
  long percentile(int percent) {
    return sorted.length == 0 ? 0 : sorted[Math.ceilDiv(sorted.length * percent, 100) - 1];
  }
}
