// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.sennit.base.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What one round brings: bytes as they are delivered, and small calls. Safe from any thread. */
public final class Meter {
  /** Payload bits a second, in millions. */
  public static final String GOODPUT = "goodput";

  /** The longest time without any byte, in milliseconds. */
  public static final String GAP = "longest gap";

  /** How long after others came to a link its share has moved elsewhere, in milliseconds. */
  static final String MOVE = "share moves";

  /** How long after its address a port carries nine tenths of its share, in milliseconds. */
  static final String ARRIVAL = "carries its share";

  static final String SUCCEEDED = "calls that succeed";
  static final String P50 = "small call p50";
  static final String P99 = "small call p99";
  static final String P999 = "small call p99.9";

  private static final long HIGHEST_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final double NANOS_PER_MILLI = 1e6;

  private final Clock clock;
  private final long startNanos;
  private final long endNanos;
  private final Histogram latencyNanos = new Histogram(HIGHEST_NANOS, 3);
  private long bytes;
  private long latestNanos;
  private long gapNanos;
  private long calls;
  private long failed;

  /** Begins a round of so many nanoseconds. */
  public Meter(Clock clock, long nanos) {
    this.clock = clock;
    startNanos = clock.nanoTime();
    latestNanos = startNanos;
    endNanos = startNanos + nanos;
  }

  /** Whether the round is over. */
  public boolean isOver() {
    return clock.nanoTime() >= endNanos;
  }

  /** What is left of the round. */
  public long leftNanos() {
    return Math.max(0, endNanos - clock.nanoTime());
  }

  /** Until the round is over. */
  void awaitEnd() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    while (!isOver()) {
      boolean _ = never.await(leftNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** So many bytes of payload have just come; those after the end do not count. */
  public synchronized void delivered(long count) {
    long nowNanos = Math.min(clock.nanoTime(), endNanos);
    gapNanos = Math.max(gapNanos, nowNanos - latestNanos);
    latestNanos = nowNanos;
    if (nowNanos < endNanos) {
      bytes += count;
    }
  }

  /** A call has ended well. */
  synchronized void succeeded(long nanos) {
    calls++;
    latencyNanos.recordValue(Math.min(nanos, HIGHEST_NANOS));
  }

  /** A call has ended badly. */
  synchronized void failed() {
    calls++;
    failed++;
  }

  /** The flow's figures. */
  public synchronized Map<String, Double> flow() {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(GOODPUT, bytes * 8e3 / (endNanos - startNanos));
    figures.put(GAP, Math.max(gapNanos, endNanos - latestNanos) / NANOS_PER_MILLI);
    return figures;
  }

  /** All figures. */
  synchronized Map<String, Double> flowAndCalls() {
    Map<String, Double> figures = flow();
    figures.put(SUCCEEDED, (calls - failed) / (double) calls);
    figures.put(P50, millis(50));
    figures.put(P99, millis(99));
    figures.put(P999, millis(99.9));
    return figures;
  }

  private double millis(double percentile) {
    return latencyNanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
  }
}
