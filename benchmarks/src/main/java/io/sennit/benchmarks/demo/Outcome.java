// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * All that one demo showed.
 *
 * @param cut of a path in the {@code roce} run
 * @param timeline of the {@code roce} run's transfers
 */
record Outcome(Figures roce, Figures shm, Figures netty, CutFigures cut, Timeline timeline) {
  /** What is wrong, one sentence each; empty if all is well. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    Verdict.faultsOfVerbs(shm).forEach(fault -> faults.add("shm: " + fault + "."));
    Verdict.faultsOfVerbs(roce).forEach(fault -> faults.add("roce: " + fault + "."));
    Verdict.faultsOfPaths(roce, cut).forEach(fault -> faults.add("roce: " + fault + "."));
    Verdict.faults(netty).forEach(fault -> faults.add("gRPC on Netty: " + fault + "."));
    return faults;
  }
}
