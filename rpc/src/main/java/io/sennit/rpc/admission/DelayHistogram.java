// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

/** Delays of the last some thousand calls, each within an eighth. For one thread. */
final class DelayHistogram {
  private static final int SUB_BITS = 2;
  private static final int SUBS = 1 << SUB_BITS;
  private static final long MOST = 8192;

  private final long[] counts = new long[Long.SIZE * SUBS];
  private long total;

  void record(long nanos) {
    counts[bucket(Math.max(0, nanos))]++;
    if (++total >= MOST) {
      halve();
    }
  }

  /**
   * A delay that so many of a hundred calls did not exceed; 0 if there were none.
   *
   * @param percent 0 to 100
   */
  long percentile(double percent) {
    long rank = (long) Math.ceil(total * percent / 100);
    for (int bucket = 0; bucket < counts.length; bucket++) {
      rank -= counts[bucket];
      if (rank <= 0 && counts[bucket] > 0) {
        return middle(bucket);
      }
    }
    return 0;
  }

  private void halve() {
    total = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      counts[bucket] /= 2;
      total += counts[bucket];
    }
  }

  private static int bucket(long nanos) {
    if (nanos < SUBS) {
      return (int) nanos;
    }
    int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - SUB_BITS;
    return (shift << SUB_BITS) + (int) (nanos >>> shift);
  }

  private static long middle(int bucket) {
    if (bucket < 2 * SUBS) {
      return bucket;
    }
    int shift = (bucket >> SUB_BITS) - 1;
    long low = (long) (SUBS + (bucket & (SUBS - 1))) << shift;
    return low + ((1L << shift) >> 1);
  }
}
