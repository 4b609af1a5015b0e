// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Looks for a smaller case that breaks the same promise: without kinds of faults, one after the
 * other, with half the calls, with faults that end in half the time, for as long as that works. How
 * small a case it finds depends on its time; each case it returns replays exactly. For one thread.
 */
final class Shrinker {
  private static final int MOST_TRIES = 200;

  private final Clock clock;
  private final Runner runner;
  private final long endNanos;
  private final String promise;
  private SwarmCase best;
  private int tries;

  /** Runs a case. */
  @FunctionalInterface
  interface Runner {
    /**
     * Runs one.
     *
     * @param goesOn once it is false, the outcome does not count
     */
    Outcome run(SwarmCase each, BooleanSupplier goesOn);
  }

  /**
   * One for a case that broke a promise.
   *
   * @param mostNanos that it looks for
   */
  Shrinker(SwarmCase first, Outcome broken, Clock clock, long mostNanos, Runner runner) {
    this.clock = clock;
    this.runner = runner;
    best = first;
    promise = broken.promise().orElseThrow();
    endNanos = clock.nanoTime() + mostNanos;
  }

  /** Returns the smallest failing case found, or the original one. */
  SwarmCase shrink() {
    boolean smaller = true;
    while (smaller && mayTry()) {
      smaller = fewerKinds();
      smaller |= fewerCalls();
      smaller |= earlierEnd();
    }
    return best;
  }

  int tries() {
    return tries;
  }

  private boolean fewerKinds() {
    boolean smaller = false;
    for (Set<FaultKind> kinds : parts(best.scenario().kinds())) {
      smaller |= attempt(best.without(kinds));
    }
    return smaller;
  }

  /** Cuts come together or not at all. */
  private static List<Set<FaultKind>> parts(Set<FaultKind> kinds) {
    List<Set<FaultKind>> parts = new ArrayList<>();
    if (kinds.containsAll(Scenario.CUTS)) {
      parts.add(Scenario.CUTS);
    }
    kinds.stream()
        .filter(kind -> !Scenario.CUTS.contains(kind))
        .forEach(kind -> parts.add(Set.of(kind)));
    return parts;
  }

  private boolean fewerCalls() {
    boolean smaller = false;
    int calls = best.scenario().calls();
    while (calls > 1 && attempt(best.withCalls(calls / 2))) {
      smaller = true;
      calls /= 2;
    }
    return smaller;
  }

  private boolean earlierEnd() {
    boolean smaller = false;
    long millis = best.scenario().healNanos() / SwarmCase.MILLI;
    while (millis > 1 && attempt(best.healedAt(millis / 2 * SwarmCase.MILLI))) {
      smaller = true;
      millis /= 2;
    }
    return smaller;
  }

  private boolean attempt(SwarmCase candidate) {
    if (!mayTry()) {
      return false;
    }
    tries++;
    Optional<String> broken = runner.run(candidate, this::hasTime).promise();
    boolean same = hasTime() && broken.filter(promise::equals).isPresent();
    best = same ? candidate : best;
    return same;
  }

  private boolean mayTry() {
    return tries < MOST_TRIES && hasTime();
  }

  private boolean hasTime() {
    return clock.nanoTime() < endNanos;
  }
}
