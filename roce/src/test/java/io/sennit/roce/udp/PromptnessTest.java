// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class PromptnessTest {
  private static final long AT_ONCE_NANOS = 5_000;
  private static final long LATE_NANOS = 3_000_000;

  private final Promptness user = new Promptness();
  private long nowNanos = Long.MAX_VALUE - 1_000_000; // The clock may wrap.

  /** The user sees completions and is back after a while; whether answers waited. */
  private boolean turn(long awayNanos) {
    boolean waits = user.leave(nowNanos);
    nowNanos += awayNanos;
    user.come(nowNanos);
    return waits;
  }

  private int turnsUntilAnswersWait() {
    int turns = 0;
    while (turns < 1_000 && !turn(AT_ONCE_NANOS)) {
      turns++;
    }
    return turns;
  }

  @Test
  void answersDoNotWaitForAUserWhoIsNotKnown() {
    assertFalse(turn(AT_ONCE_NANOS));
  }

  @Test
  void answersWaitForAUserWhoIsAlwaysBackAtOnce() {
    assertEquals(16, turnsUntilAnswersWait());
    assertTrue(turn(AT_ONCE_NANOS));
  }

  @Test
  void aHandlerThatBlocksOnceIsNotWaitedForUntilItIsTrustedAnew() {
    turnsUntilAnswersWait();
    turn(LATE_NANOS);
    assertEquals(12, turnsUntilAnswersWait());
  }

  @Test
  void whoWasAlwaysBackAtOnceForLongIsForgivenOneDelay() {
    for (int turn = 0; turn < 1_000; turn++) {
      turn(AT_ONCE_NANOS);
    }
    turn(LATE_NANOS);
    assertTrue(turn(LATE_NANOS), "answers do not wait after one delay");
    assertFalse(turn(AT_ONCE_NANOS), "answers wait after two delays in a row");
  }

  @Test
  void aHandlerThatBlocksEveryTenthTimeIsNeverWaitedFor() {
    for (int turn = 1; turn < 1_000; turn++) {
      assertFalse(turn(turn % 10 == 0 ? LATE_NANOS : AT_ONCE_NANOS), "turn " + turn);
    }
  }

  @Test
  void whoLooksTwiceWithoutHavingSeenAnythingIsNotJudged() {
    turnsUntilAnswersWait();
    nowNanos += LATE_NANOS;
    user.come(nowNanos);
    assertTrue(turn(AT_ONCE_NANOS), "there was nothing that it could be late for");
  }
}
