// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

import io.sennit.base.ProcessorUse;
import io.sennit.base.ProcessorUse.Sample;

/**
 * Whether the process wants all of the processors that it may use: what its threads used, times
 * what the thread that asks had to wait for a processor. The latter counts where others on the
 * machine, or a bound of a control group, take the processors away, so that little can be used. A
 * process whose handlers wait for others uses little, and saturates nothing, however busy the
 * machine is. For one thread at a time.
 */
final class Saturation {
  /** The system counts in hundredths of a second. */
  private static final long WINDOW_NANOS = 100_000_000;

  /** So much of what was before counts where little is used, of which the system tells little. */
  private static final double KEPT = 0.5;

  /** Once saturated, it remains so down to this share of {@code saturatedPercent}. */
  private static final double STAYS = 0.5;

  /** One long wait of a thread that seldom runs must not make much of little use. */
  private static final double MOST_STRETCH = 10;

  private final ProcessorUse use;
  private final double share;
  private Sample last;
  private long lastNanos;
  /**
   * Shares of the last windows, long or short: used of the processors, and of the thread's time.
   */
  private double used;

  private double ran;
  private double waited;

  private boolean begun;
  private boolean saturated;
  /** When the last window ended in which it was, if there was one. */
  private long endNanos;

  private boolean everSaturated;

  Saturation(ProcessorUse use, int percent) {
    this.use = use;
    share = percent / 100.0;
    last = new Sample(1, 0, 0, 0, 0);
  }

  /** In the last tenth of a second. Takes a sample if it was over. */
  boolean isSaturated(long nowNanos) {
    if (!begun || nowNanos - lastNanos >= WINDOW_NANOS) {
      Sample sample = use.sample();
      if (begun) {
        saturated = wanted(sample, nowNanos) >= (saturated ? share * STAYS : share);
      }
      begun = true;
      last = sample;
      lastNanos = nowNanos;
      everSaturated |= saturated;
    }
    if (saturated) {
      endNanos = nowNanos;
    }
    return saturated;
  }

  /** Whether it was at some moment since then, as far as somebody asked. */
  boolean wasSaturatedSince(long nanos) {
    return everSaturated && endNanos - nanos >= 0;
  }

  /** Of what may be used; more than 1 if there is less. */
  private double wanted(Sample sample, long nowNanos) {
    double nanos = nowNanos - lastNanos;
    boolean same = sample.thread() == last.thread();
    double usedNow = (sample.usedNanos() - last.usedNanos()) / (nanos * sample.processors());
    used = mean(used, usedNow);
    ran = mean(ran, same ? (sample.ranNanos() - last.ranNanos()) / nanos : 0);
    waited = mean(waited, same ? (sample.waitedNanos() - last.waitedNanos()) / nanos : 0);
    double stretch = ran > 0 ? Math.min(MOST_STRETCH, 1 + waited / ran) : 1;
    return Math.max(usedNow, used * stretch);
  }

  private static double mean(double before, double now) {
    return before * KEPT + now * (1 - KEPT);
  }
}
