// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import org.jspecify.annotations.Nullable;

/** The block that is on its way in on one stream, if one is. Confined to the engine's thread. */
final class Blocks {
  private final CallStream stream;
  private @Nullable BlockAssembly open;

  Blocks(CallStream stream) {
    this.stream = stream;
  }

  /** Whether a block has begun and is not whole. */
  boolean isOpen() {
    return open != null;
  }

  /** A frame begins a block. */
  void begin(MessageView frame, BlockAssembly assembly, int fixedBytes) {
    if (open != null) {
      throw frame.unexpected();
    }
    fill(assembly, frame, fixedBytes);
  }

  /** The rest of the block, or some of it; false if none is open. */
  boolean onBlock(MessageView frame) {
    BlockAssembly known = open;
    if (known == null) {
      return false;
    }
    fill(known, frame, 0);
    return true;
  }

  /** What there is no heap for has failed the stream. */
  private void fill(BlockAssembly assembly, MessageView frame, int offset) {
    boolean room = stream.holdHeap(assembly.growthBytes(frame, offset));
    boolean whole = room && assembly.fill(frame, offset);
    open = room && !whole ? assembly : null;
    if (whole && stream.holdHeap(assembly.decodedBytes())) {
      stream.onBlockComplete(assembly);
    }
  }
}
