// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * The largest value of the last window, in constant space: the maximum of this half window and of
 * the one before. Store negated values for a minimum.
 */
final class WindowedExtreme {
  private long current = Long.MIN_VALUE;
  private long previous = Long.MIN_VALUE;
  private long turnNanos = Long.MIN_VALUE;

  void clear() {
    current = Long.MIN_VALUE;
    previous = Long.MIN_VALUE;
    turnNanos = Long.MIN_VALUE;
  }

  void add(long value, long nowNanos, long windowNanos) {
    if (turnNanos == Long.MIN_VALUE) {
      turnNanos = nowNanos;
    }
    if (nowNanos - turnNanos >= windowNanos / 2) {
      previous = current;
      current = Long.MIN_VALUE;
      turnNanos = nowNanos;
    }
    current = Math.max(current, value);
  }

  /** Long.MIN_VALUE if there is none. */
  long value() {
    return Math.max(current, previous);
  }
}
