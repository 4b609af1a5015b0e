// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

/** Makes the flows of one trial, all by one policy. */
@FunctionalInterface
interface Carrier {
  /**
   * Makes a flow that has not begun.
   *
   * @param index of the flow in the trial
   */
  Flow open(FlowSpec spec, int index);
}
