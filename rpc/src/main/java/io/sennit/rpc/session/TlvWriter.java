// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.Utf8;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Appends type-length-value fields to a buffer. Every method throws IllegalStateException if the
 * frame's bound is exceeded: a programming error, since every field is bounded.
 */
final class TlvWriter {
  private final ByteBuffer out;

  TlvWriter(ByteBuffer out) {
    this.out = out;
  }

  void bytes(int type, byte[] value) {
    open(type, value.length).put(value);
  }

  void octets(int type, Octets value) {
    open(type, value.size()).put(value.buffer());
  }

  void text(int type, String value, int maxBytes) {
    bytes(type, Utf8.bounded(value, maxBytes));
  }

  void u16(int type, int value) {
    open(type, Short.BYTES).putShort((short) value);
  }

  void u64(int type, long value) {
    open(type, Long.BYTES).putLong(value);
  }

  /** A field made of fields. */
  void nested(int type, Consumer<TlvWriter> content) {
    ByteBuffer header = open(type, 0);
    int start = header.position();
    content.accept(this);
    int length = out.position() - start;
    if (length > 0xFFFF) {
      throw new IllegalStateException("field of " + length + " bytes");
    }
    out.putShort(start - Short.BYTES, (short) length);
  }

  ByteBuffer open(int type, int length) {
    if (length > 0xFFFF || out.remaining() < Wire.TLV_HEADER_BYTES + length) {
      throw new IllegalStateException(
          "field " + type + " of " + length + " bytes, room for " + out.remaining());
    }
    return out.putShort((short) type).putShort((short) length);
  }
}
