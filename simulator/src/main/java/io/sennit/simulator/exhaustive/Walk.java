// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

import io.sennit.base.Randomness;
import io.sennit.simulator.exhaustive.Step.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** One order of a story's steps, drawn from a seed: for stories that have too many orders. */
public final class Walk {
  private static final int MOST_STEPS = 2_000;

  private Walk() {}

  /**
   * How a seed ended.
   *
   * @param steps taken, of each kind
   * @param violation the first promise that was seen broken, with the steps that led there
   */
  public record Result(long seed, Map<Kind, Integer> steps, Optional<String> violation) {}

  /** Walks a story. */
  public static Result of(long seed, Supplier<Story> story, Braids braids) {
    Randomness random = Randomness.seeded(seed);
    Board board = new Board(story.get(), braids);
    Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    List<String> taken = new ArrayList<>();
    String violation = "it does not end";
    try {
      while (taken.size() < MOST_STEPS) {
        List<Step> steps = board.steps();
        if (steps.isEmpty() || !board.violation().isEmpty()) {
          violation = board.violation().isEmpty() ? board.missing() : board.violation();
          break;
        }
        Step step = steps.get(random.nextInt(steps.size()));
        taken.add(board.describe(step));
        counts.merge(step.kind(), 1, Integer::sum);
        board.take(step);
      }
    } catch (RuntimeException thrown) {
      violation = "it threw " + thrown;
    }
    String trace = "seed " + seed + ": " + violation + "\n  " + String.join("\n  ", taken);
    return new Result(seed, counts, violation.isEmpty() ? Optional.empty() : Optional.of(trace));
  }
}
