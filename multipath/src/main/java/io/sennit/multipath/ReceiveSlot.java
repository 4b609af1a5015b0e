// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.lang.foreign.MemorySegment;

/**
 * Memory of one receive, and where frames begin in it, so that handing one on makes nothing.
 *
 * @param plainFrame from where a frame without an extension begins
 * @param doneFrame from where a frame begins behind an extension that lists no strands
 */
record ReceiveSlot(MemorySegment memory, MemorySegment plainFrame, MemorySegment doneFrame) {
  static ReceiveSlot of(MemorySegment memory) {
    long done = BraidHeader.BYTES + DoneExtension.FIXED_BYTES;
    return new ReceiveSlot(memory, memory.asSlice(BraidHeader.BYTES), memory.asSlice(done));
  }

  /** A frame from the lifeline, which may be too short for an extension. */
  static ReceiveSlot ofLifeline(MemorySegment memory) {
    long done = Math.min(BraidHeader.BYTES + DoneExtension.FIXED_BYTES, memory.byteSize());
    return new ReceiveSlot(memory, memory.asSlice(BraidHeader.BYTES), memory.asSlice(done));
  }

  MemorySegment frame(int extensionBytes) {
    return switch (extensionBytes) {
      case 0 -> plainFrame;
      case DoneExtension.FIXED_BYTES -> doneFrame;
      default -> memory.asSlice((long) BraidHeader.BYTES + extensionBytes);
    };
  }
}
