// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

/**
 * How long a call that comes now would wait for a thread, and how long it may. Sans-IO: times are
 * given, and never go back. For one thread.
 *
 * <p>By Little's law a call waits for as many pauses between two starts as there are calls before
 * it, whoever runs them, one thread or many; so the pause is all that has to be measured. What a
 * call may wait follows CoDel (Nichols and Jacobson, "Controlling Queue Delay", ACM Queue 10/5,
 * 2012) in the form that servers use (Maurer, "Fail at Scale", ACM Queue 13/8, 2015; folly's
 * {@code Codel}): much in a queue that was empty a moment ago, and little in one that stands. It
 * differs in what it is measured by: not a constant, but the deadlines of the calls themselves,
 * which are known here.
 */
final class WaitEstimate {
  /** A start counts as much as each before it since somebody waits, up to so many. */
  private static final int MOST_PAUSES = 64;

  /** An arrival counts so much of the mean of deadlines. */
  private static final double PATIENCE_GAIN = 1.0 / 256;

  /** Calls with less do not make others less patient than this. */
  private static final long LEAST_PATIENCE_NANOS = 1_000_000;

  private final AdmissionConfig config;
  private int waiting;
  private int pauses;
  private double pauseNanos;
  /** Since when the first of those waiting is the first, or nobody waits. */
  private long headNanos;
  /** When somebody began to wait where nobody had. */
  private long standsSinceNanos;
  /** Mean of the reciprocals: one call with little time counts as many with much. */
  private double impatience;

  WaitEstimate(AdmissionConfig config) {
    this.config = config;
  }

  int waiting() {
    return waiting;
  }

  /** A call came that has so much time; not called for those that have all the time. */
  void offered(long timeLeftNanos) {
    double its = 1.0 / Math.max(LEAST_PATIENCE_NANOS, timeLeftNanos);
    impatience = impatience == 0 ? its : impatience + (its - impatience) * PATIENCE_GAIN;
  }

  /** A call waits from now on. */
  void entered(long nowNanos) {
    if (waiting++ == 0) {
      standsSinceNanos = nowNanos;
      headNanos = nowNanos;
      pauses = Math.min(pauses, 1); // What was learnt before is a first guess.
    }
  }

  /** One that waited is run. */
  void started(long nowNanos) {
    pauses = Math.min(pauses + 1, MOST_PAUSES);
    pauseNanos += (nowNanos - headNanos - pauseNanos) / pauses;
    left(nowNanos);
    headNanos = nowNanos;
  }

  /** One that waited will not be run. */
  void left(long nowNanos) {
    if (--waiting == 0) {
      standsSinceNanos = nowNanos;
    }
  }

  /** How long a call that comes now would wait. */
  long expectedNanos(long nowNanos) {
    if (waiting == 0) {
      return 0;
    }
    // The pause that goes on is longer than the others where nothing starts any more.
    long sinceStartNanos = nowNanos - headNanos;
    double restNanos = Math.max(0, pauseNanos - sinceStartNanos);
    return Math.max(sinceStartNanos, (long) (waiting * pauseNanos + restNanos));
  }

  /** Whether calls have waited for so long without a pause that it is no burst. */
  boolean isStanding(long nowNanos) {
    return waiting > 0 && nowNanos - standsSinceNanos > config.standingNanos();
  }

  /** How long a call may wait in a queue that stands. */
  long standingLimitNanos() {
    long least = (long) (config.standingCalls() * pauseNanos);
    return Math.max(least, (long) (config.standingPercent() / 100.0 / impatience));
  }

  /** How long a call may wait that has so much time besides what it takes to run. */
  long burstLimitNanos(long timeLeftNanos) {
    return (long) (timeLeftNanos * (config.burstPercent() / 100.0));
  }
}
