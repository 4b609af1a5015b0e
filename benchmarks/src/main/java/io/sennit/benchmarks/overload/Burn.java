// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.overload;

import io.sennit.base.Clock;
import java.util.concurrent.locks.LockSupport;

/** Keeps a thread busy. Safe from any thread. */
interface Burn {
  /** Does it once. */
  void run();

  /** For so long, and leaves the processor to others. */
  static Burn time(Clock clock, long nanos) {
    return () -> {
      long endNanos = clock.nanoTime() + nanos;
      for (long left = nanos; left > 0; left = endNanos - clock.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    };
  }

  /** With as much work as this processor, left alone, does in so long; measured now. */
  static Burn work(Clock clock, long nanos) {
    long bestNanos = Long.MAX_VALUE;
    for (int trial = 0; trial < Mill.TRIALS; trial++) {
      long beginNanos = clock.nanoTime();
      Mill.turn(Mill.SAMPLE_TURNS);
      bestNanos = Math.min(bestNanos, clock.nanoTime() - beginNanos);
    }
    long turns = Mill.SAMPLE_TURNS * nanos / bestNanos;
    return () -> Mill.turn(turns);
  }

  /** Work that no compiler can leave out. */
  final class Mill {
    private static final int TRIALS = 200;
    private static final long SAMPLE_TURNS = 1_000_000;

    @SuppressWarnings("unused")
    private static volatile long sink;

    private Mill() {}

    private static void turn(long turns) {
      long value = turns;
      for (long i = 0; i < turns; i++) {
        value = value * 6364136223846793005L + 1442695040888963407L;
      }
      if (value == 1) {
        sink = value;
      }
    }
  }
}
