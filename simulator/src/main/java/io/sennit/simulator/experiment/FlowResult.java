// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

/**
 * What became of a flow.
 *
 * @param deliveredBytes that came to the receiving port; all of them, if it is done
 * @param doneNanos when the last byte was known to be there; negative if it is not done
 * @param failure why it cannot be done; empty if it might have been
 */
public record FlowResult(FlowSpec spec, long deliveredBytes, long doneNanos, String failure) {
  public boolean isDone() {
    return doneNanos >= 0;
  }

  /** How long it took. */
  public long completionNanos() {
    if (!isDone()) {
      throw new IllegalStateException("it is not done: " + this);
    }
    return doneNanos - spec.startNanos();
  }
}
