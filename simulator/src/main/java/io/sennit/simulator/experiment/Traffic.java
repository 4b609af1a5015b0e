// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.base.Randomness;
import java.util.List;

/** Draws flows. */
@FunctionalInterface
public interface Traffic {
  /** The flows of one seed, in the order in which they are reported. */
  List<FlowSpec> flows(Randomness random);
}
