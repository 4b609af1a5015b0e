// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * A window on delay, after Swift (SIGCOMM 2020): below the target delay it grows, above it shrinks
 * in proportion to the excess, at most by half and once per round trip. The target is the shortest
 * round trip plus what queues may add. A report of marked packets halves it, and so does a lost
 * {@linkplain LossShare share}: where the queue is too short for delay to tell, much is lost.
 *
 * <p>Delay may be a host's own, and leaves a window of a certain size; marks and losses are the
 * network's, and leave less than a packet if need be: then a packet is followed by a gap.
 */
final class SwiftWindow implements CongestionControl {
  private static final double STRENGTH = 0.8;
  private static final double LEAST_FACTOR = 0.5;
  private static final long FIRST_WINDOW_BYTES = 128 << 10;
  private static final long LEAST_INCREASE_BYTES = 4 << 10;
  private static final long MOST_INCREASE_BYTES = 16 << 10;

  /** What marks and losses leave at least: a sixteenth of a large packet for each round trip. */
  private static final double LEAST_WINDOW_BYTES = 256;

  /** No gap is longer than at DCQCN's least rate: nor does forging reports stop a long route. */
  private static final double MOST_NANOS_OF_A_BYTE = 1e9 / DcqcnParameters.STANDARD.least();

  private final EngineConfig config;
  private final RoundTrips roundTrips;
  private final LossShare losses;
  private double window;
  private boolean doubling = true;
  private long lastDecreaseNanos;
  private boolean decreased;
  private long unmeasuredBytes;
  private boolean wasLimited;

  SwiftWindow(EngineConfig config, RoundTrips roundTrips) {
    this.config = config;
    this.roundTrips = roundTrips;
    losses = new LossShare(roundTrips);
    window = Math.clamp(FIRST_WINDOW_BYTES, config.leastWindowBytes(), config.mostWindowBytes());
  }

  @Override
  public long windowBytes() {
    return (long) window;
  }

  /** A window below one packet is kept by waiting. */
  @Override
  public long gapNanos(long bytes) {
    double nanosOfAByte = Math.min(roundTrips.smoothedNanos() / window, MOST_NANOS_OF_A_BYTE);
    return window < bytes ? (long) (bytes * nanosOfAByte) : 0;
  }

  @Override
  public void acknowledged(long bytes, long delayNanos, boolean limited, long nowNanos) {
    shrinkByLoss(losses.acknowledged(bytes, nowNanos), nowNanos);
    unmeasuredBytes += bytes;
    wasLimited |= limited;
    if (delayNanos == 0) {
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
      double factor = 1 - STRENGTH * (delayNanos - targetNanos) / delayNanos;
      shrink(factor, config.leastWindowBytes(), nowNanos);
    }
    clamp();
  }

  private long targetNanos() {
    long minimum = roundTrips.minimumNanos();
    return minimum + Math.max(config.queueingNanos(), minimum);
  }

  private void grow(long bytes, boolean limited) {
    if (limited) {
      window += doubling ? bytes : increase() * Math.min(1, bytes / window);
    }
  }

  /** For each round trip. */
  private double increase() {
    return Math.clamp(window / 8, LEAST_INCREASE_BYTES, MOST_INCREASE_BYTES);
  }

  /**
   * Once for each round trip.
   *
   * @param floor below which this makes no window smaller
   */
  private boolean shrink(double factor, double floor, long nowNanos) {
    if (decreased && nowNanos - lastDecreaseNanos < roundTrips.smoothedNanos()) {
      return false;
    }
    window = Math.max(window * Math.max(LEAST_FACTOR, factor), Math.min(window, floor));
    doubling = false;
    decreased = true;
    lastDecreaseNanos = nowNanos;
    return true;
  }

  @Override
  public void timedOut(int inARow) {
    double floor = Math.min(window, config.leastWindowBytes());
    window = inARow == 1 ? Math.max(window / 2, floor) : floor;
    doubling = true;
  }

  @Override
  public void lost(long bytes, long nowNanos) {
    shrinkByLoss(losses.lost(bytes, nowNanos), nowNanos);
  }

  private void shrinkByLoss(double share, long nowNanos) {
    if (share > 0) {
      shrink(LEAST_FACTOR, LEAST_WINDOW_BYTES, nowNanos);
    }
  }

  @Override
  public boolean marked(long nowNanos) {
    return shrink(LEAST_FACTOR, LEAST_WINDOW_BYTES, nowNanos);
  }

  private void clamp() {
    window = Math.min(window, config.mostWindowBytes());
  }
}
