// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/**
 * What is said again and again, and of which only the last word counts: one is out at most, so that
 * it takes one credit and one slot, however often it is said.
 */
final class StandingFrame {
  final FrameType type;

  /** The slot of the last one; others may have it by now. */
  @Nullable
  MessageSlot slot;

  /** Of the last one. */
  long sequence = -1;

  StandingFrame(FrameType type) {
    this.type = type;
  }

  /** Whether the peer is not known to have it, or a copy of it is under way. */
  boolean isOut() {
    return slot != null && slot.inUse && slot.sequence == sequence;
  }
}
