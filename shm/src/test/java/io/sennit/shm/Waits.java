// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import java.util.function.BooleanSupplier;

/** Waits for things, never for time to pass. */
final class Waits {
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private Waits() {}

  @SuppressWarnings("ThreadPriorityCheck")
  static void until(String what, BooleanSupplier condition) {
    long begin = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - begin > PATIENCE_NANOS) {
        throw new AssertionError("waited in vain: " + what);
      }
      Thread.yield();
    }
  }
}
