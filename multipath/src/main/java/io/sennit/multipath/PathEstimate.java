// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * How good a path is: smoothed round trip and its variation (RFC 6298), the shortest round trip of
 * the last seconds, and a {@link Flow} for each direction. Learns from probes, which never wait
 * behind chunks, and from chunks, corrected for the bytes queued ahead and for their own.
 */
final class PathEstimate {
  private final PathTuning tuning;
  private final Flow out;
  private final Flow in;
  private final WindowedExtreme negatedRtt = new WindowedExtreme();
  private final WindowedExtreme slowestProbe = new WindowedExtreme();
  private long srttNanos;
  private long variationNanos;
  private long probeNanos;

  PathEstimate(Core core) {
    tuning = core.tuning();
    out = new Flow(core);
    in = new Flow(core);
  }

  /** SEND, WRITE and atomics. */
  Flow out() {
    return out;
  }

  /** READ. */
  Flow in() {
    return in;
  }

  Flow flow(boolean inbound) {
    return inbound ? in : out;
  }

  /** A new strand: the route may be another one, so only the round trips are still believed. */
  void restart() {
    probeNanos = 0;
    out.restart();
    in.restart();
  }

  /**
   * An answered probe. One that was given up already counts as the longest that is waited for: what
   * comes after a pause of the peer says how long that was, and nothing of the path. A path that
   * has truly become slower is believed after a few.
   */
  void probed(long rttNanos, long nowNanos) {
    if (rttNanos > 0) {
      shortest(rttNanos, nowNanos);
      long believedNanos = Math.min(rttNanos, probePatienceNanos());
      slowestProbe.add(believedNanos, nowNanos, tuning.minRttWindowNanos());
      smooth(believedNanos);
      probeNanos += probeNanos == 0 ? believedNanos : smoothing(probeNanos, believedNanos);
    }
  }

  /**
   * A completed chunk; after {@link Flow#completed}.
   *
   * @param measuredByProvider its smoothed round trip; 0 if it does not measure
   * @param rateByProvider bytes per second of this direction; 0 if it does not measure
   */
  void chunk(Copy copy, Work work, long nowNanos, long measuredByProvider, long rateByProvider) {
    long elapsedNanos = nowNanos - copy.postedNanos;
    if (elapsedNanos <= 0) {
      return; // Finer than the caller's clock steps: nothing to learn.
    }
    Flow flow = flow(work.inbound());
    long roundNanos = Math.max(srttNanos, Math.min(elapsedNanos, expectedNanos(copy, work)));
    flow.learn(copy, nowNanos, tuning.rateWindowRounds() * roundNanos, rateByProvider);
    long lineNanos = flow.nanosFor(copy.aheadBytes + work.bytes());
    long rttNanos = measuredByProvider;
    if (rttNanos == 0) {
      if (copy.aheadBytes == 0) {
        shortest(elapsedNanos, nowNanos);
      }
      rttNanos = Math.max(elapsedNanos - lineNanos, Math.max(1, minRttNanos()));
    } else {
      shortest(rttNanos, nowNanos);
    }
    smooth(rttNanos);
    flow.window().delivered(rttNanos, this, nowNanos);
  }

  /** A round, as long as it was before the path became slow: or that would be believed late. */
  private long expectedNanos(Copy copy, Work work) {
    Flow flow = flow(work.inbound());
    return flow.rate() == 0
        ? Long.MAX_VALUE
        : minRttNanos() + flow.nanosFor(copy.aheadBytes + work.bytes());
  }

  private void shortest(long rttNanos, long nowNanos) {
    negatedRtt.add(-rttNanos, nowNanos, tuning.minRttWindowNanos());
  }

  private void smooth(long rttNanos) {
    if (srttNanos == 0) {
      srttNanos = rttNanos;
      variationNanos = rttNanos / 2;
      return;
    }
    long deviation = Math.abs(srttNanos - rttNanos);
    variationNanos += (deviation - variationNanos) >> (tuning.rttGainShift() - 1);
    srttNanos += smoothing(srttNanos, rttNanos);
  }

  private long smoothing(long smoothedNanos, long sampleNanos) {
    return (sampleNanos - smoothedNanos) >> tuning.rttGainShift();
  }

  /** Smoothed, of the probes of this strand alone, which wait for no chunk of its; 0 if unknown. */
  long probeNanos() {
    return probeNanos;
  }

  /** 0 if unknown. */
  long srttNanos() {
    return srttNanos;
  }

  /** 0 if unknown. */
  long variationNanos() {
    return variationNanos;
  }

  /** 0 if unknown. */
  long minRttNanos() {
    return negatedRtt.value() == Long.MIN_VALUE ? 0 : -negatedRtt.value();
  }

  /**
   * How long a probe may be unanswered before it is missed: as above, and twice what one lately
   * took. A verdict must not be hastier than the loaded path has ever been.
   */
  long probePatienceNanos() {
    return Math.max(patienceNanos(), 2 * Math.max(0, slowestProbe.value()));
  }

  /** How long work may be silent before its path is suspect; what its bytes take comes on top. */
  long patienceNanos() {
    return Math.max(tuning.patienceNanos(), 4 * srttNanos + 4 * variationNanos);
  }
}
