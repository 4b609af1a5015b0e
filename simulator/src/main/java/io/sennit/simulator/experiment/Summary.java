// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;

/**
 * One policy in one plan over all seeds: medians, the lower of the two middle ones. What is for
 * ever with a seed counts as longer than everything.
 *
 * @param results of one plan and policy, one for each seed
 */
public record Summary(List<TrialResult> results) {
  public Summary {
    results = List.copyOf(results);
    if (results.isEmpty()) {
      throw new IllegalArgumentException("nothing to sum up");
    }
  }

  public Plan plan() {
    return results.getFirst().plan();
  }

  public Policy policy() {
    return results.getFirst().policy();
  }

  /** Gigabits of payload per second. */
  public double goodputGigabits() {
    return median(result -> result.goodputBitsPerSecond() / 1e9);
  }

  /** Median over seeds of a percentile over flows; empty if it is for ever. */
  public OptionalDouble completionMicros(int percent) {
    return micros(median(result -> orForEver(result.completionNanos(percent))));
  }

  public double stallMicros() {
    return median(result -> result.stallNanos() / 1e3);
  }

  /** Empty if it did not recover, or there was nothing to recover from. */
  public OptionalDouble recoveryMicros() {
    return micros(median(result -> orForEver(result.recoveryNanos())));
  }

  public double meanUse() {
    return median(TrialResult::meanUse);
  }

  public double leastUse() {
    return median(TrialResult::leastUse);
  }

  public double mostUse() {
    return median(TrialResult::mostUse);
  }

  /** How far apart the links are: the most used less the least used, by what is used on average. */
  public double imbalance() {
    return median(
        each -> each.meanUse() == 0 ? 0 : (each.mostUse() - each.leastUse()) / each.meanUse());
  }

  /** Of all seeds together. */
  public long unfinishedFlows() {
    return results.stream()
        .mapToLong(each -> each.flows().size() - each.doneFlows())
        .sum();
  }

  /** How many flows failed, of all seeds together, and why the first did; empty if none did. */
  public Optional<String> failures() {
    long failed = results.stream().mapToLong(TrialResult::failedFlows).sum();
    return results.stream()
        .filter(each -> each.failedFlows() > 0)
        .findFirst()
        .map(first -> failed + (failed == 1 ? " flow" : " flows") + " failed, the first with seed "
            + first.seed() + ": " + first.failure().orElseThrow());
  }

  private static double orForEver(OptionalLong nanos) {
    return nanos.isPresent() ? nanos.getAsLong() : Double.POSITIVE_INFINITY;
  }

  private static OptionalDouble micros(double nanos) {
    return Double.isInfinite(nanos) ? OptionalDouble.empty() : OptionalDouble.of(nanos / 1e3);
  }

  private double median(ToDoubleFunction<TrialResult> figure) {
    double[] sorted = results.stream().mapToDouble(figure).sorted().toArray();
    return sorted[(sorted.length - 1) / 2];
  }
}
