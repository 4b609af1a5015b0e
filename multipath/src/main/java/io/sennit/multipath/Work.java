// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.WorkRequest;

/** What a copy is a copy of. */
sealed interface Work permits MessageSlot, Chunk {
  /** Describes itself as a work request of this id. */
  void fill(WorkRequest request, long id);

  /** Bytes it moves. */
  int bytes();
}
