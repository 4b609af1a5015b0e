// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import java.util.Map;
import java.util.Optional;

/**
 * How a seed ended. Immutable.
 *
 * @param hash of its trace
 * @param virtualNanos how long its world lived
 * @param events tasks that its world ran
 * @param packets that left links
 * @param calls opened
 * @param faults begun, by kind
 * @param violation the first promise that was broken, as a sentence
 */
public record Outcome(
    long seed,
    long hash,
    long virtualNanos,
    long events,
    long packets,
    long calls,
    Map<FaultKind, Long> faults,
    Optional<String> violation) {
  public Outcome {
    faults = Map.copyOf(faults);
  }

  /** The broken promise without its numbers, so that two runs can be compared. */
  Optional<String> promise() {
    return violation.map(
        sentence -> sentence.split("; | \\[", 2)[0].replaceAll("[0-9a-f]*[0-9][0-9a-f]*", "#"));
  }
}
