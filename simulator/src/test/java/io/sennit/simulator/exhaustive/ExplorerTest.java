// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.multipath.UnsoundBraids;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Two strands, every order: sound braids keep every promise, and each rule is missed. */
final class ExplorerTest {
  private static final long MOST_STATES = 100_000;

  private static Explorer.Result explore(Supplier<Story> story, Braids braids) {
    return new Explorer(story, braids, false, MOST_STATES).explore();
  }

  static List<Supplier<Story>> stories() {
    return Stories.all();
  }

  @ParameterizedTest
  @MethodSource("stories")
  void noOrderBreaksAPromise(Supplier<Story> story) {
    Explorer.Result result = explore(story, Braids.SOUND);
    assertEquals(Optional.empty(), result.violation(), result.story());
    assertTrue(result.states() > 1_000 && result.endings() > 10, result::toString);
  }

  static Stream<Arguments> missingRules() {
    Supplier<Story> write = Stories::hedgedWrite;
    Supplier<Story> read = Stories::lentRead;
    String touched = "touches memory of far whose lease has ended";
    return Stream.of(
        Arguments.of(write, UnsoundBraids.doneIsReleased(), touched),
        Arguments.of(write, UnsoundBraids.killedIsFenced(), touched),
        Arguments.of(read, UnsoundBraids.deliveredIsReleased(), touched));
  }

  @ParameterizedTest
  @MethodSource("missingRules")
  void missingRuleIsFoundWithTheStepsThatShowIt(
      Supplier<Story> story, Braids unsound, String sentence) {
    String violation = explore(story, unsound).violation().orElse("none");
    assertTrue(violation.contains(sentence), violation);
    assertTrue(violation.contains("\n  1. near, path 1"), violation);
  }

  @Test
  void cancelThatDoesNotMarkItsRequestIsFound() {
    String violation =
        explore(Stories::carelessCancel, Braids.SOUND).violation().orElse("none");
    assertTrue(violation.contains("ran 1 times, after the answer 'never run'"), violation);
  }

  /** What the counts in docs/TESTING.md stand for is the same at every run. */
  @Test
  void explorationIsTheSameEveryTime() {
    assertEquals(
        explore(Stories::lentRead, Braids.SOUND), explore(Stories::lentRead, Braids.SOUND));
  }

  @Test
  void storyWithoutAnEndIsToldAsOne() {
    Explorer.Result result = new Explorer(Stories::hedgedWrite, Braids.SOUND, false, 50).explore();
    assertTrue(result.violation().orElse("none").startsWith("it does not end"), result::toString);
  }
}
