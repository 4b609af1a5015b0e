// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class LivenessTest {
  private static final long BEAT = 100;

  private final Liveness liveness = new Liveness(0, BEAT, 5 * BEAT);

  @Test
  void onePingIsOutAtATime() {
    assertFalse(liveness.tick(BEAT - 1), "too early");
    assertTrue(liveness.tick(BEAT), "first ping");
    assertFalse(liveness.tick(2 * BEAT), "the first is still out");
    liveness.answered();
    assertTrue(liveness.tick(3 * BEAT), "second ping");
    assertEquals(4 * BEAT, liveness.nextTimerNanos());
  }

  @Test
  void silenceIsReachedAfterItsLimitAndNotBefore() {
    assertTrue(liveness.tick(BEAT), "ping");
    for (int beat = 2; beat <= 5; beat++) {
      liveness.tick(beat * BEAT);
      assertFalse(liveness.isSilent(), "beat " + beat);
    }
    liveness.tick(6 * BEAT);
    assertTrue(liveness.isSilent(), "five beats without an answer");
  }

  @Test
  void anAnswerStartsTheCountAgain() {
    liveness.tick(BEAT);
    liveness.tick(3 * BEAT);
    liveness.answered();
    liveness.tick(4 * BEAT);
    liveness.tick(6 * BEAT);
    liveness.tick(8 * BEAT);
    assertFalse(liveness.isSilent(), "four beats since the answer");
  }

  @Test
  void timeInWhichThisSideWasAwayIsNotHeldAgainstThePeer() {
    liveness.tick(BEAT);
    liveness.tick(1_000 * BEAT);
    assertFalse(liveness.isSilent(), "one long step counts for two beats");
  }
}
