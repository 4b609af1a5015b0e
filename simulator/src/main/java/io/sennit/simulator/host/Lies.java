// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.base.Randomness;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes lies of a session's frames. Most keep what every header is checked for first, so that it is
 * their meaning that is wrong; docs/WIRE.md says where things are. Confined to one thread.
 */
final class Lies {
  static final int HEADER_BYTES = 48;
  static final int TYPE_AT = 1;
  static final int EXTENSION_AT = 2;
  static final int SEQUENCE_AT = 16;
  static final int CREDIT_AT = 24;
  static final int LENGTH_AT = 32;
  private static final int TYPES = 13;
  private static final int MOST_KEPT = 24;
  private static final int MOST_GROWTH = 64;

  private final Randomness random;
  private final int mostBytes;
  private final List<byte[]> kept = new ArrayList<>();

  /** What is done to a frame. */
  private enum Kind {
    BYTES,
    WORD,
    TYPE,
    NUMBER,
    CUT,
    GROWN,
    SPLICED,
    OLD,
    OLD_AS_NEW,
    SAME
  }

  private static final Kind[] KINDS = Kind.values();

  /** @param mostBytes of a frame, true or not */
  Lies(Randomness random, int mostBytes) {
    this.random = random;
    this.mostBytes = mostBytes;
  }

  /** Keeps some of what was said, for later. */
  void hear(byte[] frame) {
    if (kept.size() < MOST_KEPT) {
      kept.add(frame);
    } else if (random.nextInt(4) == 0) {
      kept.set(random.nextInt(MOST_KEPT), frame);
    }
  }

  /** A lie instead of a frame, which has a whole header and was heard. */
  byte[] insteadOf(byte[] frame) {
    byte[] old = kept.get(random.nextInt(kept.size()));
    return switch (KINDS[random.nextInt(KINDS.length)]) {
      case BYTES -> bytes(frame.clone());
      case WORD -> word(frame.clone(), old);
      case TYPE -> type(frame.clone());
      case NUMBER -> number(frame.clone());
      case CUT -> cut(frame);
      case GROWN -> grown(frame, old);
      case SPLICED -> spliced(frame, old);
      case OLD -> old;
      case OLD_AS_NEW -> renumbered(old, frame);
      case SAME -> frame;
    };
  }

  private byte[] bytes(byte[] lie) {
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      lie[random.nextInt(lie.length)] = (byte) random.nextInt(256);
    }
    return lie;
  }

  /** One field, of any width, is near the truth, at a bound, or what it was in another frame. */
  private byte[] word(byte[] lie, byte[] other) {
    int width = 1 << random.nextInt(4);
    boolean ofHeader = lie.length == HEADER_BYTES || random.nextInt(5) == 0;
    int from = ofHeader ? 0 : HEADER_BYTES;
    int fields = ((ofHeader ? HEADER_BYTES : lie.length) - from) / width;
    if (fields > 0) {
      int at = from + width * random.nextInt(fields);
      put(lie, at, width, value(get(lie, at, width), other, at, width));
    }
    return lie;
  }

  private long value(long truth, byte[] other, int at, int width) {
    return switch (random.nextInt(9)) {
      case 0 -> 0;
      case 1 -> -1;
      case 2 -> Long.MAX_VALUE >>> (Long.SIZE - width * Byte.SIZE);
      case 3 -> 1L << (width * Byte.SIZE - 1);
      case 4 -> truth + 1;
      case 5 -> truth - 1;
      case 6 -> truth + (1L << random.nextInt(width * Byte.SIZE));
      case 7 -> at + width <= other.length ? get(other, at, width) : random.nextInt(64);
      default -> random.nextLong();
    };
  }

  private static long get(byte[] from, int at, int width) {
    long value = 0;
    for (int index = 0; index < width; index++) {
      value = (value << Byte.SIZE) | Byte.toUnsignedInt(from[at + index]);
    }
    return value;
  }

  private static void put(byte[] into, int at, int width, long value) {
    for (int index = 0; index < width; index++) {
      into[at + index] = (byte) (value >> (Byte.SIZE * (width - 1 - index)));
    }
  }

  private byte[] type(byte[] lie) {
    lie[TYPE_AT] = (byte) random.nextInt(TYPES + 1);
    return lie;
  }

  private byte[] number(byte[] lie) {
    ByteBuffer header = ByteBuffer.wrap(lie);
    int at = random.nextBoolean() ? SEQUENCE_AT : CREDIT_AT;
    int reach = random.nextBoolean() ? 4 : 5_000;
    return header
        .putLong(at, header.getLong(at) + random.nextInt(2 * reach + 1) - reach)
        .array();
  }

  private byte[] cut(byte[] frame) {
    boolean inHeader = random.nextInt(8) == 0;
    int least = inHeader ? 0 : HEADER_BYTES;
    int bytes = least + random.nextInt(frame.length - least + 1);
    return sized(Arrays.copyOf(frame, bytes), !inHeader);
  }

  private byte[] grown(byte[] frame, byte[] other) {
    int growth = Math.min(1 + random.nextInt(MOST_GROWTH), mostBytes - frame.length);
    byte[] lie = Arrays.copyOf(frame, frame.length + growth);
    if (random.nextBoolean()) {
      int from = random.nextInt(other.length);
      System.arraycopy(other, from, lie, frame.length, Math.min(growth, other.length - from));
    }
    return sized(lie, true);
  }

  /** The beginning of one and the end of another. */
  private byte[] spliced(byte[] frame, byte[] other) {
    int from = HEADER_BYTES + Byte.SIZE * random.nextInt(1 + (frame.length - HEADER_BYTES) / 8);
    if (from >= other.length) {
      return cut(frame);
    }
    byte[] lie = Arrays.copyOf(other, other.length);
    System.arraycopy(frame, 0, lie, 0, Math.min(from, frame.length));
    return sized(lie, true);
  }

  /** What was said before, as if it were new. */
  private static byte[] renumbered(byte[] old, byte[] frame) {
    byte[] lie = old.clone();
    System.arraycopy(frame, SEQUENCE_AT, lie, SEQUENCE_AT, LENGTH_AT - SEQUENCE_AT);
    return lie;
  }

  private byte[] sized(byte[] lie, boolean whole) {
    if (whole && random.nextInt(8) > 0) {
      ByteBuffer header = ByteBuffer.wrap(lie);
      int extension = Short.toUnsignedInt(header.getShort(EXTENSION_AT));
      header.putInt(LENGTH_AT, lie.length - HEADER_BYTES - extension);
    }
    return lie;
  }
}
