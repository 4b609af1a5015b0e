// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Depth first through all orders of steps of a story. Production code cannot be copied, so each
 * branch is reached by a run from the beginning, as in VeriSoft (Godefroid 1997); a state that was
 * seen before, by a number of 64 bits, is not gone into again, whatever led to it.
 */
public final class Explorer {
  private static final int MOST_STEPS = 400;

  private final Supplier<Story> stories;
  private final Braids braids;
  private final boolean exact;
  private final long mostStates;
  private final Set<Long> seen = new HashSet<>();
  private final List<Branch> path = new ArrayList<>();
  private long runs;
  private long endings;
  private int longest;

  /**
   * Prepares to explore a story.
   *
   * @param exact whether two states are the same only if each braid was told the same in the same
   *     order; else in any order, if it also says the same of itself and has sent the same
   * @param mostStates after so many it is given up, which is told as a violation
   */
  public Explorer(Supplier<Story> stories, Braids braids, boolean exact, long mostStates) {
    this.exact = exact;
    this.stories = stories;
    this.braids = braids;
    this.mostStates = mostStates;
  }

  /**
   * What was found.
   *
   * @param states that differ
   * @param runs from the beginning
   * @param endings in which nothing can happen any more, reached by any order
   * @param longest steps of the longest run
   * @param violation the first promise that was seen broken, with the steps that led there
   */
  public record Result(
      String story,
      long states,
      long runs,
      long endings,
      int longest,
      Optional<String> violation) {}

  /** A state on the current path: what can happen there, and which of it is tried now. */
  private static final class Branch {
    private final List<Step> steps;
    private int at;

    Branch(List<Step> steps) {
      this.steps = steps;
    }

    Step step() {
      return steps.get(at);
    }

    boolean advance() {
      return ++at < steps.size();
    }
  }

  /** Explores everything. */
  public Result explore() {
    String violation = "";
    do {
      violation = run();
    } while (violation.isEmpty() && backtrack());
    String name = stories.get().name();
    return new Result(
        name,
        seen.size(),
        runs,
        endings,
        longest,
        violation.isEmpty() ? Optional.empty() : Optional.of(violation + trace()));
  }

  private boolean backtrack() {
    while (!path.isEmpty() && !path.getLast().advance()) {
      path.removeLast();
    }
    return !path.isEmpty();
  }

  /** One run: along the path, and on from there until nothing is new. */
  private String run() {
    runs++;
    Board board = new Board(stories.get(), braids);
    try {
      for (Branch branch : path) {
        board.take(branch.step());
      }
      return goOn(board);
    } catch (RuntimeException thrown) {
      return "it threw " + thrown;
    }
  }

  private String goOn(Board board) {
    while (board.violation().isEmpty() && seen.add(board.digest(exact))) {
      List<Step> steps = board.steps();
      if (steps.isEmpty()) {
        endings++;
        return board.missing();
      }
      if (path.size() == MOST_STEPS || seen.size() > mostStates) {
        return "it does not end: " + path.size() + " steps, " + seen.size() + " states";
      }
      path.add(new Branch(steps));
      longest = Math.max(longest, path.size());
      board.take(steps.getFirst());
    }
    return board.violation();
  }

  /** The steps of the path, as text. */
  private String trace() {
    StringBuilder text = new StringBuilder();
    Board board = new Board(stories.get(), braids);
    int number = 0;
    for (Branch branch : path) {
      text.append("\n  ").append(++number).append(". ").append(board.describe(branch.step()));
      if (number < path.size()) {
        board.take(branch.step());
      }
    }
    return text.toString();
  }
}
