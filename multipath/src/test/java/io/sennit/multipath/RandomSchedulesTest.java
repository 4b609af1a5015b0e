// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;

/**
 * A thousand random lives: exactly once, bytes equal, nothing leaked, credits conserved, no memory
 * touched late, everything released at the end. A failure names its seed.
 */
final class RandomSchedulesTest {
  private static final int SEEDS = 500;

  @Test
  void twoStrands() {
    for (int seed = 0; seed < SEEDS; seed++) {
      run(seed, 2);
    }
  }

  @Test
  void fourStrands() {
    for (int seed = SEEDS; seed < 2 * SEEDS; seed++) {
      run(seed, 4);
    }
  }

  private static void run(long seed, int strands) {
    try {
      new Schedule(seed, strands, LeaseRules.SOUND).run();
    } catch (RuntimeException fault) {
      throw new AssertionError("seed " + seed + ", " + strands + " strands", fault);
    }
  }

  /** The checkers are worth something only if they see what they look for. */
  @Test
  void schedulesFindABrokenRule() {
    findFault(LateCopiesTest.NO_FENCE, "touched late");
    findFault(LateCopiesTest.KILLED_IS_FENCED, "a strand that is not over");
    findFault(LateCopiesTest.DELIVERED_IS_RELEASED, "");
  }

  private static void findFault(LeaseRules rules, String expected) {
    for (int seed = 0; seed < 2 * SEEDS; seed++) {
      try {
        new Schedule(seed, 4, rules).run();
      } catch (AssertionError found) {
        String message = String.valueOf(found.getMessage());
        if (message.contains(expected)) {
          return;
        }
      }
    }
    fail("no schedule noticed: " + expected);
  }
}
