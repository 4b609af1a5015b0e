// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * What is moved with and without something, in turns: what grows meanwhile, as in a young process,
 * or comes and goes on a busy machine, counts on both sides.
 */
final class Alternation {
  private final double[] bytes = new double[2];
  private final double[] nanos = new double[2];
  private int side;
  private long beganBytes;
  private long beganNanos;

  /** Begins anew, with it. */
  void begin(long movedBytes, long nowNanos) {
    for (int each = 0; each < 2; each++) {
      bytes[each] = 0;
      nanos[each] = 0;
    }
    side = 0;
    beginTurn(movedBytes, nowNanos);
  }

  /** A turn is over; whether the next one is without it. */
  boolean next(long movedBytes, long nowNanos) {
    bytes[side] += movedBytes - beganBytes;
    nanos[side] += nowNanos - beganNanos;
    side = 1 - side;
    beginTurn(movedBytes, nowNanos);
    return side == 1;
  }

  private void beginTurn(long movedBytes, long nowNanos) {
    beganBytes = movedBytes;
    beganNanos = nowNanos;
  }

  /** Bytes per second with it. */
  double rateWith() {
    return rate(0);
  }

  /** Bytes per second without it. */
  double rateWithout() {
    return rate(1);
  }

  private double rate(int which) {
    return nanos[which] == 0 ? 0 : bytes[which] * 1e9 / nanos[which];
  }
}
