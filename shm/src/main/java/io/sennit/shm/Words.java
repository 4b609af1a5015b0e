// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Ordered access to words in memory that another process writes at the same time. Offsets must be
 * aligned and checked by the caller.
 */
final class Words {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

  private Words() {}

  static long acquireLong(MemorySegment memory, long offset) {
    return (long) LONG.getAcquire(memory, offset);
  }

  static void releaseLong(MemorySegment memory, long offset, long value) {
    LONG.setRelease(memory, offset, value);
  }

  /** No order of its own: for what a fence or a later release orders. */
  static long opaqueLong(MemorySegment memory, long offset) {
    return (long) LONG.getOpaque(memory, offset);
  }

  static void opaqueLong(MemorySegment memory, long offset, long value) {
    LONG.setOpaque(memory, offset, value);
  }

  static int acquireInt(MemorySegment memory, long offset) {
    return (int) INT.getAcquire(memory, offset);
  }

  static void releaseInt(MemorySegment memory, long offset, int value) {
    INT.setRelease(memory, offset, value);
  }

  static int opaqueInt(MemorySegment memory, long offset) {
    return (int) INT.getOpaque(memory, offset);
  }

  static void opaqueInt(MemorySegment memory, long offset, int value) {
    INT.setOpaque(memory, offset, value);
  }

  static boolean compareAndSet(MemorySegment memory, long offset, int expected, int value) {
    return INT.compareAndSet(memory, offset, expected, value);
  }

  static long compareAndExchange(MemorySegment memory, long offset, long expected, long value) {
    return (long) LONG.compareAndExchange(memory, offset, expected, value);
  }

  static long getAndAdd(MemorySegment memory, long offset, long addend) {
    return (long) LONG.getAndAdd(memory, offset, addend);
  }
}
