// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.CompletionStatus;

/**
 * When a queue pair stops waiting for an answer: asks once what has arrived, repeats with doubled
 * time-outs, waits when the peer has no receive, and gives up after so many tries without progress.
 */
final class RetryTimer {
  private static final int MOST_SHIFT = 30;

  private final EngineConfig config;
  private final RoundTrips roundTrips;
  private final boolean probes;
  private long probeAt = Engine.NO_TIMER;
  private long answerBy = Engine.NO_TIMER;
  private long notReadyUntil = Engine.NO_TIMER;
  private int retries;
  private int doublings;

  /** How often it was asked since an answer was measured last. */
  private int silences;

  private int notReadyRetries;
  private long notReadySince;

  /** @param probes whether the peer can tell what has arrived */
  RetryTimer(EngineConfig config, RoundTrips roundTrips, boolean probes) {
    this.config = config;
    this.roundTrips = roundTrips;
    this.probes = probes;
  }

  /** When the queue pair has to look at this again. */
  long deadlineNanos() {
    return isNotReady() ? notReadyUntil : Math.min(answerBy, probeAt);
  }

  /** Whether the peer has asked to wait. */
  boolean isNotReady() {
    return notReadyUntil != Engine.NO_TIMER;
  }

  /** Something was sent that will be answered. */
  void sent(long nowNanos) {
    if (answerBy == Engine.NO_TIMER) {
      answerBy = nowNanos + timeoutNanos();
      probeAt = probeNanos(nowNanos);
    }
  }

  /**
   * Once for each silence, and only if it is known how long answers take. What is asked about is
   * sent again, so that its answer measures nothing: the time is doubled as the time-out is, or a
   * route that has become slower would be asked about everything, and never be measured again.
   */
  private long probeNanos(long nowNanos) {
    long usualNanos = roundTrips.timeoutNanos();
    if (!probes || usualNanos == 0 || retries > 0) {
      return Engine.NO_TIMER;
    }
    long least = Math.max(config.leastProbeNanos(), usualNanos + roundTrips.smoothedNanos());
    return nowNanos + Math.min(doubled(least, silences), config.mostTimeoutNanos());
  }

  /** Whether the time has just come to ask what has arrived. */
  boolean endSilence(long nowNanos) {
    boolean ended = !isNotReady() && probeAt != Engine.NO_TIMER && nowNanos - probeAt >= 0;
    if (ended) {
      probeAt = Engine.NO_TIMER;
    }
    return ended;
  }

  /** That was asked, by sending something again. */
  void asked() {
    silences++;
  }

  private long timeoutNanos() {
    long least = Math.max(config.leastTimeoutNanos(), roundTrips.timeoutNanos());
    return Math.min(doubled(least, doublings), config.mostTimeoutNanos());
  }

  /** So many times; what is too long for that is for ever. */
  private static long doubled(long nanos, int times) {
    long doubled = nanos << Math.min(times, MOST_SHIFT);
    return doubled < nanos ? Long.MAX_VALUE : doubled;
  }

  /**
   * Something new was acknowledged. No answer is awaited while the peer has asked to wait. The
   * time-out stays doubled until a round trip was measured, or a route slower than the least
   * time-out would be sent everything twice for ever (Karn, RFC 6298).
   */
  void progress(boolean stillWaiting, boolean measured, long nowNanos) {
    retries = 0;
    doublings = measured ? 0 : doublings;
    silences = measured ? 0 : silences;
    notReadyRetries = 0;
    boolean waits = stillWaiting && !isNotReady();
    answerBy = waits ? nowNanos + timeoutNanos() : Engine.NO_TIMER;
    probeAt = waits ? probeNanos(nowNanos) : Engine.NO_TIMER;
  }

  /** Everything not acknowledged will be sent again. */
  void rewound() {
    answerBy = Engine.NO_TIMER;
    probeAt = Engine.NO_TIMER;
  }

  /** The queue pair ends. */
  void stop() {
    answerBy = Engine.NO_TIMER;
    probeAt = Engine.NO_TIMER;
    notReadyUntil = Engine.NO_TIMER;
  }

  /**
   * The peer has no receive.
   *
   * @return SUCCESS to wait, or how the request fails
   */
  CompletionStatus notReady(long waitNanos, long nowNanos) {
    if (notReadyRetries == 0) {
      notReadySince = nowNanos;
    }
    boolean waitedTooLong = config.rnrRetryCount() == EngineConfig.ENDLESS
        && nowNanos - notReadySince >= EngineConfig.MOST_NOT_READY_NANOS;
    if (++notReadyRetries > config.rnrRetryCount() || waitedTooLong) {
      return CompletionStatus.RECEIVER_NOT_READY_EXCEEDED;
    }
    notReadyUntil = nowNanos + waitNanos;
    answerBy = Engine.NO_TIMER;
    probeAt = Engine.NO_TIMER;
    return CompletionStatus.SUCCESS;
  }

  /** Whether the time to wait for the peer's receive has just ended. */
  boolean endNotReady(long nowNanos) {
    boolean ended = isNotReady() && nowNanos - notReadyUntil >= 0;
    if (ended) {
      notReadyUntil = Engine.NO_TIMER;
    }
    return ended;
  }

  /** Whether no answer came in time. */
  boolean isLate(long nowNanos) {
    return !isNotReady() && answerBy != Engine.NO_TIMER && nowNanos - answerBy >= 0;
  }

  /**
   * Counts a time-out.
   *
   * @return how many there were in a row, or 0 to give up
   */
  int fire() {
    doublings++;
    return ++retries > config.retryCount() ? 0 : retries;
  }
}
