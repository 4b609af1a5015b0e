// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.Utf8;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Appends type-length-value fields to a buffer, which grows: most frames are far shorter than the
 * longest. Every method throws IllegalStateException if the frame's bound is exceeded: a
 * programming error, since every field is bounded.
 */
final class TlvWriter {
  private final int mostBytes;
  private ByteBuffer out;

  /** @param mostBytes what the buffer may grow to */
  TlvWriter(ByteBuffer out, int mostBytes) {
    this.out = out;
    this.mostBytes = mostBytes;
  }

  /** What has been written, from the beginning of the buffer on; not flipped. */
  ByteBuffer written() {
    return out;
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
    int start = open(type, 0).position();
    content.accept(this);
    int length = out.position() - start;
    if (length > 0xFFFF) {
      throw new IllegalStateException("field of " + length + " bytes");
    }
    out.putShort(start - Short.BYTES, (short) length);
  }

  ByteBuffer open(int type, int length) {
    int left = mostBytes - out.position();
    if (length > 0xFFFF || left < Wire.TLV_HEADER_BYTES + length) {
      throw new IllegalStateException(
          "field " + type + " of " + length + " bytes, room for " + left);
    }
    makeRoom(Wire.TLV_HEADER_BYTES + length);
    return out.putShort((short) type).putShort((short) length);
  }

  private void makeRoom(int bytes) {
    if (out.remaining() < bytes) {
      int wanted = Math.max(out.position() + bytes, 2 * out.capacity());
      out = ByteBuffer.allocate(Math.min(mostBytes, wanted)).put(out.flip());
    }
  }
}
