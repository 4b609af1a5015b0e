// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The header in front of every frame; see docs/WIRE.md, "Braid frames". Big-endian.
 *
 * <p>A private copy of the fields: a peer that shares the memory cannot change them after the
 * check.
 */
final class BraidHeader {
  static final int BYTES = 48;
  static final int VERSION = 1;

  static final int VERSION_OFFSET = 0;
  static final int TYPE_OFFSET = 1;
  static final int EXTENSION_BYTES_OFFSET = 2;
  static final int GENERATION_OFFSET = 4;
  static final int SESSION_OFFSET = 8;
  static final int SEQUENCE_OFFSET = 16;
  static final int CREDIT_LIMIT_OFFSET = 24;
  static final int FRAME_BYTES_OFFSET = 32;
  /** Twelve bytes, written as 0, ignored when read; room for a seal. */
  static final int RESERVED_OFFSET = 36;

  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  int version = VERSION;

  @Nullable
  FrameType type;

  int typeCode;
  int extensionBytes;
  int generation;
  long sessionId;
  long sequence;
  long creditLimit;
  int frameBytes;

  void write(MemorySegment into, long offset) {
    into.set(ValueLayout.JAVA_BYTE, offset + VERSION_OFFSET, (byte) version);
    into.set(ValueLayout.JAVA_BYTE, offset + TYPE_OFFSET, (byte) typeCode);
    into.set(SHORT, offset + EXTENSION_BYTES_OFFSET, (short) extensionBytes);
    into.set(INT, offset + GENERATION_OFFSET, generation);
    into.set(LONG, offset + SESSION_OFFSET, sessionId);
    into.set(LONG, offset + SEQUENCE_OFFSET, sequence);
    into.set(LONG, offset + CREDIT_LIMIT_OFFSET, creditLimit);
    into.set(INT, offset + FRAME_BYTES_OFFSET, frameBytes);
    into.set(INT, offset + RESERVED_OFFSET, 0);
    into.set(LONG, offset + RESERVED_OFFSET + 4, 0);
  }

  void read(MemorySegment from, long offset) {
    version = Byte.toUnsignedInt(from.get(ValueLayout.JAVA_BYTE, offset + VERSION_OFFSET));
    typeCode = Byte.toUnsignedInt(from.get(ValueLayout.JAVA_BYTE, offset + TYPE_OFFSET));
    type = FrameType.of(typeCode);
    extensionBytes = Short.toUnsignedInt(from.get(SHORT, offset + EXTENSION_BYTES_OFFSET));
    generation = from.get(INT, offset + GENERATION_OFFSET);
    sessionId = from.get(LONG, offset + SESSION_OFFSET);
    sequence = from.get(LONG, offset + SEQUENCE_OFFSET);
    creditLimit = from.get(LONG, offset + CREDIT_LIMIT_OFFSET);
    frameBytes = from.get(INT, offset + FRAME_BYTES_OFFSET);
  }

  /**
   * Checks everything that can be checked without state.
   *
   * @param received bytes that came, this header included
   * @throws Misplacement with the field and its value
   * @throws Violation if DONE has no extension, or a short one
   */
  void check(BraidSession session, int received) {
    if (version != VERSION) {
      throw new Misplacement("braid frame of version " + version);
    }
    if (type == null) {
      throw new Misplacement("braid frame of unknown type " + typeCode);
    }
    if (sessionId != session.sessionId() || generation != session.generation()) {
      throw new Misplacement("braid frame of another session or generation");
    }
    if (sequence < 0 || creditLimit < 0) {
      throw new Misplacement("sequence " + sequence + ", credit limit " + creditLimit);
    }
    if (frameBytes < 0 || (long) BYTES + extensionBytes + frameBytes != received) {
      throw new Misplacement(
          "lengths " + extensionBytes + " and " + frameBytes + " in " + received + " bytes");
    }
    if (type == FrameType.DONE && extensionBytes < DoneExtension.FIXED_BYTES) {
      throw new Violation("DONE of " + extensionBytes + " bytes");
    }
    if (type != FrameType.DONE && extensionBytes != 0) {
      throw new Misplacement(type + " with an extension of " + extensionBytes + " bytes");
    }
  }
}
