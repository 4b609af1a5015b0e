// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * How many reports of congestion a queue pair obeys: some in a row, so that a full route is left
 * quickly, and so many a second in the long run. Nobody signs a report, and a window that somebody
 * forges them for still grows in between.
 */
final class NoticeBound {
  /** More than it takes to get from the largest window to the smallest. */
  static final int IN_A_ROW = 16;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final long gapNanos;
  private boolean taken;
  private long paidNanos;

  /** @param mostPerSecond in the long run */
  NoticeBound(int mostPerSecond) {
    gapNanos = NANOS_PER_SECOND / mostPerSecond;
  }

  /** Whether one more may be obeyed. */
  boolean admits(long nowNanos) {
    return !taken || paidNanos - nowNanos <= (IN_A_ROW - 1) * gapNanos;
  }

  /** One was obeyed. */
  void take(long nowNanos) {
    paidNanos = (taken ? Math.max(paidNanos, nowNanos) : nowNanos) + gapNanos;
    taken = true;
  }
}
