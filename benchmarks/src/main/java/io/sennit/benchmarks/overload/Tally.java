// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.overload;

import java.util.Map;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * What became of the calls of one round. Times count from when a call was due, not from when it was
 * made, so that a generator that falls behind hides nothing. Safe from any thread.
 */
final class Tally {
  static final String GOODPUT = "answered in time";
  static final String REFUSED = "refused";
  static final String LATE = "deadline exceeded";
  static final String OTHER = "failed otherwise";
  static final String P50 = "p50 of answers";
  static final String P99 = "p99 of answers";
  static final String REFUSAL_P99 = "p99 of refusals";
  static final String EXECUTED = "executed";
  static final String PROCESSOR = "server's processor";

  private static final long HIGHEST_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final int END_SECONDS = 30;

  private final long beginNanos;
  private final long nanos;
  private final Phaser open = new Phaser(1);
  private final ConcurrentHistogram answers = new ConcurrentHistogram(HIGHEST_NANOS, 3);
  private final ConcurrentHistogram refusals = new ConcurrentHistogram(HIGHEST_NANOS, 3);
  private final LongAdder inTime = new LongAdder();
  private final LongAdder late = new LongAdder();
  private final LongAdder other = new LongAdder();

  /** @param nanos for which calls are offered */
  Tally(long beginNanos, long nanos) {
    this.beginNanos = beginNanos;
    this.nanos = nanos;
  }

  /** How a call ended. */
  enum End {
    ANSWERED,
    REFUSED,
    DEADLINE,
    OTHER
  }

  void begun() {
    open.register();
  }

  /** One that has begun ended; goodput is what came back while calls were offered. */
  void ended(End end, long dueNanos, long nowNanos) {
    long took = Math.min(HIGHEST_NANOS, Math.max(0, nowNanos - dueNanos));
    switch (end) {
      case ANSWERED -> answered(took, nowNanos);
      case REFUSED -> refusals.recordValue(took);
      case DEADLINE -> late.increment();
      case OTHER -> other.increment();
    }
    open.arriveAndDeregister();
  }

  private void answered(long took, long nowNanos) {
    if (took > Work.DEADLINE_NANOS) {
      late.increment();
      return;
    }
    answers.recordValue(took);
    if (nowNanos - beginNanos <= nanos) {
      inTime.increment();
    }
  }

  /** Waits for the end of all that have begun; then the figures. */
  Map<String, Double> figures() throws InterruptedException, TimeoutException {
    open.awaitAdvanceInterruptibly(open.arrive(), END_SECONDS, TimeUnit.SECONDS);
    double seconds = nanos / 1e9;
    return Map.of(
        GOODPUT, inTime.sum() / seconds,
        REFUSED, refusals.getTotalCount() / seconds,
        LATE, late.sum() / seconds,
        OTHER, other.sum() / seconds,
        P50, answers.getValueAtPercentile(50) / 1e6,
        P99, answers.getValueAtPercentile(99) / 1e6,
        REFUSAL_P99, refusals.getValueAtPercentile(99) / 1e6);
  }
}
