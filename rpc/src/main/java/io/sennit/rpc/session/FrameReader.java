// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Turns one direction of a byte stream into messages: preamble first, then frames. Holds at most
 * one frame's bytes, and nothing between frames; what it holds them in grows with those that came.
 * Confined to one thread; lives as long as the stream.
 */
final class FrameReader {
  private static final int MOST_BYTES = Wire.FRAME_HEADER_BYTES + Wire.MAX_PAYLOAD_BYTES;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private ByteBuffer held = NOTHING;
  private boolean greeted;

  /**
   * Takes as many bytes as there is room for; the caller offers the rest again after {@link #next}.
   */
  void take(ByteBuffer bytes) {
    int count = Math.min(MOST_BYTES - held.position(), bytes.remaining());
    makeRoom(count);
    held.put(bytes.slice(bytes.position(), count));
    bytes.position(bytes.position() + count);
  }

  /**
   * The next message, or null if more bytes are needed.
   *
   * @throws ProtocolException after which the stream must not be read any more
   */
  @Nullable
  SessionMessage next() throws ProtocolException {
    held.flip();
    try {
      return greeted || greet() ? frame() : null;
    } finally {
      held.compact();
      if (held.position() == 0) {
        held = NOTHING;
      }
    }
  }

  private void makeRoom(int bytes) {
    if (held.remaining() < bytes) {
      int wanted = Math.max(held.position() + bytes, 2 * held.capacity());
      held = ByteBuffer.allocate(Math.min(MOST_BYTES, wanted)).put(held.flip());
    }
  }

  /** What it takes of the heap. */
  int capacityBytes() {
    return held.capacity();
  }

  /** Whether the peer's preamble was seen. */
  boolean greeted() {
    return greeted;
  }

  private boolean greet() throws ProtocolException {
    int known = Math.min(Integer.BYTES, held.remaining());
    for (int i = 0; i < known; i++) {
      if (held.get(i) != (byte) (Wire.MAGIC >>> (24 - 8 * i))) {
        throw new ProtocolException("it speaks " + Foreign.describe(held) + ", not Sennit");
      }
    }
    if (held.remaining() < Wire.PREAMBLE_BYTES) {
      return false;
    }
    held.getInt();
    int major = Byte.toUnsignedInt(held.get());
    held.get();
    held.getShort();
    if (major != Wire.MAJOR) {
      throw new ProtocolException(
          RefuseCode.VERSION,
          "it speaks version " + major + " of the session protocol, this side version " + Wire.MAJOR
              + "; use the same major version of Sennit on both sides");
    }
    greeted = true;
    return true;
  }

  private @Nullable SessionMessage frame() throws ProtocolException {
    while (held.remaining() >= Wire.FRAME_HEADER_BYTES) {
      int at = held.position();
      int type = Byte.toUnsignedInt(held.get(at));
      int length = payloadBytes(at);
      if (held.remaining() < Wire.FRAME_HEADER_BYTES + length) {
        return null;
      }
      ByteBuffer payload = held.slice(at + Wire.FRAME_HEADER_BYTES, length);
      held.position(at + Wire.FRAME_HEADER_BYTES + length);
      if (type < Wire.FIRST_OPTIONAL_TYPE) {
        return SessionMessage.decode(type, payload);
      }
    }
    return null;
  }

  private int payloadBytes(int at) throws ProtocolException {
    if ((held.get(at + 1) & Wire.FLAG_SEALED) != 0) {
      throw new ProtocolException("a sealed frame, which version 1 does not know");
    }
    int length = held.getInt(at + 4);
    if (length < 0 || length > Wire.MAX_PAYLOAD_BYTES) {
      throw new ProtocolException("a frame claims " + Integer.toUnsignedString(length)
          + " bytes, at most " + Wire.MAX_PAYLOAD_BYTES);
    }
    return length;
  }

  /** What each side sends first. */
  static byte[] preamble() {
    return ByteBuffer.allocate(Wire.PREAMBLE_BYTES)
        .putInt(Wire.MAGIC)
        .put((byte) Wire.MAJOR)
        .put((byte) Wire.MINOR)
        .putShort((short) 0)
        .array();
  }
}
