// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.LongAdder;

/**
 * Every copy of payload bytes that the framework makes goes through here, so that "zero copy" is a
 * number and not a claim. Safe from any thread.
 */
public final class Copies {
  private static final LongAdder COUNT = new LongAdder();
  private static final LongAdder BYTES = new LongAdder();

  private Copies() {}

  /** Copies {@code length} bytes and counts them. */
  public static void copy(
      MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long length) {
    COUNT.increment();
    BYTES.add(length);
    MemorySegment.copy(from, fromOffset, to, toOffset, length);
  }

  /** Copies {@code length} bytes out of an array and counts them. */
  public static void copy(
      byte[] from, int fromOffset, MemorySegment to, long toOffset, int length) {
    COUNT.increment();
    BYTES.add(length);
    MemorySegment.copy(from, fromOffset, to, ValueLayout.JAVA_BYTE, toOffset, length);
  }

  /** Copies {@code length} bytes into an array and counts them. */
  public static void copy(
      MemorySegment from, long fromOffset, byte[] to, int toOffset, int length) {
    COUNT.increment();
    BYTES.add(length);
    MemorySegment.copy(from, ValueLayout.JAVA_BYTE, fromOffset, to, toOffset, length);
  }

  /** Copies made so far. */
  public static long count() {
    return COUNT.sum();
  }

  /** Bytes copied so far. */
  public static long bytes() {
    return BYTES.sum();
  }
}
