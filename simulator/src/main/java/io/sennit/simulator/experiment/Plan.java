// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.simulator.fabric.Topology;
import java.util.List;

/**
 * What every policy is put before: a fabric, traffic, faults. Immutable.
 *
 * @param name a word for tables, such as {@code link-cut}
 * @param topology the fabric
 * @param traffic draws the flows of a seed
 * @param faults the same for all seeds
 * @param strands of policies that have some, for each flow; 1 to 16
 * @param horizonNanos when it ends at the latest
 * @param sampleNanos how often progress is looked at: nothing shorter is seen
 * @param shareLeft of the links' bits that are left after the faults, 0 to 1
 * @param fullStack whether Sennit's production engine runs it too
 */
public record Plan(
    String name,
    Topology topology,
    Traffic traffic,
    List<Fault> faults,
    int strands,
    long horizonNanos,
    long sampleNanos,
    double shareLeft,
    boolean fullStack) {
  private static final int MOST_STRANDS = 16;

  public Plan {
    faults = List.copyOf(faults);
    if (strands < 1 || strands > MOST_STRANDS) {
      throw new IllegalArgumentException("strands is 1 to " + MOST_STRANDS + ", not " + strands);
    }
    if (sampleNanos < 1 || horizonNanos < sampleNanos) {
      throw new IllegalArgumentException(
          "a horizon of " + horizonNanos + " ns, looked at every " + sampleNanos + " ns");
    }
    for (Fault fault : faults) {
      if (fault.cable() < 0 || fault.cable() >= topology.cables().size()) {
        throw new IllegalArgumentException("there is no cable " + fault.cable());
      }
    }
  }

  /** When the first fault begins; the horizon if there is none. */
  long faultNanos() {
    return faults.stream().mapToLong(Fault::fromNanos).min().orElse(horizonNanos);
  }
}
