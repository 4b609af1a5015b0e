// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.multipath.UnsoundBraids;
import io.sennit.simulator.exhaustive.Step.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Long stories by seed: sound braids keep every promise, and each rule is missed. */
final class WalkTest {
  private static final int SEEDS = 200;

  @Test
  void noSeedBreaksAPromiseAndEveryKindOfStepIsTaken() {
    Map<Kind, Integer> taken = new EnumMap<>(Kind.class);
    for (long seed = 1; seed <= SEEDS; seed++) {
      Walk.Result result = Walk.of(seed, Stories::manyMoves, Braids.SOUND);
      assertEquals(Optional.empty(), result.violation());
      result.steps().forEach((kind, count) -> taken.merge(kind, count, Integer::sum));
    }
    taken.put(Kind.ACT, 1); // There is none in this story.
    assertEquals(Kind.values().length, taken.size(), taken::toString);
  }

  /** The other rules are seldom needed in walks; {@link ExplorerTest} misses them. */
  @Test
  void missingRuleIsFound() {
    boolean found = LongStream.rangeClosed(1, SEEDS)
        .mapToObj(seed -> Walk.of(seed, Stories::manyMoves, UnsoundBraids.doneIsReleased()))
        .map(result -> result.violation().orElse(""))
        .anyMatch(violation -> violation.contains("whose lease has ended"));
    assertTrue(found, "DONE is taken for RELEASED");
  }

  @Test
  void sameSeedSameWalk() {
    assertEquals(
        Walk.of(7, Stories::manyMoves, Braids.SOUND), Walk.of(7, Stories::manyMoves, Braids.SOUND));
  }
}
