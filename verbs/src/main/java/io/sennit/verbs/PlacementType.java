// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/** What a {@link Opcode#FLUSH} waits for, in IBTA's words. */
public enum PlacementType {
  /** What was written is seen by everybody who reads that memory ({@link Access#FLUSH_GLOBAL}). */
  GLOBAL_VISIBILITY,
  /**
   * What was written survives a loss of power. No memory of these providers does, so that it is
   * refused here ({@link CompletionStatus#REMOTE_ACCESS_ERROR}); other peers may have such memory.
   */
  PERSISTENCE
}
