// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/**
 * When something must be done.
 *
 * @param deadlineNanos on the clock of whoever asks
 * @param allowedNanos all the time that was allowed for it, for messages
 */
record TimeLimit(long deadlineNanos, long allowedNanos) {
  static TimeLimit from(long nowNanos, long allowedNanos) {
    return new TimeLimit(nowNanos + allowedNanos, allowedNanos);
  }

  boolean isOver(long nowNanos) {
    return nowNanos - deadlineNanos >= 0;
  }

  /**
   * What one attempt may take so that others, if it fails, have as much.
   *
   * @param attemptsAfterIt that may follow
   */
  long shareNanos(long nowNanos, int attemptsAfterIt) {
    return Math.max(1, (deadlineNanos - nowNanos) / (attemptsAfterIt + 1));
  }

  @Override
  public String toString() {
    return allowedNanos / 1_000_000 + " ms";
  }
}
