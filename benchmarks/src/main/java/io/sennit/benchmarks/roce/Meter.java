// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import io.sennit.base.Clock;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What a near end reads off its rounds, the same with every program. Confined to one thread. */
final class Meter {
  static final String MEDIAN = "p50";
  static final String P99 = "p99";
  static final String RATE = "rate";
  static final String GOODPUT = "goodput";
  static final String COST = "cost per packet";

  private static final long HIGHEST_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final double NANOS_PER_MICRO = 1e3;

  private final Clock clock;
  private final Histogram roundTrips = new Histogram(HIGHEST_NANOS, 3);
  private long beginNanos;
  private long lastNanos;

  Meter(Clock clock) {
    this.clock = clock;
  }

  /** A round begins. */
  void begin() {
    roundTrips.reset();
    beginNanos = clock.nanoTime();
    lastNanos = beginNanos;
  }

  /** Whether a round has gone on for so long. */
  boolean isOver(long nanos) {
    return clock.nanoTime() - beginNanos >= nanos;
  }

  /** One more answer has come; returns whether the round has gone on for so long. */
  boolean roundTrip(long nanos) {
    long nowNanos = clock.nanoTime();
    roundTrips.recordValue(Math.min(HIGHEST_NANOS, nowNanos - lastNanos));
    lastNanos = nowNanos;
    return nowNanos - beginNanos >= nanos;
  }

  /** An answer that does not count; returns as {@link #roundTrip} does. */
  boolean skip(long nanos) {
    lastNanos = clock.nanoTime();
    return lastNanos - beginNanos >= nanos;
  }

  /** The figures of a round of answers. */
  Map<String, Double> latency() {
    return Map.of(
        MEDIAN, roundTrips.getValueAtPercentile(50) / NANOS_PER_MICRO,
        P99, roundTrips.getValueAtPercentile(99) / NANOS_PER_MICRO);
  }

  /** The figures of a round in which so many messages arrived, at least one. */
  Map<String, Double> throughput(Traffic traffic, double messages) {
    double nanos = clock.nanoTime() - beginNanos;
    return Map.of(
        RATE, messages * 1e9 / nanos,
        GOODPUT, messages * traffic.bytes() * 1e3 / nanos,
        COST, nanos / (messages * traffic.packets()));
  }
}
