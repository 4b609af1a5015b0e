// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * How good a path is, from the completions of its chunks: smoothed round-trip time (gain 1/8), its
 * minimum over 10 s, and the delivery rate (bytes delivered from a chunk's post to its completion,
 * over that time; windowed maximum over 10 round trips, after BBR).
 *
 * <p>The minimum is corrected for the bytes that were queued ahead, so that a busy path does not
 * look like a long one.
 */
final class PathEstimate {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long MIN_RTT_WINDOW_NANOS = 10 * NANOS_PER_SECOND;

  private final WindowedExtreme rate = new WindowedExtreme();
  private final WindowedExtreme negatedRtt = new WindowedExtreme();
  private long deliveredBytes;
  private long srttNanos;

  /** Bytes this path has ever delivered. */
  long deliveredBytes() {
    return deliveredBytes;
  }

  void delivered(int bytes) {
    deliveredBytes += bytes;
  }

  /** Learns from one completed chunk; call after {@link #delivered}. */
  void sample(Copy copy, int bytes, long nowNanos) {
    long elapsedNanos = nowNanos - copy.postedNanos;
    if (elapsedNanos <= 0) {
      return; // Finer than the caller's clock steps: nothing to learn.
    }
    srttNanos = srttNanos == 0 ? elapsedNanos : srttNanos + (elapsedNanos - srttNanos) / 8;
    long moved = deliveredBytes - copy.deliveredBefore;
    rate.add(perSecond(moved, elapsedNanos), nowNanos, 10 * srttNanos);
    long queuedNanos = nanosFor(copy.aheadBytes + bytes);
    negatedRtt.add(-Math.max(1, elapsedNanos - queuedNanos), nowNanos, MIN_RTT_WINDOW_NANOS);
  }

  long srttNanos() {
    return srttNanos;
  }

  /** 0 if unknown. */
  long minRttNanos() {
    return negatedRtt.value() == Long.MIN_VALUE ? 0 : -negatedRtt.value();
  }

  /** Bytes per second; 0 if unknown. */
  long rate() {
    return Math.max(0, rate.value());
  }

  private long nanosFor(long bytes) {
    return rate() == 0 ? 0 : (long) ((double) bytes * NANOS_PER_SECOND / rate());
  }

  private static long perSecond(long bytes, long nanos) {
    return (long) ((double) bytes * NANOS_PER_SECOND / nanos);
  }
}
