// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Metadata;

/** A block of text and metadata on its way in; see {@link BlockItem}. */
sealed class BlockAssembly permits RequestAssembly, StatusAssembly {
  private final int type;
  private final int textBytes;
  private final byte[] block;
  private int filled;

  /** @param blockBytes checked by the caller */
  BlockAssembly(int type, int textBytes, int blockBytes) {
    if (textBytes < 0 || textBytes > blockBytes) {
      throw new ProtocolViolation(
          Wire.name(type) + " with a text of " + textBytes + " in " + blockBytes + " bytes");
    }
    this.type = type;
    this.textBytes = textBytes;
    block = new byte[blockBytes];
  }

  int type() {
    return type;
  }

  /** Copies the rest of a frame; true if the block is whole now. */
  boolean fill(MessageView frame, int payloadOffset) {
    int part = frame.payloadBytes() - payloadOffset;
    if (part > block.length - filled) {
      throw frame.wrongLength();
    }
    frame.copyTo(payloadOffset, block, filled);
    filled += part;
    return filled == block.length;
  }

  String text() {
    return Text.decode(block, 0, textBytes);
  }

  Metadata metadata() {
    return MetadataCodec.decode(block, textBytes);
  }
}
