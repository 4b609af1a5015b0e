// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

/** A flow on its way. Confined to the world's thread. */
interface Flow {
  /** Begins to send. */
  void start();

  /** Bytes that have come to the receiving port, each once. */
  long deliveredBytes();

  /** When the sender knew that all were there; negative as long as it does not. */
  long doneNanos();

  /** Why it will not be done; empty if it may. */
  String failure();
}
