// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/** When a message that waits for an answer is sent again, and when nobody waits any longer. */
final class Repetition {
  private final CmConfig config;
  private long deadlineNanos;
  private long lastNanos;
  private int left;

  Repetition(CmConfig config) {
    this.config = config;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /**
   * A message was sent for the first time.
   *
   * @param proven whether the peer is where its address says
   */
  void begin(long nowNanos, boolean proven) {
    int retries = config.timing().retries();
    left = proven ? retries : Math.min(retries, CmConfig.UNPROVEN_RETRIES);
    lastNanos = nowNanos + config.mostWaitNanos();
    deadlineNanos = nowNanos + config.timing().timeoutNanos();
  }

  /** Nothing was sent; only wait. */
  void waitOnce(long nowNanos, long nanos) {
    left = 0;
    deadlineNanos = nowNanos + nanos;
    lastNanos = deadlineNanos;
  }

  /** The peer asks for so much more time. */
  void extend(long nowNanos, long moreNanos) {
    long wanted = nowNanos + Math.min(moreNanos, config.mostWaitNanos());
    deadlineNanos = wanted - lastNanos > 0 ? lastNanos : wanted;
  }

  /** The deadline has passed; whether to send once more. */
  boolean next(long nowNanos) {
    if (left == 0 || nowNanos - lastNanos >= 0) {
      return false;
    }
    left--;
    deadlineNanos = nowNanos + config.timing().timeoutNanos();
    return true;
  }
}
