// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.base.Copies;
import io.sennit.multipath.RemoteSpan;
import io.sennit.rpc.Body;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A checked view of one message. A peer on the same host may change the memory at any time, so
 * every field is read once, and what is returned has been checked against what was read. Reusable;
 * confined to one thread.
 */
final class MessageView {
  private MemorySegment message = MemorySegment.NULL;
  private int length;
  private long callId;
  private int index;
  private int nextAt;
  private int payloadAt;
  private int payloadBytes;
  private int type;
  private int flags;

  /** Reads the envelope of a message of {@code newLength} bytes; the segment may be longer. */
  MessageView wrap(MemorySegment newMessage, int newLength) {
    message = newMessage;
    length = newLength;
    if (length < Wire.ENVELOPE_BYTES) {
      throw new ProtocolViolation("a message of " + length + " bytes");
    }
    callId = message.get(Wire.LONG, Wire.CALL_ID_AT);
    index = message.get(Wire.INT, Wire.INDEX_AT);
    int critical = message.get(ValueLayout.JAVA_BYTE, Wire.ENVELOPE_FLAGS_AT);
    if (critical != 0) {
      throw new ProtocolViolation("unknown envelope flags " + critical);
    }
    nextAt = Wire.ENVELOPE_BYTES;
    return this;
  }

  /** 0 for messages about the session. */
  long callId() {
    return callId;
  }

  /** Position in its stream, unsigned, or {@link Wire#UNORDERED}. */
  int index() {
    return index;
  }

  boolean isOrdered() {
    return index != Wire.UNORDERED;
  }

  /** Begins with the message. */
  MemorySegment segment() {
    return message;
  }

  int length() {
    return length;
  }

  /** Goes to the next frame; false if there is none. Unknown optional frames are skipped. */
  boolean next() {
    while (nextAt < length) {
      readHeader();
      if (type < Wire.FIRST_OPTIONAL_TYPE) {
        return true;
      }
    }
    return false;
  }

  private void readHeader() {
    if (length - nextAt < Wire.FRAME_HEADER_BYTES) {
      throw new ProtocolViolation("a frame header is cut off");
    }
    type = Byte.toUnsignedInt(message.get(ValueLayout.JAVA_BYTE, nextAt + (long) Wire.TYPE_AT));
    flags = Byte.toUnsignedInt(message.get(ValueLayout.JAVA_BYTE, nextAt + (long) Wire.FLAGS_AT));
    payloadBytes = message.get(Wire.INT, nextAt + (long) Wire.LENGTH_AT);
    payloadAt = nextAt + Wire.FRAME_HEADER_BYTES;
    if (payloadBytes < 0 || payloadBytes > length - payloadAt) {
      throw new ProtocolViolation(Wire.name(type) + " of " + payloadBytes + " bytes is cut off");
    }
    nextAt = Math.min(length, Wire.padded(payloadAt + payloadBytes));
  }

  int type() {
    return type;
  }

  int payloadBytes() {
    return payloadBytes;
  }

  /** The flag; every other bit of the flags must be 0. */
  boolean onlyFlag(int flag) {
    if ((flags & ~flag) != 0) {
      throw new ProtocolViolation("unknown flags " + flags + " of " + Wire.name(type));
    }
    return (flags & flag) != 0;
  }

  /** Checks that the frame has no flags and exactly this much payload. */
  void require(int exactBytes) {
    onlyFlag(0);
    if (payloadBytes != exactBytes) {
      throw wrongLength();
    }
  }

  /** Checks that the payload is at least this long. */
  void requireAtLeast(int bytes) {
    if (payloadBytes < bytes) {
      throw wrongLength();
    }
  }

  long longAt(int offset) {
    requireAtLeast(offset + Long.BYTES);
    return message.get(Wire.LONG, payloadAt + (long) offset);
  }

  int intAt(int offset) {
    requireAtLeast(offset + Integer.BYTES);
    return message.get(Wire.INT, payloadAt + (long) offset);
  }

  /** Memory that the peer lends or grants; always with a lease. */
  RemoteSpan spanAt(int offset) {
    requireAtLeast(offset + RemoteSpan.ENCODED_BYTES);
    RemoteSpan span;
    try {
      span = RemoteSpan.decode(message, payloadAt + (long) offset);
    } catch (IllegalArgumentException e) {
      throw new ProtocolViolation("a span is malformed: " + e.getMessage());
    }
    if (span.leaseId() == 0) {
      throw new ProtocolViolation("a span without a lease in " + Wire.name(type));
    }
    return span;
  }

  /** Copies the payload from {@code offset} on. */
  void copyTo(int offset, byte[] into, int intoOffset) {
    Copies.copy(message, payloadAt + (long) offset, into, intoOffset, payloadBytes - offset);
  }

  /** Copies the payload from {@code offset} on. */
  void copyTo(int offset, Body into, long intoOffset) {
    into.copyFrom(message, payloadAt + (long) offset, intoOffset, payloadBytes - (long) offset);
  }

  ProtocolViolation wrongLength() {
    return new ProtocolViolation(Wire.name(type) + " of " + payloadBytes + " bytes");
  }

  ProtocolViolation unexpected() {
    return new ProtocolViolation(
        Wire.name(type) + " is not allowed in message " + index + " of call " + callId);
  }
}
