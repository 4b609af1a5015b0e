// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Time that a loop sleeps because nothing is to be done is not time that it was stopped. */
final class SleepTest {
  @Test
  void aLoopThatMeantToSleepForEverWasNotStopped() {
    BraidPair pair = new BraidPair(2);
    pair.advance(20 * BraidPair.MILLI);
    assertEquals(0, pair.near.count(Counter.PAUSES), pair::toString);
    assertEquals(0, pair.far.count(Counter.PAUSES), pair::toString);
    pair.closeAndCheck();
  }
}
