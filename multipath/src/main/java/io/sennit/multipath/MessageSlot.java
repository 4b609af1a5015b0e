// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Registered memory of one message, from its writing until the peer has told that it has it and no
 * copy of it is open. Pooled.
 */
final class MessageSlot extends Work {
  final int index;
  final long offset;
  final MemorySegment memory;
  final MemorySegment plainFrame;
  final MemorySegment doneFrame;
  private final MemoryRegion region;
  private final int maxInlineBytes;

  long sequence;
  int length;
  boolean vital;
  boolean inUse;

  /** The peer has told that it has it. */
  boolean received;

  /** The strand by which it was acknowledged last, and when. */
  @Nullable
  Strand acknowledgedBy;

  long acknowledgedNanos;

  MessageSlot(int index, MemoryRegion region, BraidConfig config, int maxInlineBytes) {
    this.index = index;
    this.region = region;
    this.maxInlineBytes = maxInlineBytes;
    offset = (long) index * config.slotBytes();
    memory = region.segment().asSlice(offset, config.slotBytes());
    int frameBytes = MessageSender.maxFrameBytes(config);
    plainFrame = memory.asSlice(BraidHeader.BYTES, frameBytes);
    doneFrame = memory.asSlice(BraidHeader.BYTES + DoneExtension.FIXED_BYTES, frameBytes);
  }

  /** Nothing is under way, and nothing waits to be: only the peer's word may be awaited. */
  boolean isOver() {
    return done && openCopies == 0 && !queued && inUse;
  }

  @Override
  void fill(WorkRequest request, long id) {
    request.reset(Opcode.SEND, id).local(region, offset, length);
    if (length <= maxInlineBytes) {
      request.inline();
    }
  }

  @Override
  int bytes() {
    return length;
  }

  @Override
  boolean inbound() {
    return false;
  }
}
