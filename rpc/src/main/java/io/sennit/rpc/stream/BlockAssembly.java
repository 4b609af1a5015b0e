// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Metadata;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A block of text and metadata on its way in; see {@link BlockItem}. Grows with the bytes that have
 * come, not with those that were announced.
 */
final class BlockAssembly {
  private static final int FIRST_BYTES = 1024;

  private final int type;
  private final int textBytes;
  private final int blockBytes;
  private byte[] block = {};
  private int filled;

  /** @param blockBytes checked by the caller */
  BlockAssembly(int type, int textBytes, int blockBytes) {
    if (textBytes < 0 || textBytes > blockBytes) {
      throw new ProtocolViolation(
          Wire.name(type) + " with a text of " + textBytes + " in " + blockBytes + " bytes");
    }
    this.type = type;
    this.textBytes = textBytes;
    this.blockBytes = blockBytes;
  }

  int type() {
    return type;
  }

  /** Bytes that have to be allocated before the rest of this frame can be filled in; often 0. */
  int growthBytes(MessageView frame, int payloadOffset) {
    int part = frame.payloadBytes() - payloadOffset;
    if (part > blockBytes - filled) {
      throw frame.wrongLength();
    }
    return capacityFor(filled + part) - block.length;
  }

  /** Copies the rest of a frame; true if the block is whole now. */
  boolean fill(MessageView frame, int payloadOffset) {
    int part = frame.payloadBytes() - payloadOffset;
    int capacity = capacityFor(filled + part);
    if (capacity > block.length) {
      block = Arrays.copyOf(block, capacity);
    }
    frame.copyTo(payloadOffset, block, filled);
    filled += part;
    return filled == blockBytes;
  }

  /** Twice as long each time, so that few copies are made. */
  private int capacityFor(int bytes) {
    if (bytes <= block.length) {
      return block.length;
    }
    int doubled = Math.max(FIRST_BYTES, 2 * block.length);
    return Math.min(blockBytes, Math.max(bytes, doubled));
  }

  /** Bytes of heap that the text and the metadata take beyond the block, once they are read. */
  long decodedBytes() {
    return MetadataCodec.decodedBytes(block, textBytes);
  }

  /** Malformed bytes become replacement characters. */
  String text() {
    return textBytes == 0 ? "" : new String(block, 0, textBytes, StandardCharsets.UTF_8);
  }

  Metadata metadata() {
    return MetadataCodec.decode(block, textBytes);
  }
}
