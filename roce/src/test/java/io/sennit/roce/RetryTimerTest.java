// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** How long an answer is waited for. */
final class RetryTimerTest {
  private static final EngineConfig CONFIG = EngineConfig.STANDARD;

  /** A host that was away for seconds answers late, which says nothing about the route. */
  @Test
  void aPauseOfThePeerMakesNoWaitLongerThanTheLongest() {
    RoundTrips roundTrips = new RoundTrips();
    roundTrips.take(50_000, 0);
    roundTrips.take(5_000_000_000L, 5_000_000_000L);
    assertTrue(
        roundTrips.timeoutNanos() > CONFIG.mostTimeoutNanos(),
        () -> roundTrips.timeoutNanos() + " ns");
    RetryTimer timer = new RetryTimer(CONFIG, roundTrips, false);
    timer.sent(7);
    assertEquals(7 + CONFIG.mostTimeoutNanos(), timer.deadlineNanos());
  }

  @Test
  void eachRepetitionWaitsTwiceAsLongUpToTheLongest() {
    RetryTimer timer = new RetryTimer(CONFIG, new RoundTrips(), false);
    long expected = CONFIG.leastTimeoutNanos();
    for (int repetition = 1; repetition <= CONFIG.retryCount(); repetition++) {
      timer.sent(0);
      assertEquals(expected, timer.deadlineNanos(), "before repetition " + repetition);
      assertEquals(repetition, timer.fire());
      timer.rewound();
      expected = Math.min(2 * expected, CONFIG.mostTimeoutNanos());
    }
    assertEquals(0, timer.fire(), "one more");
  }
}
