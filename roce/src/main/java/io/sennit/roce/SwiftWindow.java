// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * A window on delay, after Swift: below the target delay it grows, above it shrinks in proportion
 * to the excess, at most by half and once per round trip. The target is the shortest round trip
 * plus what queues may add.
 */
final class SwiftWindow implements CongestionControl {
  private static final double STRENGTH = 0.8;
  private static final double LEAST_FACTOR = 0.5;
  private static final double LOSS_FACTOR = 0.9;
  private static final long FIRST_WINDOW_BYTES = 128 << 10;
  private static final long INCREASE_BYTES = 16 << 10;

  private final EngineConfig config;
  private final RoundTrips roundTrips;
  private double window = FIRST_WINDOW_BYTES;
  private boolean doubling = true;
  private long lastDecreaseNanos;
  private boolean decreased;

  SwiftWindow(EngineConfig config, RoundTrips roundTrips) {
    this.config = config;
    this.roundTrips = roundTrips;
    clamp();
  }

  @Override
  public long windowBytes() {
    return (long) window;
  }

  @Override
  public void acknowledged(long bytes, long delayNanos, boolean limited, long nowNanos) {
    if (delayNanos == 0) {
      return;
    }
    long targetNanos = targetNanos();
    if (delayNanos <= targetNanos) {
      grow(bytes, limited);
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

  private void shrink(double factor, long nowNanos) {
    if (!decreased || nowNanos - lastDecreaseNanos >= roundTrips.smoothedNanos()) {
      window *= Math.max(LEAST_FACTOR, factor);
      doubling = false;
      decreased = true;
      lastDecreaseNanos = nowNanos;
    }
  }

  @Override
  public void timedOut(int inARow) {
    window = inARow == 1 ? window / 2 : config.leastWindowBytes();
    doubling = true;
    clamp();
  }

  /** Mild, so that one in a hundred lost hardly matters, and where it is one in ten it does. */
  @Override
  public void lost(long nowNanos) {
    shrink(LOSS_FACTOR, nowNanos);
    clamp();
  }

  @Override
  public void marked(long nowNanos) {
    shrink(LEAST_FACTOR, nowNanos);
    clamp();
  }

  private void clamp() {
    window = Math.clamp(window, config.leastWindowBytes(), config.mostWindowBytes());
  }
}
