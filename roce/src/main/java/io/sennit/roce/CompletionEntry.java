// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import org.jspecify.annotations.Nullable;

/** A completion in its queue; reused. */
final class CompletionEntry {
  @Nullable
  CompletionEntry next;

  @Nullable
  PostedRequests requests;

  /** How many of those are over with this one. */
  int covers;

  long id;
  CompletionStatus status = CompletionStatus.SUCCESS;
  Opcode opcode = Opcode.SEND;
  int queuePair;
  int byteLength;
  int immediate;
  boolean carriesImmediate;
  boolean carriesInvalidated;

  CompletionEntry() {}
}
