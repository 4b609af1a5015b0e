// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import java.util.List;

/** A benchmark: what is compared, under which conditions. Stateless, safe from any thread. */
public interface Bench {
  /** As on the command line: {@code ./sennit bench NAME}. */
  String name();

  /** A sentence for people: what is measured against what. */
  String title();

  /** What is measured, in the order of the report; names are distinct. */
  List<Case> cases();

  /** Those of them that {@code --quick} has. */
  default List<Case> quickCases() {
    return cases();
  }

  /** How much time it takes. */
  default Effort effort(boolean quick) {
    return quick ? Effort.QUICK : Effort.FULL;
  }

  /** How many rounds of a contender do not count since its processes have just started. */
  default int coldWarmUps(Contender contender, Effort effort) {
    return effort.coldWarmUps();
  }

  /** What is reported of those in the first seconds too. */
  default List<Metric> coldMetrics() {
    return List.of();
  }

  /** The name of the place where a case is worked at. Cases of one place best follow each other. */
  default String place(Case which) {
    return "here";
  }

  /** Makes such a place. */
  default Place open(String place) {
    return Place.HERE;
  }

  /**
   * What does the work of a contender; called in a worker process.
   *
   * @throws IllegalArgumentException if there is no such program
   */
  Program program(String name);
}
