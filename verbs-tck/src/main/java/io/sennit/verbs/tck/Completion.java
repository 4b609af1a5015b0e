// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkCompletion;

/** A polled completion, kept. */
record Completion(
    long id,
    CompletionStatus status,
    Opcode opcode,
    int byteLength,
    boolean hasImmediate,
    int immediate,
    int invalidatedKey,
    int queuePair) {
  static Completion of(WorkCompletion polled) {
    return new Completion(
        polled.id(),
        polled.status(),
        polled.opcode(),
        polled.byteLength(),
        polled.hasImmediate(),
        polled.immediate(),
        polled.invalidatedKey(),
        polled.queuePairNumber());
  }

  /** What every completion has, as the cases compare it. */
  String outcome() {
    return id + " " + status;
  }
}
