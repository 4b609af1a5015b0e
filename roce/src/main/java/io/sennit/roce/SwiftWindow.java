// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * A window on delay, after Swift: below the target delay it grows, above it shrinks in proportion
 * to the excess, at most by half and once per round trip. The target is the shortest round trip
 * plus what queues may add.
 *
 * <p>Delay tells of a full queue, so that only a lost {@linkplain LossShare share} counts: where
 * the queue is too short for delay, much is lost.
 */
final class SwiftWindow implements CongestionControl {
  private static final double STRENGTH = 0.8;
  private static final double LEAST_FACTOR = 0.5;
  private static final long FIRST_WINDOW_BYTES = 128 << 10;
  private static final long INCREASE_BYTES = 16 << 10;

  private final EngineConfig config;
  private final RoundTrips roundTrips;
  private final LossShare losses;
  private double window = FIRST_WINDOW_BYTES;
  private boolean doubling = true;
  private long lastDecreaseNanos;
  private boolean decreased;
  private long unmeasuredBytes;
  private boolean wasLimited;

  SwiftWindow(EngineConfig config, RoundTrips roundTrips) {
    this.config = config;
    this.roundTrips = roundTrips;
    losses = new LossShare(roundTrips);
    clamp();
  }

  @Override
  public long windowBytes() {
    return (long) window;
  }

  /** A window below one packet is kept by waiting. */
  @Override
  public long gapNanos(long bytes) {
    return window < bytes ? (long) (roundTrips.smoothedNanos() * bytes / window) : 0;
  }

  @Override
  public void acknowledged(long bytes, long delayNanos, boolean limited, long nowNanos) {
    shrinkByLoss(losses.acknowledged(bytes, nowNanos), nowNanos);
    unmeasuredBytes += bytes;
    wasLimited |= limited;
    if (delayNanos == 0) {
      clamp();
      return;
    }
    long measuredBytes = unmeasuredBytes;
    boolean grows = wasLimited;
    unmeasuredBytes = 0;
    wasLimited = false;
    long targetNanos = targetNanos();
    if (delayNanos <= targetNanos) {
      grow(measuredBytes, grows);
    } else {
      shrink(1 - STRENGTH * (delayNanos - targetNanos) / delayNanos, nowNanos);
    }
    clamp();
  }

  private long targetNanos() {
    long minimum = roundTrips.minimumNanos();
    return minimum + Math.max(config.queueingNanos(), minimum);
  }

  private void grow(long bytes, boolean limited) {
    if (limited) {
      window += doubling ? bytes : INCREASE_BYTES * bytes / window;
    }
  }

  private boolean shrink(double factor, long nowNanos) {
    if (decreased && nowNanos - lastDecreaseNanos < roundTrips.smoothedNanos()) {
      return false;
    }
    window *= Math.max(LEAST_FACTOR, factor);
    doubling = false;
    decreased = true;
    lastDecreaseNanos = nowNanos;
    return true;
  }

  @Override
  public void timedOut(int inARow) {
    window = inARow == 1 ? window / 2 : config.leastWindowBytes();
    doubling = true;
    clamp();
  }

  @Override
  public void lost(long bytes, long nowNanos) {
    shrinkByLoss(losses.lost(bytes, nowNanos), nowNanos);
    clamp();
  }

  private void shrinkByLoss(double share, long nowNanos) {
    if (share > 0) {
      shrink(1 - share, nowNanos);
    }
  }

  @Override
  public boolean marked(long nowNanos) {
    boolean obeyed = shrink(LEAST_FACTOR, nowNanos);
    clamp();
    return obeyed;
  }

  private void clamp() {
    window = Math.clamp(window, config.leastWindowBytes(), config.mostWindowBytes());
  }
}
