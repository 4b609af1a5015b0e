// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Whether all strands were full for half of a period: chunks waited, and no strand had room. What
 * comes and goes within a period is no reason for more strands.
 */
final class Pressure {
  /** Of a period that it must last. */
  private static final double LEAST_SHARE = 0.5;

  private long beganNanos = Long.MIN_VALUE;
  private long notedNanos;
  private long fullNanos;
  private boolean full;

  /** How it is now, which it stays until the next note. */
  void note(boolean isFull, long nowNanos) {
    if (beganNanos == Long.MIN_VALUE) {
      beganNanos = nowNanos;
    } else if (full) {
      fullNanos += nowNanos - notedNanos;
    }
    notedNanos = nowNanos;
    full = isFull;
  }

  /** The period. */
  long beganNanos() {
    return beganNanos;
  }

  /** Since the period began, until the last note. */
  long elapsedNanos() {
    return notedNanos - beganNanos;
  }

  /** Ends a period at the last note; whether the strands were full. */
  boolean end() {
    boolean wasFull = fullNanos >= LEAST_SHARE * elapsedNanos();
    beganNanos = notedNanos;
    fullNanos = 0;
    return wasFull;
  }
}
