// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/**
 * How long an answer of the peer's manager is waited for.
 *
 * @param timeout 4.096 µs · 2^n, 0 to 31
 * @param retries repetitions after that, 0 to 15
 */
public record CmTiming(int timeout, int retries) {
  private static final int TICK_NANOS = 4096;
  private static final int MOST_TIMEOUT = 31;
  private static final int MOST_RETRIES = 15;

  public CmTiming {
    if (timeout < 0 || timeout > MOST_TIMEOUT || retries < 0 || retries > MOST_RETRIES) {
      throw new IllegalArgumentException(
          "a time-out of " + timeout + " and " + retries + " retries are not 0 to 31 and 0 to 15");
    }
  }

  /** The time-out. */
  public long timeoutNanos() {
    return nanos(timeout);
  }

  static long nanos(int code) {
    return (long) TICK_NANOS << code;
  }
}
