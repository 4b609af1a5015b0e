// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * When the next packet may leave by the gaps of {@link CongestionControl}. Packets go in bursts of
 * {@value #BURST_BYTES} bytes, what one send carries, or of {@value #BURST_NANOS} ns if that is
 * less, so that neither timers nor system calls are many; a burst that leaves late takes nothing
 * from the next one.
 *
 * <p>A virtual clock runs ahead by each packet's gap. When it is a burst ahead of time everything
 * waits until time has caught up.
 */
final class Pacer {
  /** What one send of the largest packets carries. */
  static final long BURST_BYTES = 60 << 10;

  /** A slower sender leaves less at once: many of them would meet in a queue of a switch. */
  static final long BURST_NANOS = 100_000;

  private final CongestionControl congestion;
  private long clockNanos;

  /** Whether {@link #clockNanos} says anything: the origin of time is arbitrary. */
  private boolean begun;

  private boolean pausing;

  Pacer(CongestionControl congestion) {
    this.congestion = congestion;
  }

  /** Something was sent. */
  void sent(long bytes, long nowNanos) {
    long gapNanos = congestion.gapNanos(bytes);
    if (gapNanos > 0) {
      long burstNanos = Math.min(BURST_NANOS, gapNanos * BURST_BYTES / bytes);
      long idleNanos = nowNanos - burstNanos;
      if (!begun) {
        clockNanos = nowNanos;
        begun = true;
      } else if (clockNanos - idleNanos < 0) {
        clockNanos = idleNanos;
      }
      clockNanos += gapNanos;
      pausing = clockNanos - nowNanos >= burstNanos;
    }
  }

  /** Whether something may be sent. */
  boolean isOpen(long nowNanos) {
    endPause(nowNanos);
    return !pausing;
  }

  /** When that changes by itself, {@link Engine#NO_TIMER} if it does not. */
  long deadlineNanos() {
    return pausing ? clockNanos : Engine.NO_TIMER;
  }

  /** Whether a pause has just ended. */
  boolean endPause(long nowNanos) {
    boolean ended = pausing && nowNanos - clockNanos >= 0;
    pausing &= !ended;
    return ended;
  }
}
