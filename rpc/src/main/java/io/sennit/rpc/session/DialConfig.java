// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.time.Duration;

/**
 * How a client tries the ways to a server.
 *
 * @param attemptDelayNanos how long tries may not get on before another way is tried as well;
 *     default 250 ms, as RFC 8305 has it
 * @param mostAttempts ways that one dial tries; default 16
 */
public record DialConfig(long attemptDelayNanos, int mostAttempts) {
  private static final int MOST_ATTEMPTS = 256;

  public DialConfig {
    if (attemptDelayNanos < 1 || attemptDelayNanos > Long.MAX_VALUE / 4) {
      throw new IllegalArgumentException(
          "attemptDelayNanos must be from 1 to " + Long.MAX_VALUE / 4 + ": " + attemptDelayNanos);
    }
    if (mostAttempts < 1 || mostAttempts > MOST_ATTEMPTS) {
      throw new IllegalArgumentException(
          "mostAttempts must be from 1 to " + MOST_ATTEMPTS + ": " + mostAttempts);
    }
  }

  /** What is used unless told otherwise. */
  public static DialConfig defaults() {
    return new DialConfig(Duration.ofMillis(250).toNanos(), 16);
  }
}
