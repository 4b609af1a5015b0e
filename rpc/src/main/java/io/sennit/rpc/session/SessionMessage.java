// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.nio.ByteBuffer;

/** A frame of the bootstrap or the lifeline, as a value. */
sealed interface SessionMessage
    permits Hello,
        Welcome,
        Answer,
        Decline,
        Pair,
        Ready,
        Refuse,
        Resume,
        Resumed,
        Echo,
        BraidFrame,
        Close {
  /** Frame type, one of {@link Wire}'s. */
  int type();

  /** The session it belongs to; {@link SessionKey#NONE} before there is one. */
  SessionKey key();

  void writeFields(TlvWriter out);

  /** The whole frame, header included. */
  default byte[] encode() {
    ByteBuffer first = ByteBuffer.allocate(Wire.USUAL_FRAME_BYTES);
    first.position(Wire.FRAME_HEADER_BYTES);
    first.putLong(key().id()).putInt(key().generation()).putInt(0);
    TlvWriter fields = new TlvWriter(first, Wire.FRAME_HEADER_BYTES + Wire.MAX_PAYLOAD_BYTES);
    writeFields(fields);
    ByteBuffer out = fields.written();
    int length = out.position() - Wire.FRAME_HEADER_BYTES;
    out.put(0, (byte) type()).put(1, (byte) 0).putShort(2, (short) 0).putInt(4, length);
    byte[] frame = new byte[out.position()];
    out.flip().get(frame);
    return frame;
  }

  /** Decodes a payload; {@code type} is a known one. */
  static SessionMessage decode(int type, ByteBuffer payload) throws ProtocolException {
    if (payload.remaining() < Wire.SESSION_HEADER_BYTES) {
      throw new ProtocolException("a frame of " + payload.remaining() + " bytes is too short");
    }
    SessionKey key = new SessionKey(payload.getLong(), payload.getInt());
    payload.getInt();
    TlvReader fields = new TlvReader(payload);
    return switch (type) {
      case Wire.HELLO -> Hello.read(fields);
      case Wire.WELCOME -> Welcome.read(key, fields);
      case Wire.ANSWER -> Answer.read(key, fields);
      case Wire.DECLINE -> Decline.read(key, fields);
      case Wire.PAIR -> Pair.read(key, fields);
      case Wire.READY -> Ready.read(key, fields);
      case Wire.REFUSE -> Refuse.read(key, fields);
      case Wire.RESUME -> Resume.read(key, fields);
      case Wire.RESUMED -> Resumed.read(key, fields);
      case Wire.PING, Wire.PONG -> Echo.read(type, key, fields);
      case Wire.BRAID -> BraidFrame.read(key, fields);
      case Wire.CLOSE -> Close.read(key, fields);
      default -> throw new ProtocolException("frame type " + type + " is unknown in version 1");
    };
  }

  /** For messages and fields that must be there. */
  static void require(boolean present, String what) throws ProtocolException {
    if (!present) {
      throw new ProtocolException(what + " is missing");
    }
  }
}
