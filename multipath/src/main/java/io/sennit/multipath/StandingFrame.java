// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/**
 * A frame that is sent again and again and of which only the latest counts, such as ASK. At most
 * one is outstanding, so it takes one credit and one slot however often it is sent.
 */
final class StandingFrame {
  final FrameType type;

  /** The slot of the latest one; another message may have it by now. */
  @Nullable
  MessageSlot slot;

  /** The sequence of the latest one. */
  long sequence = -1;

  StandingFrame(FrameType type) {
    this.type = type;
  }

  /** Whether the peer is not known to have it, or a copy of it is under way. */
  boolean isOut() {
    return slot != null && slot.inUse && slot.sequence == sequence;
  }
}
