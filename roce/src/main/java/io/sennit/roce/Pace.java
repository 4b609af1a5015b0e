// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * How fast something is sent that nobody acknowledges here: the data that a peer READs, and the
 * messages of unreliable connections. A notice of congestion halves the rate, then it comes back as
 * DCQCN's does (Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015,
 * section 3.1): half way to what it was in each of five periods, and from there in small steps.
 */
final class Pace {
  /** A rate that is none: nothing is paced from here on, 100 Gb/s. */
  static final long NO_BYTES_PER_SECOND = 12_500_000_000L;

  /** No notice makes it slower: 40 Mb/s. */
  static final long LEAST_BYTES_PER_SECOND = 5_000_000L;

  /** DCQCN's timer: how long after a notice, or a step, the next step is made. */
  static final long PERIOD_NANOS = 55_000;

  /** DCQCN's N: no receiver sends notices more often, so a second one is none. */
  static final long LEAST_GAP_NANOS = 50_000;

  /** What may be sent at once, before the time is looked at. */
  static final int TURN_BYTES = 16 << 10;

  /** DCQCN's F. */
  private static final int FAST_PERIODS = 5;

  /** DCQCN's R_AI: 40 Mb/s. */
  private static final long STEP_BYTES_PER_SECOND = 5_000_000L;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final long most;
  private final NoticeBound bound;
  private long current;
  private long target;
  private boolean marked;
  private long markedNanos;
  private long steppedNanos;
  private boolean begun;
  private long freeNanos;
  private int steps;

  /**
   * One that no notice has slowed.
   *
   * @param mostBytesPerSecond the rate then, at least {@link #LEAST_BYTES_PER_SECOND}
   * @param mostNoticesPerSecond that are obeyed in the long run
   */
  Pace(long mostBytesPerSecond, int mostNoticesPerSecond) {
    most = mostBytesPerSecond;
    bound = new NoticeBound(mostNoticesPerSecond);
    current = most;
    target = most;
  }

  /** Whether it has to be waited for, now and then. */
  boolean isSlow() {
    return current < NO_BYTES_PER_SECOND;
  }

  /** Whether something may be sent now. */
  boolean isOpen(long nowNanos) {
    return !isSlow() || !begun || freeNanos - nowNanos <= 0;
  }

  /** From when on something may be sent again, if it is not open. */
  long freeNanos() {
    return freeNanos;
  }

  /** So many bytes were handed over. */
  void sent(long bytes, long nowNanos) {
    recover(nowNanos);
    if (isSlow()) {
      long sinceNanos = isOpen(nowNanos) ? nowNanos : freeNanos;
      freeNanos = sinceNanos + bytes * NANOS_PER_SECOND / current;
      begun = true;
    }
  }

  /** The peer reports congestion. */
  void marked(long nowNanos) {
    if ((marked && nowNanos - markedNanos < LEAST_GAP_NANOS) || !bound.admits(nowNanos)) {
      return;
    }
    bound.take(nowNanos);
    recover(nowNanos);
    target = current;
    current = Math.max(LEAST_BYTES_PER_SECOND, current / 2);
    steps = 0;
    marked = true;
    markedNanos = nowNanos;
    steppedNanos = nowNanos;
  }

  private void recover(long nowNanos) {
    while (current < most && nowNanos - steppedNanos >= PERIOD_NANOS) {
      steppedNanos += PERIOD_NANOS;
      if (++steps > FAST_PERIODS) {
        target = Math.min(most, target + STEP_BYTES_PER_SECOND);
      }
      current = (current + target + 1) / 2;
    }
  }
}
