// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Metadata;
import java.nio.charset.StandardCharsets;

/** A block of text and metadata on its way in; see {@link BlockItem}. */
final class BlockAssembly {
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

  /** Malformed bytes become replacement characters. */
  String text() {
    return textBytes == 0 ? "" : new String(block, 0, textBytes, StandardCharsets.UTF_8);
  }

  Metadata metadata() {
    return MetadataCodec.decode(block, textBytes);
  }
}
