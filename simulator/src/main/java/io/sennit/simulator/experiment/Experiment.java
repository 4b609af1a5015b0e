// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.util.List;

/**
 * A question, and the plans that answer it. Immutable.
 *
 * @param name such as {@code link-cut}
 * @param question in a sentence
 * @param plans one at least
 */
public record Experiment(String name, String question, List<Plan> plans) {
  public Experiment {
    plans = List.copyOf(plans);
    if (plans.isEmpty()) {
      throw new IllegalArgumentException(name + " has no plans");
    }
  }
}
