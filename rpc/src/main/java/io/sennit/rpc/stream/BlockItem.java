// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.base.Utf8;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import java.nio.charset.StandardCharsets;

/**
 * A frame with a block of bytes that may go on in further messages: REQUEST, HEADERS or STATUS. The
 * block is text (method or description) and metadata.
 */
final class BlockItem extends OutItem {
  private static final byte[] NO_TEXT = {};
  private static final long OBJECT_BYTES = 96;

  private final int type;
  private final int textBytes;
  private final int metadataBytes;
  private final int code;
  private final byte[] block;
  private int flags;
  private int sent = -1;

  private BlockItem(Outbound stream, int type, byte[] text, Metadata metadata, int code) {
    super(stream);
    this.type = type;
    this.code = code;
    textBytes = text.length;
    metadataBytes = Math.toIntExact(metadata.encodedBytes());
    block = metadata.isEmpty() ? text : MetadataCodec.encode(text, metadata, metadataBytes);
  }

  static BlockItem request(Outbound stream, OpenCall call) {
    byte[] method = call.method().getBytes(StandardCharsets.UTF_8);
    return new BlockItem(stream, Wire.REQUEST, method, call.metadata(), 0);
  }

  static BlockItem headers(Outbound stream, Metadata metadata) {
    return new BlockItem(stream, Wire.HEADERS, NO_TEXT, metadata, 0);
  }

  static BlockItem status(Outbound stream, StatusCode code, String description, Metadata trailers) {
    byte[] text = Utf8.bounded(description, Wire.MAX_DESCRIPTION_BYTES);
    return new BlockItem(stream, Wire.STATUS, text, trailers, code.number());
  }

  /** Says that no handler saw the call. */
  BlockItem notExecuted() {
    flags |= Wire.FLAG_NOT_EXECUTED;
    return this;
  }

  boolean isStatus() {
    return type == Wire.STATUS;
  }

  @Override
  long heapBytes() {
    return OBJECT_BYTES + block.length;
  }

  @Override
  void onEncoded() {
    uncharge(stream.heap());
  }

  @Override
  boolean prepare(boolean first) {
    return sent >= 0 || metadataBytes == 0 || stream.allowsMetadata(metadataBytes, first);
  }

  @Override
  boolean fits(MessageBuilder message) {
    return message.room() > (sent < 0 ? fixedBytes() : 0);
  }

  @Override
  boolean encode(MessageBuilder message) {
    if (sent < 0) {
      encodeFirst(message);
    } else {
      int length = Math.min(message.room(), block.length - sent);
      message.frame(Wire.BLOCK, 0, length).putBytes(block, sent, length);
      sent += length;
    }
    if (sent < block.length) {
      return false;
    }
    if (type == Wire.REQUEST) {
      stream.onRequestWritten(message);
    }
    return true;
  }

  private void encodeFirst(MessageBuilder message) {
    int length = Math.min(message.room() - fixedBytes(), block.length);
    message.frame(type, flags, fixedBytes() + length);
    switch (type) {
      case Wire.REQUEST ->
        message
            .putLong(stream.remainingNanos())
            .putInt(stream.config().firstWindowBytes())
            .putInt(stream.config().windowMessages())
            .putInt(textBytes)
            .putInt(block.length)
            .putLong(0);
      case Wire.STATUS ->
        message.putInt(code).putInt(textBytes).putInt(block.length).putInt(0);
      default -> message.putInt(block.length).putInt(0);
    }
    message.putBytes(block, 0, length);
    sent = length;
  }

  private int fixedBytes() {
    return switch (type) {
      case Wire.REQUEST -> Wire.REQUEST_FIXED_BYTES;
      case Wire.STATUS -> Wire.STATUS_FIXED_BYTES;
      default -> Wire.HEADERS_FIXED_BYTES;
    };
  }

  @Override
  boolean isBegun() {
    return sent >= 0;
  }

  @Override
  void discard() {
    uncharge(stream.heap());
  }
}
