// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * A rate on reports of marked packets, DCQCN: each report cuts it by half of the share of the time
 * that was congested lately (alpha); then it returns in {@link DcqcnParameters#recoverySteps} steps
 * to what it was, and goes beyond, slowly at first. Time and bytes make the steps.
 *
 * <p>DCQCN is made for networks that lose nothing, and has no window. Here a lost
 * {@linkplain LossShare share} counts as a report, and no more than two round trips are under way.
 * Time passes when something is acknowledged: no timer of its own wakes the loop.
 */
final class DcqcnRate implements CongestionControl {
  private static final double NANOS_PER_SECOND = 1e9;

  /** What may be under way before a round trip was measured. */
  private static final long FIRST_WINDOW_BYTES = 128 << 10;

  /** Steps that are made up for at once after a pause. */
  private static final int MOST_STEPS = 64;

  private final DcqcnParameters parameters;
  private final EngineConfig config;
  private final RoundTrips roundTrips;
  private final LossShare losses;
  private double rate;
  private double target;
  private double alpha = 1;
  private boolean cutBefore;
  private boolean wasLimited;
  private long cutNanos;
  private long alphaNanos;
  private long stepNanos;
  private long stepBytes;
  private int timeSteps;
  private int byteSteps;

  DcqcnRate(DcqcnParameters parameters, EngineConfig config, RoundTrips roundTrips) {
    this.parameters = parameters;
    this.config = config;
    this.roundTrips = roundTrips;
    losses = new LossShare(roundTrips);
    rate = parameters.most();
    target = rate;
  }

  /** Bytes per second. */
  double rate() {
    return rate;
  }

  @Override
  public long windowBytes() {
    long roundTripNanos = roundTrips.smoothedNanos();
    double wanted =
        roundTripNanos == 0 ? FIRST_WINDOW_BYTES : 2 * rate * roundTripNanos / NANOS_PER_SECOND;
    return Math.clamp((long) wanted, config.leastWindowBytes(), config.mostWindowBytes());
  }

  @Override
  public long gapNanos(long bytes) {
    return (long) (bytes * NANOS_PER_SECOND / rate);
  }

  @Override
  public void acknowledged(long bytes, long delayNanos, boolean limited, long nowNanos) {
    lose(losses.acknowledged(bytes, nowNanos), nowNanos);
    wasLimited |= limited;
    stepBytes += bytes;
    if (cutBefore) {
      decay(nowNanos);
      step(nowNanos);
    } else if (rate < parameters.most()) {
      restart(nowNanos); // Time-outs came before any report.
    }
  }

  private void decay(long nowNanos) {
    for (int at = 0; at < MOST_STEPS && nowNanos - alphaNanos >= parameters.alphaNanos(); at++) {
      alpha *= 1 - parameters.gain();
      alphaNanos += parameters.alphaNanos();
    }
    alphaNanos = Math.max(alphaNanos, nowNanos - parameters.alphaNanos());
  }

  private void step(long nowNanos) {
    while (stepBytes >= parameters.stepBytes()) {
      stepBytes -= parameters.stepBytes();
      byteSteps++;
      grow();
    }
    for (int at = 0; at < MOST_STEPS && nowNanos - stepNanos >= parameters.stepNanos(); at++) {
      stepNanos += parameters.stepNanos();
      timeSteps++;
      grow();
      wasLimited = false;
    }
    stepNanos = Math.max(stepNanos, nowNanos - parameters.stepNanos());
  }

  /** Only a rate that keeps something back goes beyond what it was. */
  private void grow() {
    int recovery = parameters.recoverySteps();
    if (wasLimited && Math.max(timeSteps, byteSteps) > recovery) {
      boolean hyper = Math.min(timeSteps, byteSteps) > recovery;
      target += hyper ? parameters.hyper() : parameters.additive();
      target = Math.min(parameters.most(), target);
    }
    rate = (rate + target) / 2;
  }

  @Override
  public boolean marked(long nowNanos) {
    return cut(nowNanos);
  }

  private boolean cut(long nowNanos) {
    if (cutBefore && nowNanos - cutNanos < parameters.reportNanos()) {
      return false;
    }
    target = rate;
    rate = Math.max(parameters.least(), rate * (1 - alpha / 2));
    alpha = (1 - parameters.gain()) * alpha + parameters.gain();
    restart(nowNanos);
    return true;
  }

  /** Steps are counted anew. */
  private void restart(long nowNanos) {
    cutBefore = true;
    cutNanos = nowNanos;
    alphaNanos = nowNanos;
    stepNanos = nowNanos;
    stepBytes = 0;
    timeSteps = 0;
    byteSteps = 0;
  }

  @Override
  public void timedOut(int inARow) {
    target = rate;
    rate = inARow == 1 ? Math.max(parameters.least(), rate / 2) : parameters.least();
  }

  @Override
  public void lost(long bytes, long nowNanos) {
    lose(losses.lost(bytes, nowNanos), nowNanos);
  }

  /** What is lost for want of room was too much, and nothing to return to. */
  private void lose(double share, long nowNanos) {
    if (share > 0) {
      cut(nowNanos);
      rate = Math.max(parameters.least(), Math.min(rate, target * (1 - share)));
      target = rate;
    }
  }
}
