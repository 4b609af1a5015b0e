// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

/**
 * How much time a benchmark takes.
 *
 * @param roundNanos of work in a round
 * @param coldWarmUps rounds of each contender that do not count before its first case, since a JVM
 *     that has just started compiles meanwhile
 * @param leastWarmUps rounds of each contender that do not count, at least
 * @param mostWarmUps at most; in between it goes on until the latest ones agree
 * @param agreement how far the latest warm-up rounds may lie apart, as a share of their median
 * @param rounds that count, of each contender
 */
public record Effort(
    long roundNanos,
    int coldWarmUps,
    int leastWarmUps,
    int mostWarmUps,
    double agreement,
    int rounds) {
  /** For a document. */
  public static final Effort FULL = new Effort(400_000_000, 10, 4, 12, 0.05, 11);

  /** All of a benchmark within 50 s. */
  public static final Effort QUICK = new Effort(100_000_000, 24, 3, 6, 0.15, 7);
}
