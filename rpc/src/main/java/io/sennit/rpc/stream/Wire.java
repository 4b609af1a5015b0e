// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Numbers of RPC messages; docs/WIRE.md, "RPC messages", explains them. All integers are
 * big-endian.
 *
 * <p>A braid message is an envelope and frames. Frames of different calls never share a message, so
 * that a CANCEL can take a REQUEST's whole message out of the sequence.
 */
final class Wire {
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  // Envelope.
  static final int CALL_ID_AT = 0;
  static final int INDEX_AT = 8;
  static final int ENVELOPE_FLAGS_AT = 12;
  static final int ENVELOPE_BYTES = 16;

  /** The index of messages that take effect when they arrive, whatever is still on its way. */
  static final int UNORDERED = -1;

  /** The call id of messages about the session. */
  static final long SESSION = 0;

  // Frame header.
  static final int TYPE_AT = 0;
  static final int FLAGS_AT = 1;
  static final int LENGTH_AT = 4;
  static final int FRAME_HEADER_BYTES = 8;
  static final int ALIGNMENT = 8;

  /** Types from here on are skipped if unknown; unknown ones below end the session. */
  static final int FIRST_OPTIONAL_TYPE = 0x80;

  // Ordered frames.
  static final int REQUEST = 0x01;
  static final int HEADERS = 0x02;
  static final int STATUS = 0x03;
  static final int BLOCK = 0x04;
  static final int MESSAGE = 0x05;
  static final int MESSAGE_LENT = 0x06;
  static final int MESSAGE_WRITTEN = 0x07;
  static final int HALF_CLOSE = 0x08;
  static final int HELD = 0x0c;

  // Frames that may be in ordered and unordered messages.
  static final int GRANT = 0x09;

  // Unordered frames of a call.
  static final int CREDIT = 0x0a;
  static final int CANCEL = 0x0b;
  static final int WANT = 0x0d;

  // Frames of the session.
  static final int SETTINGS = 0x10;
  static final int SESSION_CREDIT = 0x11;
  static final int GOAWAY = 0x12;
  static final int PING = 0x13;
  static final int PONG = 0x14;
  static final int CANCELLED = 0x15;

  /** Of STATUS: no handler saw the call. */
  static final int FLAG_NOT_EXECUTED = 0x01;

  /** Of GRANT: only for the first message. */
  static final int FLAG_FOR_FIRST = 0x01;

  /** Of CANCELLED: the REQUEST had not arrived and never will. */
  static final int FLAG_NEVER_SEEN = 0x01;

  /** Of GOAWAY: the sender has nothing more to say. */
  static final int FLAG_FINAL = 0x01;

  static final int REQUEST_FIXED_BYTES = 32;
  static final int HEADERS_FIXED_BYTES = 8;
  static final int STATUS_FIXED_BYTES = 16;
  static final int MESSAGE_FIXED_BYTES = 8;
  static final int WRITTEN_BYTES = 16;
  static final int CREDIT_BYTES = 16;
  static final int CANCEL_BYTES = 8;
  static final int HELD_BYTES = 8;

  /** Of a server's CANCEL: no reason but that the server cancelled. */
  static final long CANCEL_BARE = 0;

  static final int CANCELLED_BYTES = 8;
  static final int SETTINGS_BYTES = 40;
  static final int SESSION_CREDIT_BYTES = 8;
  static final int GOAWAY_FIXED_BYTES = 16;
  static final int PING_BYTES = 8;

  /** Longest method name. */
  static final int MAX_METHOD_BYTES = 4096;

  /** Longest description of a status; longer ones are cut. */
  static final int MAX_DESCRIPTION_BYTES = 4096;

  /** Longest reason in GOAWAY; longer ones are cut. */
  static final int MAX_REASON_BYTES = 512;

  private Wire() {}

  static int padded(int bytes) {
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /** A name for messages to people. */
  static String name(int type) {
    return switch (type) {
      case REQUEST -> "REQUEST";
      case HEADERS -> "HEADERS";
      case STATUS -> "STATUS";
      case BLOCK -> "BLOCK";
      case MESSAGE -> "MESSAGE";
      case MESSAGE_LENT -> "MESSAGE_LENT";
      case MESSAGE_WRITTEN -> "MESSAGE_WRITTEN";
      case HALF_CLOSE -> "HALF_CLOSE";
      case HELD -> "HELD";
      case GRANT -> "GRANT";
      case CREDIT -> "CREDIT";
      case CANCEL -> "CANCEL";
      case WANT -> "WANT";
      case CANCELLED -> "CANCELLED";
      case SETTINGS -> "SETTINGS";
      case SESSION_CREDIT -> "SESSION_CREDIT";
      case GOAWAY -> "GOAWAY";
      case PING -> "PING";
      case PONG -> "PONG";
      default -> "type " + type;
    };
  }
}
