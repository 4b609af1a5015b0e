// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/** Decides which strand takes the next piece. */
interface Scheduler {
  /**
   * Chooses among the strands that are good and have room.
   *
   * @param chunk whether it is a chunk, which may not fill the room kept for messages
   * @return null: none has room now
   */
  @Nullable
  Strand choose(StrandSet strands, int bytes, boolean chunk);
}
