// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.base.Copies;
import io.sennit.multipath.RemoteSpan;
import io.sennit.rpc.Body;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Writes one message into a slot: {@link #begin}, then for each frame {@link #frame} and its
 * payload, then {@link #end}. Reusable; confined to one thread.
 */
final class MessageBuilder {
  private MemorySegment slot = MemorySegment.NULL;
  private int limit;
  private int at;

  /** @param newLimit bytes that may be used */
  MessageBuilder begin(MemorySegment newSlot, int newLimit, long callId, int index) {
    slot = newSlot;
    limit = newLimit;
    slot.set(Wire.LONG, Wire.CALL_ID_AT, callId);
    slot.set(Wire.INT, Wire.INDEX_AT, index);
    slot.set(Wire.INT, Wire.ENVELOPE_FLAGS_AT, 0);
    at = Wire.ENVELOPE_BYTES;
    return this;
  }

  /** Longest payload that one more frame can have; negative if not even a frame header fits. */
  int room() {
    return limit - Wire.padded(at) - Wire.FRAME_HEADER_BYTES;
  }

  /** Begins a frame; exactly {@code payloadBytes} must be put before the next one or the end. */
  MessageBuilder frame(int type, int flags, int payloadBytes) {
    align();
    slot.set(ValueLayout.JAVA_BYTE, at + (long) Wire.TYPE_AT, (byte) type);
    slot.set(ValueLayout.JAVA_BYTE, at + (long) Wire.FLAGS_AT, (byte) flags);
    slot.set(Wire.SHORT, at + 2L, (short) 0);
    slot.set(Wire.INT, at + (long) Wire.LENGTH_AT, payloadBytes);
    at += Wire.FRAME_HEADER_BYTES;
    return this;
  }

  MessageBuilder putLong(long value) {
    slot.set(Wire.LONG, at, value);
    at += Long.BYTES;
    return this;
  }

  MessageBuilder putInt(int value) {
    slot.set(Wire.INT, at, value);
    at += Integer.BYTES;
    return this;
  }

  MessageBuilder putSpan(RemoteSpan span) {
    span.encode(slot, at);
    at += RemoteSpan.ENCODED_BYTES;
    return this;
  }

  /** Bytes of the framework's own, such as metadata. */
  MessageBuilder putBytes(byte[] from, int offset, int length) {
    Copies.copy(from, offset, slot, at, length);
    at += length;
    return this;
  }

  /** Bytes of the application's; the copy is counted. */
  MessageBuilder putBody(Body from, long offset, int length) {
    from.copyTo(offset, slot, at, length);
    at += length;
    return this;
  }

  /** The message's length. */
  int end() {
    return at;
  }

  private void align() {
    for (int aligned = Wire.padded(at); at < aligned; at++) {
      slot.set(ValueLayout.JAVA_BYTE, at, (byte) 0);
    }
  }
}
