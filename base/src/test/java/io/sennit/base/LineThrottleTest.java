// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class LineThrottleTest {
  @Test
  void oneLineAPauseWhichCountsTheOthers() {
    LineThrottle throttle = new LineThrottle(100);
    long start = Long.MAX_VALUE - 50; // The clock may wrap.
    assertEquals(0, throttle.ask(start));
    for (int i = 0; i < 7; i++) {
      assertEquals(LineThrottle.HELD_BACK, throttle.ask(start + 99), "line " + i);
    }
    assertEquals(7, throttle.ask(start + 100));
    assertEquals(LineThrottle.HELD_BACK, throttle.ask(start + 199));
    assertEquals(1, throttle.ask(start + 1_000));
    assertEquals(0, throttle.ask(start + 1_100));
  }

  @Test
  void aPauseIsPositive() {
    assertThrows(IllegalArgumentException.class, () -> new LineThrottle(0));
  }
}
