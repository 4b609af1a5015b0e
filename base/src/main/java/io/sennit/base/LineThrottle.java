// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

/**
 * Lets one line of a kind into the log per pause and counts the others, so that whoever causes them
 * cannot flood it. Safe from any thread.
 */
public final class LineThrottle {
  /** The line is not to be written. */
  public static final long HELD_BACK = -1;

  private final long pauseNanos;
  private long nextNanos;
  private boolean begun;
  private long heldBack;

  /** @param pauseNanos from a line that was written to the next that may be, 1 or more */
  public LineThrottle(long pauseNanos) {
    if (pauseNanos < 1) {
      throw new IllegalArgumentException("pauseNanos must be positive: " + pauseNanos);
    }
    this.pauseNanos = pauseNanos;
  }

  /**
   * Asks for a line.
   *
   * @return how many were held back since the last one that was written; {@link #HELD_BACK}: do not
   *     write it
   */
  public synchronized long ask(long nowNanos) {
    if (begun && nowNanos - nextNanos < 0) {
      heldBack++;
      return HELD_BACK;
    }
    begun = true;
    nextNanos = nowNanos + pauseNanos;
    long before = heldBack;
    heldBack = 0;
    return before;
  }
}
